package plot

import "testing"

// Residuals have axes below with the x of the panel, and lines at 0 and ±2; numbers of x stand below them alone.
func TestBelow(t *testing.T) {
	s := Series{X: []float64{0, 1, 2}, Y: []float64{1, 5, 2}, YErr: []float64{1, 1, 1}}
	r := Series{X: s.X, Y: []float64{-1, 7, 0}, Style: Style{Marker: Circle}}
	f := &Figure{Panels: []Panel{{X: Axis{Label: "$x$"}, Y: Axis{Label: "$y$"}, Series: []Series{s}, Below: []Series{r}}, {X: Axis{Label: "$x$"}, Series: []Series{s}}}, Columns: 2, WidthCM: TwoColumns}
	page := f.sheet()
	v, other := page.axes[0].view, page.axes[1].view
	below := v.below
	if below == nil || v.x.min != below.x.min || v.x.max != below.x.max || v.x.lo != below.x.lo || v.x.hi != below.x.hi {
		t.Fatalf("%+v", below)
	}
	if v.frame.Min.Y <= below.frame.Max.Y || below.frame.Min.Y != other.frame.Min.Y || v.frame.Max.Y != other.frame.Max.Y {
		t.Errorf("frames %v over %v, beside %v", v.frame, below.frame, other.frame)
	}
	if len(v.xTicks.labels()) != 0 || len(below.xTicks.labels()) == 0 || len(below.guides()) != 3 || below.y.max < 7 {
		t.Errorf("numbers %q and %q, guides %v", v.xTicks.labels(), below.xTicks.labels(), below.guides())
	}
	if _, err := f.JSON(); err != nil {
		t.Error(err)
	}
}
