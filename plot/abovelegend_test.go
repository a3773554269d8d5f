package plot

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// A legend that would cover data goes above the frame, which stays as high.
func TestLegendAbove(t *testing.T) {
	x, y := make([]float64, 400), make([]float64, 400)
	for i := range x {
		x[i], y[i] = math.Mod(float64(i)*0.618, 1), float64(i)/400
	}
	points := Style{Marker: Circle}
	f := &Figure{Panels: []Panel{{Legend: Legend{Title: "all over"}, Series: []Series{{Name: "a", X: x, Y: y, Style: points}, {Name: "b", X: x, Y: y, Style: points}, {Name: "c", X: x, Y: y, Style: points}}}}}
	s := f.settled()
	if s.Panels[0].Legend.Corner != Above || f.Panels[0].Legend.Corner != Auto {
		t.Fatal("the legend covers data")
	}
	axes := f.sheet().axes[0]
	if axes.box.Min.Y < axes.view.frame.Max.Y || axes.legend.columns != 3 {
		t.Errorf("legend %v in %d columns, frame %v", axes.box, axes.legend.columns, axes.view.frame)
	}
	_, high := s.size()
	_, low := f.size()
	if extra := high - low; extra < 20 || extra > 30 { // title, one line of entries and a gap
		t.Errorf("the figure grows by %v points", extra)
	}
	f.Panels[0].Legend.Corner = TopLeft
	if f.settled().Panels[0].Legend.Corner != Above {
		t.Error("a corner that was asked for is kept on data")
	}
	if got := f.Lost(); len(got) != 1 || !strings.HasPrefix(got[0], "panel 1: the legend stands over the frame: at top_left") {
		t.Errorf("a moved legend: %q", got)
	}
	f.Panels[0].Series = []Series{{Name: "a", X: []float64{0, 0.3, 0.31, 1}, Y: []float64{1, 1, 0, 0}}}
	if got := f.Lost(); len(got) != 1 || !strings.HasPrefix(got[0], "panel 1: the legend stands elsewhere than at top_left") {
		t.Errorf("a legend in another corner: %q", got)
	}
	f.Panels[0].Legend.Corner = TopRight
	if got := f.Lost(); len(got) != 0 {
		t.Errorf("a legend where it was asked for: %q", got)
	}
	f.Panels[0].Legend, f.Panels[0].Series = Legend{}, []Series{{Name: "a", X: []float64{0, 1}, Y: []float64{0, 1}}}
	if f.settled().Panels[0].Legend.Corner != Auto {
		t.Error("a legend with room leaves the frame")
	}
}

// A legend above, the only one of its row, spans the row where it takes fewer lines so, over the
// factors of the axes; with another legend over a frame it keeps to its own.
func TestLegendSpansRow(t *testing.T) {
	figure := func(change func(f *Figure)) (sheet, vg.Length) {
		f := &Figure{WidthCM: 17.8, Panels: make([]Panel, 3)}
		for i := range f.Panels {
			for k := range 5 {
				f.Panels[i].Series = append(f.Panels[i].Series, Series{Name: fmt.Sprintf("a rather long name %d", k), X: []float64{0, 1}, Y: []float64{0, 1e-5 * float64(k)}})
			}
			f.Panels[i].Legend.Hide = true
		}
		f.Panels[0].Legend = Legend{Corner: Above}
		change(f)
		_, height := f.size()
		return f.sheet(), height
	}
	page, low := figure(func(*Figure) {})
	legend, first, last := page.axes[0].legend, page.axes[0].view, page.axes[2].view
	box := page.axes[0].box
	if legend.lines() != 2 || box.Min.X < first.frame.Min.X || box.Max.X > last.frame.Max.X || box.Max.X < first.frame.Max.X {
		t.Errorf("%d lines, legend %v, frames %v and %v", legend.lines(), box, first.frame, last.frame)
	}
	for i, v := range []*view{first, last} {
		if factor := v.frame.Max.Y + 1.3*v.sizes.tick; v.yTicks.factor == "" || box.Min.Y < factor {
			t.Errorf("panel %d: the legend begins at %v, the factor %q ends at %v", i, box.Min.Y, v.yTicks.factor, factor)
		}
	}
	page, _ = figure(func(f *Figure) { // the panel of the legend has none
		for k := range f.Panels[0].Series {
			f.Panels[0].Series[k].Y = []float64{0, float64(k)}
		}
	})
	if v, box := page.axes[2].view, page.axes[0].box; page.axes[0].view.yTicks.factor != "" || box.Min.Y < v.frame.Max.Y+1.3*v.sizes.tick {
		t.Errorf("the legend begins at %v, the factor of another panel is over %v", box.Min.Y, v.frame.Max.Y)
	}
	for name, change := range map[string]func(f *Figure){
		"another legend": func(f *Figure) { f.Panels[2].Legend.Hide = false },
		"rows":           func(f *Figure) { f.Columns = 1 },
	} {
		page, high := figure(change)
		v, box := page.axes[0].view, page.axes[0].box
		if name != "rows" && (page.axes[0].legend.lines() != 5 || high <= low) || box.Max.Y > v.frame.Max.Y+v.over+v.factorRoom()+1e-9 || box.Min.Y < v.frame.Max.Y {
			t.Errorf("%s: %d lines, legend %v, frame %v, height %v, alone %v", name, page.axes[0].legend.lines(), box, v.frame, high, low)
		}
	}
}

// Bars of two lengths reach as far as the numbers say.
func TestBarsOfTwoLengths(t *testing.T) {
	f := &Figure{Panels: []Panel{{Series: []Series{{X: []float64{1, 2}, Y: []float64{0.5, 1}, YErr: []float64{0.2, 0}, YDown: []float64{0.4, 0.3}}}}}}
	x, y := ranges(f.Panels[0].X, f.Panels[0].Y, f.Panels[0].Series)
	if y.min > 0.1 || y.max < 1 || y.max > 1.1 || x.min >= 1 {
		t.Errorf("axes %v, %v", x, y)
	}
	f.Panels[0].Series[0].YDown = []float64{1}
	if err := f.Check(); err == nil {
		t.Error("one length for two points")
	}
}
