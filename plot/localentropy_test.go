package plot

import (
	"math"
	"os"
	"strings"
	"testing"

	"fbp/results"
)

// reference is a table of an independent implementation, see its header.
func reference(t *testing.T) *results.Table {
	t.Helper()
	f, err := os.Open("testdata/local_entropy.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	table, err := results.ReadTSV(f)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestLocalEntropy(t *testing.T) {
	table := reference(t)
	f, err := LocalEntropy(table, nil, LocalEntropyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p := f.Panels[0]
	if len(p.Series) != 2 || p.Series[0].Name != `$\alpha$ = 0.5, $N$ = 2001` || p.Series[1].Name != "all configurations" {
		t.Fatalf("series %+v", p.Series)
	}
	points := p.Series[0]
	for name, got := range map[string][]float64{
		"distance": points.X, "distance_std": points.XErr, "entropy": points.Y, "entropy_std": points.YErr,
	} {
		want, err := table.Column(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s of row %d: %g, want %g", name, i, got[i], want[i])
			}
		}
	}
	if *p.X.Min != 0 || *p.X.Max < 0.2632 || *p.X.Max > 0.28 || *p.Y.Min != 0 || *p.Y.Max < 0.33 || *p.Y.Max > 0.42 {
		t.Errorf("axes %v %v", p.X, p.Y)
	}
	for _, format := range Formats() {
		if n := len(render(t, f, format)); n < 10_000 {
			t.Errorf("%s of %d bytes", format, n)
		}
	}
}

// The dashed line is −d ln d − (1−d) ln(1−d); the points lie under it.
func TestGeometricBound(t *testing.T) {
	for d, want := range map[float64]float64{0: 0, 1: 0, 0.5: math.Ln2, 0.25: 0.5623351446188083} { // ln 4 − ¾ ln 3
		if got := GeometricBound(d); math.Abs(got-want) > 1e-15 {
			t.Errorf("d = %g: %g, want %g", d, got, want)
		}
	}
	f, err := LocalEntropy(reference(t), nil, LocalEntropyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	points, bound := f.Panels[0].Series[0], f.Panels[0].Series[1]
	for i, d := range bound.X {
		want := 0.0
		if d > 0 {
			want = -d*math.Log(d) - (1-d)*math.Log(1-d)
		}
		if math.Abs(bound.Y[i]-want) > 1e-15 { // log1p against log of numbers below 1
			t.Errorf("d = %g: %g, want %g", d, bound.Y[i], want)
		}
	}
	if bound.X[0] != 0 || bound.X[len(bound.X)-1] != *f.Panels[0].X.Max || bound.Style.Line != Dashed {
		t.Errorf("bound from %g to %g", bound.X[0], bound.X[len(bound.X)-1])
	}
	for i, d := range points.X {
		if points.Y[i] > GeometricBound(d) {
			t.Errorf("d = %g: more solutions than configurations", d)
		}
	}
}

// TestDistanceSymbol: the distance of spherical weights is D, twice the d of binary
// ones at the same overlap.
func TestDistanceSymbol(t *testing.T) {
	table := columns{"distance": {0.3, 0.2}, "distance_std": {0, 0}, "entropy": {-0.3, -0.4}, "entropy_std": {0, 0}}
	for _, want := range []string{"$d$", "$D$"} {
		f, err := LocalEntropy(table, nil, LocalEntropyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Panels[0].X.Label; got != want || DistanceSymbol(table) != want {
			t.Errorf("the axis of distances is %s, want %s", got, want)
		}
		table["normalized"] = []float64{-0.01, -0.02}
	}
}

// columns is a table in memory.
type columns map[string][]float64

func (c columns) Column(name string) ([]float64, error) {
	if v, ok := c[name]; ok {
		return v, nil
	}
	return nil, os.ErrNotExist
}

func small() columns {
	nan := math.NaN()
	return columns{
		"alpha": {0.3, 0.3, 0.5, 0.5}, "n": {15, 15, 15, 15},
		"distance": {0.2, 0.1, nan, nan}, "distance_std": {0.01, 0.01, nan, nan}, "distance_sem": {0.001, 0.001, nan, nan},
		"entropy": {0.3, 0.2, nan, nan}, "entropy_std": {0.02, 0.02, nan, nan}, "entropy_sem": {0.002, 0.002, nan, nan},
		"entropy_cv": {0.31, 0.21, nan, nan}, "entropy_cv_sem": {0.0002, 0.0002, nan, nan},
	}
}

func TestLocalEntropyOptions(t *testing.T) {
	theory := Curve{Label: "theory", Series: Series{X: []float64{0, 0.4}, Y: []float64{-0.1, 0.5}}}
	f, err := LocalEntropy(small(), nil, LocalEntropyOptions{Reduced: true, Theory: []Curve{theory}})
	if err != nil {
		t.Fatal(err)
	}
	p := f.Panels[0]
	names := make([]string, len(p.Series))
	for i, s := range p.Series {
		names[i] = s.Name
	}
	if got := strings.Join(names, "; "); got != `$\alpha$ = 0.3; $\alpha$ = 0.5 (no data); theory; all configurations` {
		t.Errorf("series %s", got)
	}
	if p.Legend.Title != "$N$ = 15" {
		t.Errorf("title %q", p.Legend.Title)
	}
	if s := p.Series[0]; s.Y[0] != 0.31 || s.YErr[0] != 0.0002 || s.XErr[0] != 0.001 {
		t.Errorf("noise-reduced: %v", s)
	}
	if p.Series[2].Style.Color != Color(2) || p.Series[1].Style.Marker == p.Series[0].Style.Marker {
		t.Error("series look alike")
	}
	if *p.Y.Min >= -0.1 { // theory counts, within the distances of the points
		t.Errorf("y from %g", *p.Y.Min)
	}
	render(t, f, "svg")

	f, err = LocalEntropy(small(), nil, LocalEntropyOptions{Bars: "sem"})
	if err != nil || f.Panels[0].Series[0].YErr[1] != 0.002 {
		t.Errorf("standard errors: %v", err)
	}
}

func TestLocalEntropyRefuses(t *testing.T) {
	without := small()
	delete(without, "entropy_std")
	for name, try := range map[string]func() error{
		"bars": func() error { _, err := LocalEntropy(small(), nil, LocalEntropyOptions{Bars: "both"}); return err },
		"std of reduced": func() error {
			_, err := LocalEntropy(small(), nil, LocalEntropyOptions{Bars: "std", Reduced: true})
			return err
		},
		"column": func() error { _, err := LocalEntropy(without, nil, LocalEntropyOptions{}); return err },
		"no rows": func() error {
			_, err := LocalEntropy(columns{"distance": {}, "distance_std": {}, "entropy": {}, "entropy_std": {}}, nil, LocalEntropyOptions{})
			return err
		},
		"short key": func() error {
			_, err := LocalEntropy(small(), []Key{{"a.b", []string{"1"}}}, LocalEntropyOptions{})
			return err
		},
	} {
		if err := try(); err == nil || !strings.HasPrefix(err.Error(), "plot: local entropy: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
