package figure

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/kinds"
	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/measure"
	"fbp/model"
	"fbp/plot"
	"fbp/results"
)

// panelsOf is the figure that a config declares, drawn from tables in memory.
func panelsOf(t *testing.T, config string, tables map[string]*results.Table) *plot.Figure {
	t.Helper()
	display, err := displayOf(t, config)
	if err != nil {
		t.Fatal(err)
	}
	f, err := madeOf(display, func(name string) (*results.Table, error) { return tables[name], nil })
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// displayOf is what a config asks for; tables that are written by hand are of no points.
func displayOf(t *testing.T, config string) (Display, error) {
	t.Helper()
	if strings.Contains(config, "[model]") && !strings.Contains(config, "[instance]") {
		config += "\n[instance]\nkind = \"random\"\nalpha = 0.5\n"
	}
	for i := 2; strings.Contains(config, "[[variant]]\n"); i++ { // which differ
		config = strings.Replace(config, "[[variant]]\n", fmt.Sprintf("[[variant]] # %d\nalgorithm.y = %[1]d\n", i), 1)
	}
	p, err := plantest.Try(t, testCatalog(), config)
	if err != nil {
		return Display{}, err
	}
	return Displayed(p), nil
}

// measured is a config whose local entropies are measured, and swept one at two loads.
const (
	measured = `
[model]
kind = "perceptron"
n = 21
[algorithm]
kind = "fbp"
[[measure]]
kind = "local_entropy"
`
	swept = measured + `[sweep]
"instance.alpha" = [0.2, 0.4]
`
)

func rows(t *testing.T, text string) *results.Table {
	t.Helper()
	out, err := results.ReadTSV(strings.NewReader(strings.ReplaceAll(text, " ", "\t")))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A series draws the rows of a variant, or those of the replicas, alone, and its entry
// in the legend is its label.
func TestChosenRows(t *testing.T) {
	f := panelsOf(t, `
[model]
kind = "perceptron"
n = 21
[algorithm]
kind = "fbp"
[[measure]]
kind = "stability"
[[variant]]
name = "a"
[[variant]]
name = "b"
[figure]
kind = "panels"
[[figure.panel]]
series = [
  { table = "stability", variant = "b", of = "replicas", x = "bin_center", y = "density", label = "B" },
  { table = "stability", variant = "b", of = "reference", x = "bin_center", y = "density", label = "R" },
  { table = "stability", of = "replicas", x = "bin_center", y = "density" },
  { table = "stability", variant = "b", where = "density = 6", x = "bin_center", y = "density", label = "six" },
]
`, map[string]*results.Table{
		"stability": rows(t, "variant of bin_center density\na reference 1 2\na replicas 1 3\nb reference 1 4\nb replicas 1 5\nb replicas 2 6\n"),
	})
	got := ""
	for _, s := range f.Panels[0].Series {
		got += fmt.Sprintln(s.Name, s.Y)
	}
	if want := "B [5 6]\nR [4]\na [3]\nb [5 6]\nsix [6]\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// A negated series is drawn at −y, and is no column of its file: a program that draws the
// figure has its numbers. One with a factor is drawn at so many x, and so are its bars. Both are in the labels of axes.
func TestNegate(t *testing.T) {
	f := panelsOf(t, `
[[theory]]
name = "s"
kind = "rs"
alpha = 0.2
kappa = [0, 1]
[figure]
kind = "panels"
[[figure.panel]]
y = { log = true }
series = [{ theory = "s", x = "kappa", y = "entropy", negate = true }, { theory = "s", x = "kappa", y = "d" }]
`, map[string]*results.Table{"theory_s": rows(t, "alpha kappa q entropy d\n0.2 0 .1 -3 5\n0.2 1 .2 -1 6\n")})
	if got := f.Panels[0].Series; fmt.Sprint(got[0].Y, got[1].Y) != "[3 1] [5 6]" {
		t.Errorf("%+v", got)
	}
	if label := f.Panels[0].Y.Label; label != `entropy $−\phi$ (nats per weight)` {
		t.Errorf("the axis is %q", label)
	}
	f = panelsOf(t, measured+`[figure]
kind = "panels"
[[figure.panel]]
series = [{ table = "local_entropy", x = "distance", y = "entropy", x_bar = "distance_std", x_factor = 2 }]
inset = { series = [{ table = "local_entropy", x = "distance", y = "entropy", negate = true }] }
`, map[string]*results.Table{"local_entropy": rows(t, "rho distance distance_std entropy\n1 0.1 0.01 1\n2 0.2 0.02 3\n")})
	p := f.Panels[0]
	if got := p.Series[0]; fmt.Sprint(got.X, got.XErr) != "[0.2 0.4] [0.02 0.04]" || p.X.Label != "distance $2d$" {
		t.Errorf("%+v along %q", got, p.X.Label)
	}
	if in := p.Inset; in.X.Label != "$d$" || in.Y.Label != `$−\phi$` {
		t.Errorf("axes %q and %q of the inset", in.X.Label, in.Y.Label)
	}
}

// A theory gives a curve for each setting, a table one for each point of the
// sweep; equal curves have equal colours in all panels.
func TestPanels(t *testing.T) {
	f := panelsOf(t, swept+`[[theory]]
name = "s"
kind = "rs"
alpha = [0.2, 0.4]
kappa = [0, 1, 2]
[figure]
kind = "panels"
columns = 2
[[figure.panel]]
y = { label = "S", log = true, guides = [1] }
series = [{ theory = "s", x = "kappa", y = "entropy", dashed = "entropy" }, { table = "local_entropy", x = "rho", y = "entropy", y_bar = "entropy_std", label = "BP", color = "black" }]
[figure.panel.inset]
corner = "top_left"
series = [{ theory = "s", x = "q", y = "d", line = "dotted" }]
[[figure.panel]]
legend = "bottom_left"
series = [{ theory = "s", x = "alpha", y = "d", hide = true }, { theory = "s", x = "kappa", y = "d", color = "grey" }]
`, map[string]*results.Table{
		"theory_s":      rows(t, "alpha kappa q entropy d\n0.2 0 .1 3 5\n0.2 1 .2 -1 6\n0.2 2 nan nan nan\n0.4 0 .3 2 7\n0.4 1 .4 1 8\n0.4 2 .5 0 9\n"),
		"local_entropy": rows(t, "alpha rho entropy entropy_std\n0.2 1 10 1\n0.4 1 30 \n0.2 2 20 1\n"),
	})
	if f.WidthCM != plot.TwoColumns || len(f.Panels) != 2 {
		t.Fatalf("%+v", f)
	}
	p := f.Panels[0]
	if p.X.Label != `margin $\kappa$` || p.Y.Label != "S" || !p.Y.Log || len(p.Y.Guides) != 1 || len(p.Series) != 4 {
		t.Fatalf("%+v", p)
	}
	a, b := p.Series[0], p.Series[1]
	if a.Name != `$\alpha$ = 0.2` || b.Y[2] != 0 || len(a.X) != 3 || !a.Dashed[1] || a.Dashed[0] || a.Style.Line != plot.Solid || a.Style.Marker != plot.NoMarker {
		t.Errorf("%+v", a)
	}
	m := p.Series[2]
	if m.Name != `BP, $\alpha$ = 0.2` || len(m.X) != 2 || m.Y[1] != 20 || m.YErr[0] != 1 || m.Style.Color != color.Black || m.Style.Marker != plot.Circle {
		t.Errorf("%+v", m)
	}
	in := p.Inset
	if in.Corner != plot.TopLeft || len(in.Series) != 2 || in.Series[1].X[2] != 0.5 || in.Series[1].Style.Line != plot.Dotted {
		t.Errorf("%+v", in)
	}
	if in.Series[0].Style.Color != a.Style.Color || in.Series[1].Style.Color != b.Style.Color || a.Style.Color == b.Style.Color {
		t.Error("colours of the inset are not those of the panel")
	}
	q := f.Panels[1]
	if q.Legend.Corner != plot.BottomLeft || len(q.Series) != 5 || q.Series[0].Name == "" || q.Series[1].Y[1] != 8 {
		t.Errorf("%+v", q)
	}
	if g, h := q.Series[3].Style, q.Series[4].Style; g.Color != h.Color || g.Line != plot.Solid || h.Line != plot.DashDotted {
		t.Errorf("curves of the same colour: %+v, %+v", g, h)
	}
}

// An axis of distances without a label is d, and D in tables of spherical weights.
func TestPanelsOfDistances(t *testing.T) {
	for columns, want := range map[string]string{
		"rho distance entropy\n1 .1 3\n":                   "distance $d$",
		"lambda distance entropy normalized\n1 .1 -3 -1\n": "distance $D$",
	} {
		f := panelsOf(t, measured+"[figure]\nkind = \"panels\"\n"+
			"[[figure.panel]]\nseries = [{ table = \"local_entropy\", x = \"distance\", y = \"entropy\" }]\n",
			map[string]*results.Table{"local_entropy": rows(t, columns)})
		if got := f.Panels[0].X.Label; got != want {
			t.Errorf("the axis of distances is %s, want %s", got, want)
		}
	}
}

// In a sweep, curves of theory have the colours of the points at their parameters,
// whichever comes first; rows of fewer samples are hollow, and samples are not
// joined.
func TestPanelsOfASweep(t *testing.T) {
	f := panelsOf(t, "samples = 4\n"+swept+`[[theory]]
name = "s"
kind = "franz_parisi"
alpha = [0.4, 0.2, 0.7]
kappa_ref = [0, "max"]
d = 0.1
[figure]
kind = "panels"
[[figure.panel]]
series = [{ theory = "s", x = "d", y = "entropy" }, { table = "local_entropy", x = "distance", y = "entropy", y_bar = "entropy_std", label = "fBP" }]
[[figure.panel]]
series = [{ table = "samples", x = "alpha", y = "solved" }]
`, map[string]*results.Table{
		"theory_s":      rows(t, "alpha kappa_ref d entropy\n0.4 0 0.1 1\n0.4 0.1 0.1 2\n0.2 0 0.1 3\n0.2 0.3 0.1 4\n0.7 0 0.1 5\n0.7 0.1 0.1 6\n"),
		"local_entropy": rows(t, "alpha rho distance entropy entropy_std n_samples n_included n_unconverged\n0.2 1 0.1 3 1 4 0 0\n0.2 2 0.05 2 1 3 0 0\n0.4 1 0.1 1 1 4 0 1\n"),
		"samples":       rows(t, "alpha solved\n0.2 1\n0.2 0\n0.4 1\n"),
	})
	s := f.Panels[0].Series
	if len(s) != 10 { // two entries of theory, one for each kind of line
		t.Fatalf("%d series: %+v", len(s), s)
	}
	for i, want := range []int{7, 7, 6, 6} { // points that theory goes with
		if s[i].Style.Color != s[want].Style.Color {
			t.Errorf("%s is not in the colour of %s", s[i].Name, s[want].Name)
		}
	}
	if s[0].Style.Line != plot.Solid || s[1].Style.Line != plot.DashDotted || s[2].Style.Line != plot.Solid || s[4].Style.Color == s[6].Style.Color || s[4].Style.Color == s[7].Style.Color {
		t.Errorf("lines and colours of theory: %+v", s[:6])
	}
	if s[6].X[1] != 0.05 || s[6].Why[0] != nil || !slices.Equal(s[6].Why[1], []string{"fewer than 4 samples"}) || !slices.Equal(s[7].Why[0], []string{"not converged"}) {
		t.Errorf("marks: %+v", s[6:])
	}
	if p := f.Panels[1].Series[0].Style; p.Line != plot.NoLine || p.Marker == plot.NoMarker {
		t.Errorf("samples are joined: %+v", p)
	}
}

// Where N is swept and P stays, a curve against P/N goes through all N; where P/N stays each N is a curve.
func TestPanelsOfPatternsThatStay(t *testing.T) {
	config := measured + `[sweep]
"model.n" = [101, 201]
[figure]
kind = "panels"
[[figure.panel]]
series = [{ table = "success", x = "alpha", y = "probability" }]
`
	for table, want := range map[string]int{
		"101 0.396 40 0.396 1\n201 0.199 40 0.199 0\n": 1,
		"101 0.396 40 0.4 1\n201 0.398 80 0.4 0\n":     2,
		"20 0.5 10 0.5 1\n21 0.476 10 0.5 0\n":         2, // 0.5 of both, and rounded
	} {
		table = "n load p alpha probability\n" + table
		f := panelsOf(t, config, map[string]*results.Table{"success": rows(t, table)})
		if got := len(f.Panels[0].Series); got != want {
			t.Errorf("%q: %d curves, want %d", table, got, want)
		}
	}
}

// silent is a measurement that does not say what it emits.
type silent struct{ measure.Stability }

// About says nothing.
func (*silent) About() model.About { return model.About{} }

// testCatalog has what the configs of these tests name, but for stabilities: the tables of a
// kind that is not known can have any column.
func testCatalog() *plan.Catalog {
	c := plantest.Catalog()
	c.Measurements["stability"] = func(m model.Model, _ kinds.Algorithm) kinds.Measurement { return &silent{*measure.NewStability(m)} }
	c.Figures = map[string]func() plan.Figure{"local_entropy": func() plan.Figure { return &LocalEntropy{Bars: "std"} }, "panels": func() plan.Figure { return &Panels{} },
		"success": func() plan.Figure { return &Success{Guides: true} }}
	return c
}

// Points at one set of parameters have one colour in panels that draw them from different
// tables, and differ by their lines where both tables are drawn.
func TestColorsOfTables(t *testing.T) {
	f := panelsOf(t, swept+`[figure]
kind = "panels"
[[figure.panel]]
series = [{ table = "local_entropy", x = "distance", y = "entropy" }]
[[figure.panel]]
series = [{ table = "biased_bp", x = "rho", y = "sweeps" }]
[[figure.panel]]
series = [{ table = "local_entropy", x = "rho", y = "entropy" }, { table = "focusing", x = "gamma", y = "q" }]
`, map[string]*results.Table{
		"local_entropy": rows(t, "alpha rho distance entropy\n0.2 1 0.1 3\n0.4 1 0.1 1\n"),
		"biased_bp":     rows(t, "alpha rho sweeps\n0.2 1 3\n0.4 1 2\n"),
		"focusing":      rows(t, "alpha gamma q\n0.2 1 3\n0.4 1 2\n"),
	})
	first, second, third := f.Panels[0].Series, f.Panels[1].Series, f.Panels[2].Series
	seen := map[plot.Style]bool{}
	for i := range 2 {
		if c := first[i].Style.Color; c != second[i].Style.Color || c != third[i].Style.Color {
			t.Errorf("curve %d: %v, %v, %v", i, c, second[i].Style.Color, third[i].Style.Color)
		}
	}
	for i, s := range third {
		if seen[s.Style] || s.Style.Color != first[i%2].Style.Color {
			t.Errorf("look %+v", s.Style)
		}
		seen[s.Style] = true
	}
}

// Local entropies at distances have a curve for each, unless they are drawn against them.
func TestPanelsAtDistances(t *testing.T) {
	const config = `samples = 2
[model]
kind = "perceptron"
n = 21
[instance]
kind = "random"
[algorithm]
kind = "fbp"
[[measure]]
kind = "local_entropy"
[sweep]
"instance.alpha" = [0.3, 0.5]
[collect]
at = { distance = [0.1, 0.2] }
[figure]
kind = "panels"
[[figure.panel]]
series = [{ table = "local_entropy_at", x = "alpha", y = "entropy" }]
[[figure.panel]]
series = [{ table = "local_entropy_at", x = "distance", y = "entropy" }]
`
	f := panelsOf(t, config, map[string]*results.Table{"local_entropy_at": rows(t,
		"alpha\tn\tdistance\tentropy\n0.3\t21\t0.1\t1\n0.3\t21\t0.2\t2\n0.5\t21\t0.1\t3\n0.5\t21\t0.2\t4\n")})
	if label := f.Panels[0].Y.Label; label != `entropy $\phi$ (nats per weight)` {
		t.Errorf("axis %q", label)
	}
	for i, want := range [][]string{{"$d$ = 0.1: [0.3 0.5] [1 3]", "$d$ = 0.2: [0.3 0.5] [2 4]"}, {`$\alpha$ = 0.3: [0.1 0.2] [1 2]`, `$\alpha$ = 0.5: [0.1 0.2] [3 4]`}} {
		var got []string
		for _, s := range f.Panels[i].Series {
			got = append(got, fmt.Sprintf("%s: %v %v", s.Name, s.X, s.Y))
		}
		if !slices.Equal(got, want) {
			t.Errorf("panel %d: %q, want %q", i, got, want)
		}
	}
}

// An end of an axis that is given as 0 is given, and one that is not is left to the data; so is
// the place of an inset.
func TestEnds(t *testing.T) {
	f := panelsOf(t, swept+`[figure]
kind = "panels"
[[figure.panel]]
x = { from = 0 }
y = { to = 6 }
series = [{ table = "local_entropy", x = "rho", y = "entropy" }]
[figure.panel.inset]
left = 0
bottom = 0
x = { to = 0 }
series = [{ table = "local_entropy", x = "rho", y = "entropy" }]
`, map[string]*results.Table{"local_entropy": rows(t, "alpha rho entropy\n0.2 2 4\n0.2 3 5\n")})
	p := f.Panels[0]
	if p.X.Min == nil || *p.X.Min != 0 || p.X.Max != nil || p.Y.Min != nil || p.Y.Max == nil || *p.Y.Max != 6 {
		t.Errorf("axes %+v, %+v", p.X, p.Y)
	}
	if in := p.Inset; in.Left == nil || in.Bottom == nil || in.X.Min != nil || in.X.Max == nil || *in.X.Max != 0 {
		t.Errorf("inset %+v", in)
	}
	if _, err := f.Bytes("svg"); err != nil {
		t.Error(err)
	}
}
