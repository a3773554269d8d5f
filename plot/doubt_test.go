package plot

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

// Rows of fewer samples than planned, or with unsolved ones, are hollow, those that
// had not converged are crosses, and the legend says so.
func TestDoubtfulRows(t *testing.T) {
	table := columns{
		"alpha": {0.3, 0.3, 0.3, 0.3, 0.3}, "n": {15, 15, 15, 15, 15},
		"distance": {0.3, 0.2, 0.15, 0.1, 0}, "distance_std": {0, 0, 0, 0, 0}, "entropy": {0.3, 0.25, 0.2, 0.1, 0}, "entropy_std": {0, 0, 0, 0, 0},
		"n_samples": {10, 9, 10, 10, 0}, "n_included": {0, 0, 1, 0, 0}, "n_unconverged": {0, 0, 0, 2, 0},
	}
	f, err := LocalEntropy(table, nil, LocalEntropyOptions{Samples: 10})
	if err != nil {
		t.Fatal(err)
	}
	s := f.Panels[0].Series
	if len(s) != 4 || !slices.Equal(s[0].X, []float64{0.3, 0}) || !slices.Equal(s[1].X, []float64{0.2, 0.15}) || !slices.Equal(s[2].X, []float64{0.1}) {
		t.Fatalf("%+v", s)
	}
	if s[0].Style.Hollow || !s[1].Style.Hollow || s[2].Style.Marker != Cross || s[0].Style.Color != s[2].Style.Color || s[0].Name == "" || s[1].Name != s[0].Name {
		t.Errorf("styles %+v", s[:3])
	}
	if names := legendOf(f); !slices.Equal(names, []string{s[0].Name, "all configurations", "fewer than 10 samples, or unsolved ones", "not converged"}) {
		t.Errorf("legend %q", names)
	}
	for _, format := range Formats() {
		render(t, f, format)
	}
	for _, planned := range []int{0, 9} { // the row of nine is as planned
		if f, err = LocalEntropy(table, nil, LocalEntropyOptions{Samples: planned}); err != nil || legendOf(f)[2] != "with unsolved samples" {
			t.Errorf("%d planned: %v, %q", planned, err, legendOf(f))
		}
	}
}

// legendOf are the names in the legend of the first panel.
func legendOf(f *Figure) (names []string) {
	for _, e := range f.entries()[0] {
		names = append(names, e.Name)
	}
	return names
}

// An entropy whose replicon is above 1 is hollow, one at 1 or without is not.
func TestUnstableRows(t *testing.T) {
	table := columns{
		"alpha": {0.3, 0.3, 0.3}, "n": {15, 15, 15}, "distance": {0.3, 0.2, 0.1}, "distance_std": {0, 0, 0}, "entropy": {0.3, 0.25, 0.2}, "entropy_std": {0, 0, 0},
		"n_samples": {10, 10, 10}, "replicon": {0.5, 1, 1.01},
	}
	f, err := LocalEntropy(table, nil, LocalEntropyOptions{Samples: 10})
	if err != nil {
		t.Fatal(err)
	}
	s := f.Panels[0].Series
	if len(s) != 3 || s[0].Style.Hollow || !slices.Equal(s[0].X, []float64{0.3, 0.2}) || !s[1].Style.Hollow || !slices.Equal(s[1].X, []float64{0.1}) || legendOf(f)[2] != "replicon above 1" {
		t.Errorf("%+v", s)
	}
}

// A curve of theory has the colour of the points at its parameters, and the legend
// names its kind once.
func TestTheoryBesidePoints(t *testing.T) {
	curve := func(alpha, ref string) Curve {
		return Curve{Keys: []Key{key("alpha", alpha), key("kappa_ref", ref), key("kappa", "0")}, Series: Series{X: []float64{0, 0.3}, Y: []float64{0, 0.2}}}
	}
	f, err := LocalEntropy(small(), nil, LocalEntropyOptions{Theory: []Curve{curve("0.5", "max"), curve("0.30", "max"), curve("0.3", "0"), curve("0.7", "0")}})
	if err != nil {
		t.Fatal(err)
	}
	s := f.Panels[0].Series
	names := make([]string, len(s))
	for i := range s {
		names[i] = s[i].Name
	}
	if want := []string{`$\alpha$ = 0.3`, `$\alpha$ = 0.5 (no data)`, "", "", "", `$\tilde{κ}$ = $κ_{\mathrm{max}}$`, `$\tilde{κ}$ = 0`,
		`$\alpha$ = 0.7, $\tilde{κ}$ = 0, $\kappa$ = 0`, "all configurations"}; !slices.Equal(names, want) {
		t.Fatalf("names %q", names)
	}
	of := func(i int) color.Color { return s[i].Style.Color }
	if of(2) != of(1) || of(3) != of(0) || of(4) != of(0) || of(7) == of(0) || of(7) == of(1) {
		t.Error("colours of points and curves do not agree")
	}
	if s[2].Style.Line != Solid || s[3].Style.Line != Solid || s[4].Style.Line != DashDotted || s[6].Style.Line != DashDotted || of(5) != color.Color(shade) {
		t.Error("lines do not tell the theories apart")
	}
}

// A theory at P/N goes with the points of that N.
func TestTheoryAtTheLoad(t *testing.T) {
	table := columns{"alpha": {0.3, 0.3}, "n": {51, 101}, "distance": {0.2, 0.2}, "distance_std": {0, 0}, "entropy": {0.3, 0.3}, "entropy_std": {0, 0}}
	at := func(name string, load float64) Curve {
		return Curve{Load: load, Keys: []Key{key("alpha", name), key("kappa_ref", "max")}, Series: Series{X: []float64{0, 0.3}, Y: []float64{0, 0.2}}}
	}
	f, err := LocalEntropy(table, nil, LocalEntropyOptions{Theory: []Curve{at("0.3", 30./101), at("0.29", 15./51)}})
	if err != nil {
		t.Fatal(err)
	}
	s := f.Panels[0].Series
	if len(s) != 6 || s[2].Style.Color != s[1].Style.Color || s[3].Style.Color != s[0].Style.Color || s[4].Name != `$\tilde{κ}$ = $κ_{\mathrm{max}}$` {
		t.Errorf("%+v", s)
	}
}

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
	if f.settled().Panels[0].Legend.Corner != TopLeft {
		t.Error("a corner that was asked for is not kept")
	}
	f.Panels[0].Legend, f.Panels[0].Series = Legend{}, []Series{{Name: "a", X: []float64{0, 1}, Y: []float64{0, 1}}}
	if f.settled().Panels[0].Legend.Corner != Auto {
		t.Error("a legend with room leaves the frame")
	}
}

// A legend above, the only one of its row, spans the row where it takes fewer lines so, over the
// factors of the axes; with another legend, or names of guides over a frame, it keeps to its own.
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
	for name, change := range map[string]func(f *Figure){
		"another legend":  func(f *Figure) { f.Panels[2].Legend.Hide = false },
		"names of guides": func(f *Figure) { f.Panels[1].X.Guides, f.Panels[1].X.Names = []float64{0.5}, []string{"g"} },
		"rows":            func(f *Figure) { f.Columns = 1 },
	} {
		page, high := figure(change)
		v, box := page.axes[0].view, page.axes[0].box
		if name != "rows" && (page.axes[0].legend.lines() != 5 || high <= low) || box.Max.Y > v.frame.Max.Y+v.over+1e-9 || box.Min.Y < v.frame.Max.Y {
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
	if err := f.check(); err == nil {
		t.Error("one length for two points")
	}
}
