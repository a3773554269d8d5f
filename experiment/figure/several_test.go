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
}

// Runs are not drawn together whose axes have other labels, also those that follow from columns, or other scales, and none with maps,
// of which there can be one.
func TestOtherPanels(t *testing.T) {
	of := func(change func(*Panel)) run {
		p := Panel{Series: []Drawn{{Table: "stability", X: "bin_center", Y: "density"}}}
		change(&p)
		return run{panels: &Panels{Panels: []Panel{p}}, tables: func(name string) (*results.Table, error) {
			return &results.Table{Columns: map[string][]string{"sphere": {"distance", "normalized"}}[name]}, nil
		}}
	}
	distances := func(table string) func(*Panel) {
		return func(p *Panel) { p.Series = []Drawn{{Table: table, X: "distance", Y: "entropy"}} }
	}
	for _, c := range []struct {
		a, b func(*Panel)
		want string
	}{
		{func(p *Panel) {}, func(p *Panel) { p.Series[0].Table, p.Series[0].YBar = "other", "density_sem" }, ""},
		{func(p *Panel) {}, func(p *Panel) { p.Series[0].X = "eta" }, "axes"},
		{func(p *Panel) { p.X.Label = "x" }, func(p *Panel) { p.X.Label, p.Series[0].X = "x", "eta" }, ""},
		{func(p *Panel) {}, func(p *Panel) { p.X.Log = true }, "axes"},
		{distances("sphere"), distances("sphere"), ""},
		{distances("sphere"), distances("binary"), "axes"},
		{func(p *Panel) {}, func(p *Panel) { p.Inset = &Inset{Series: p.Series} }, "insets"},
		{func(p *Panel) { p.Map = &Map{} }, func(p *Panel) { p.Map = &Map{} }, "maps"},
	} {
		if got := otherPanels(of(c.a), of(c.b)); got != c.want {
			t.Errorf("figures differ in %q, want %q", got, c.want)
		}
	}
}
