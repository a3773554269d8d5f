package figure

import (
	"slices"
	"testing"

	"fbp/experiment/theories"
	"fbp/plot"
	"fbp/results"
)

// Points of several runs have colours and names of their own; theory that they share, and the bound,
// are there once; what all have in common is the title.
func TestSeveralRuns(t *testing.T) {
	of := func(name, theory, points string) run {
		display, err := displayOf(t, oneSweep+"kind = \"local_entropy\"\n")
		if err != nil {
			t.Fatal(err)
		}
		tables := map[string]*results.Table{"theory_s": rows(t, theory), "local_entropy": rows(t, "alpha n rho distance distance_std entropy entropy_std n_samples\n"+points)}
		r := newRun(display, func(name string) (*results.Table, error) { return tables[name], nil })
		r.own = []theories.NamedValue{{Name: "run", Value: name}}
		return r
	}
	const own = "alpha kappa_ref d entropy\n0.2 0 0.1 -1\n0.2 0 0.2 3\n0.4 0 0.1 -2\n0.4 0 0.2 2\n"
	for _, c := range []struct {
		points, theory, title string
		names                 []string
	}{
		{"0.2 51 1 0.1 0 2 1 4\n0.4 51 1 0.1 0 1 1 4\n", theoryTable, "fBP, $N$ = 51",
			[]string{`a, $\alpha$ = 0.2`, `a, $\alpha$ = 0.4`, `b, $\alpha$ = 0.2`, `b, $\alpha$ = 0.4`, "", "", "theory", "all configurations"}},
		{"0.2 99 1 0.1 0 2 1 4\n", theoryTable, "fBP",
			[]string{`a, $N$ = 51, $\alpha$ = 0.2`, `a, $N$ = 51, $\alpha$ = 0.4`, `b, $N$ = 99, $\alpha$ = 0.2`, "", "", "theory", "all configurations"}},
		{"0.2 51 1 0.1 0 2 1 4\n", own, "fBP, $N$ = 51",
			[]string{`a, $\alpha$ = 0.2`, `a, $\alpha$ = 0.4`, `b, $\alpha$ = 0.2`, "", "", "b", "theory", "all configurations"}},
	} {
		f, err := drawing(of("a", theoryTable, "0.2 51 1 0.1 0 3 1 4\n0.4 51 1 0.1 0 1 1 4\n"), of("b", c.theory, c.points))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		colors := map[any]bool{}
		for _, s := range f.Panels[0].Series {
			if names = append(names, s.Name); s.Style.Marker != plot.NoMarker {
				colors[s.Style.Color] = true
			}
		}
		if !slices.Equal(names, c.names) || f.Panels[0].Legend.Title != c.title || len(colors) < 3 {
			t.Errorf("%q: %q, want %q: %q; %d colours", f.Panels[0].Legend.Title, names, c.title, c.names, len(colors))
		}
	}
	if differs := otherPanels(&Panels{Panels: []Panel{{Panel: plot.Panel{X: plot.Axis{Log: true}}}}}, &Panels{Panels: []Panel{{}}}); differs != "axes" {
		t.Errorf("figures differ in %q", differs)
	}
}
