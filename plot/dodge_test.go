package plot

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Series whose points lie on each other are drawn side by side, also by programs that read
// a file; others stay, and so do the tables.
func TestDodge(t *testing.T) {
	at := func(y ...float64) Series {
		s := Series{X: []float64{0, 1, 2}, Y: y, Style: Style{Marker: Circle, Line: Solid}, Source: everyRow("success.tsv", 3)}
		s.Source.X, s.Source.Y = "alpha", "probability"
		return s
	}
	line := at(1, 1, 1)
	line.Style.Marker = NoMarker
	before := []Series{at(1, 1, 0), at(1, 0.5, 0), at(0.7, 0.4, 0.2), line}
	got := Dodge(before)
	const half = 2. / 50 / 2
	for i, want := range [][]float64{{-half, 1 - half, 2 - half}, {half, 1 + half, 2 + half}, {0, 1, 2}, {0, 1, 2}} {
		if !slices.Equal(got[i].X, want) || !slices.Equal(before[i].X, []float64{0, 1, 2}) {
			t.Errorf("series %d at %v, before %v", i, got[i].X, before[i].X)
		}
	}
	f := &Figure{Panels: []Panel{{Series: got}}}
	for kind, want := range map[string]string{
		"gnuplot":    "using (column('alpha')-0.02):(column('probability'))",
		"matplotlib": `column("success.tsv", "alpha", range(0, 3))-0.02, column(`,
	} {
		data, err := f.Script(kind)
		if err != nil || !strings.Contains(string(data), want) {
			t.Errorf("%s: %v: no %q in\n%s", kind, err, want, data)
		}
	}
	if got := Dodge(nil); len(got) != 0 {
		t.Error("series out of nothing")
	}
}

// The figure of success dodges: two sizes that always succeed are both seen.
func TestSuccessDodges(t *testing.T) {
	table := columns{"alpha": {0.3, 0.5, 0.3, 0.5}, "probability": {1, 1, 1, 1}, "probability_low": {0.7, 0.7, 0.7, 0.7},
		"probability_high": {1, 1, 1, 1}, "samples": {10, 10, 10, 10}}
	f, err := Success(table, []Key{{"model.n", []string{"101", "101", "201", "201"}}}, SuccessOptions{Samples: 10})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := f.Panels[0].Series[0], f.Panels[0].Series[1]; a.X[0] >= 0.3 || b.X[0] <= 0.3 || a.Y[0] != 1 {
		t.Errorf("points at %v and %v", a.X, b.X)
	}
}

// Points of many sizes move by less than a quarter of the way to the next α, and stay in the frame.
func TestSuccessOfManySizes(t *testing.T) {
	for _, alphas := range [][]float64{{0.4, 0.6}, {0.4, 0.6, 0.65, 0.9}} {
		table, sizes := columns{}, []string(nil)
		for n := range 10 {
			for _, alpha := range alphas {
				for name, value := range map[string]float64{"alpha": alpha, "probability": 1, "probability_low": 0.7, "probability_high": 1, "samples": 10} {
					table[name] = append(table[name], value)
				}
				sizes = append(sizes, strconv.Itoa(101+10*n))
			}
		}
		f, err := Success(table, []Key{{"model.n", sizes}}, SuccessOptions{Samples: 10})
		if err != nil {
			t.Fatal(err)
		}
		p, gap := f.Panels[0], leastGap([]Series{{X: alphas}}, 1)
		for _, s := range p.Series {
			for i, x := range s.X {
				if x < *p.X.Min || x > *p.X.Max || math.Abs(x-alphas[i]) > gap/4+1e-12 {
					t.Errorf("a point of α = %g is at %g in %g…%g", alphas[i], x, *p.X.Min, *p.X.Max)
				}
			}
		}
	}
}
