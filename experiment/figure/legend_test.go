package figure

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/theories"
	"fbp/internal/scratch"
	"fbp/plot"
	"fbp/results"
)

const oneSweep = "samples = 4\n" + swept + `[[theory]]
name = "s"
kind = "franz_parisi"
alpha = [0.2, 0.4]
kappa_ref = 0
d = [0.1, 0.2]
[figure]
`

var theoryTable = "alpha kappa_ref d entropy\n0.2 0 0.1 -1\n0.2 0 0.2 3\n0.4 0 0.1 -1\n0.4 0 0.2 2\n"

// A figure of local entropy names the solver, and its theory is dashed where the entropy
// is negative.
func TestLegendOfLocalEntropy(t *testing.T) {
	f := panelsOf(t, oneSweep+"kind = \"local_entropy\"\n", map[string]*results.Table{
		"theory_s":      rows(t, theoryTable),
		"local_entropy": rows(t, "alpha n rho distance distance_std entropy entropy_std n_samples\n0.2 51 1 0.1 0 3 1 4\n0.4 51 1 0.1 0 1 1 4\n"),
	})
	p := f.Panels[0]
	if p.Legend.Title != "fBP, $N$ = 51" {
		t.Errorf("title %q", p.Legend.Title)
	}
	dashed := 0
	for _, s := range p.Series {
		if slices.Equal(s.Dashed, []bool{true, false}) {
			dashed++
		}
	}
	if dashed != 2 {
		t.Errorf("%d curves are dashed where they are negative, want 2", dashed)
	}
	var names []string
	for _, s := range p.Series {
		names = append(names, s.Name)
	}
	if want := []string{`$\alpha$ = 0.2`, `$\alpha$ = 0.4`, "", "", "theory", "all configurations"}; !slices.Equal(names, want) || p.Series[2].Style.Color != p.Series[0].Style.Color {
		t.Errorf("names %q, want %q", names, want)
	}
}

// A figure of success has a curve for each size, rising in α, with the interval; rows of fewer samples
// are hollow. Figures of one point name it.
func TestPresets(t *testing.T) {
	const head = "samples = 3\n" + measured + "[figure]\n"
	f := panelsOf(t, strings.Replace(head, "[figure]", "[sweep]\n\"model.n\" = [51, 101]\n\"instance.alpha\" = [0.7, 0.6]\n[figure]", 1)+"kind = \"success\"\nguides = false\n", map[string]*results.Table{
		"success": rows(t, "n alpha samples probability probability_low probability_high\n51 0.7 3 0.5 0.2 0.8\n51 0.6 3 1 0.7 1\n101 0.7 2 0.5 0.2 0.8\n101 0.6 3 1 0.7 1\n")})
	s := f.Panels[0].Series
	if len(s) != 2 || s[0].Name != "$N$ = 51" || !slices.Equal(s[0].X, []float64{0.6, 0.7}) || s[0].Style.Marker == s[1].Style.Marker || s[0].Why != nil || s[1].Why[0] != nil || !slices.Equal(s[1].Why[1], []string{"fewer than 3 samples"}) || f.Panels[0].Legend.Title != "fBP" {
		t.Errorf("%+v", f.Panels[0])
	}
	f = panelsOf(t, head+"kind = \"local_entropy\"\nbars = \"sem\"\nreduced = true\n", map[string]*results.Table{
		"local_entropy": rows(t, "alpha n rho distance distance_sem entropy_cv entropy_cv_sem normalized n_samples\n0.2 51 1 0.1 0 3 1 0 3\n")})
	if p := f.Panels[0]; p.Series[0].Name != `fBP, $\alpha$ = 0.2, $N$ = 51` || p.Legend.Title != "" || p.X.Label != "distance $D$" {
		t.Errorf("%+v", p)
	}
}

// A curve goes by what others of its label have otherwise.
func TestNamed(t *testing.T) {
	of := func(label, ref string, hide bool) curve {
		return curve{label: label, drawn: Drawn{Hide: hide}, settings: []theories.NamedValue{{Name: "alpha", Value: "0.5"}, {Name: "kappa_ref", Value: ref}}}
	}
	curves := []curve{of("", "0", false), of("", "max", false), of("bound", "max", false), of("", "0.1", true)}
	var names []string
	name(curves)
	for _, c := range curves {
		names = append(names, c.Name)
	}
	if want := []string{`$\tilde{κ}$ = 0`, `$\tilde{κ}$ = $κ_{\mathrm{max}}$`, "bound", ""}; !slices.Equal(names, want) {
		t.Errorf("names %q, want %q", names, want)
	}
	if name(curves[:1]); curves[0].Name != `$\alpha$ = 0.5, $\tilde{κ}$ = 0` {
		t.Errorf("a single curve goes by %q", curves[0].Name)
	}
}

// A theory whose points are missing has their entry in the legend, without the label of the points.
func TestTheoryWithoutPoints(t *testing.T) {
	for label, solved := range map[string]string{"": `$\alpha$ = 0.2`, "fBP": `fBP, $\alpha$ = 0.2`} {
		f := panelsOf(t, oneSweep+`kind = "panels"
[[figure.panel]]
series = [{ theory = "s", x = "d", y = "entropy", hide = true }, { table = "local_entropy", x = "distance", y = "entropy", y_bar = "entropy_std", label = "`+label+`" }]
`, map[string]*results.Table{
			"theory_s":      rows(t, theoryTable),
			"local_entropy": rows(t, "alpha n rho distance distance_std entropy entropy_std n_samples\n0.2 51 1 0.1 0 3 1 4\n0.4 51 1 nan nan nan nan 4\n"),
		})
		var names []string
		for _, s := range f.Panels[0].Series {
			names = append(names, s.Name)
		}
		if want := []string{"", "", solved, `$\alpha$ = 0.4`, "theory"}; !slices.Equal(names, want) || f.Panels[0].Series[3].Style != f.Panels[0].Series[1].Style {
			t.Errorf("names %q, want %q", names, want)
		}
	}
}

// Intervals with two ends, names of guides, and insets with the labels
// of their panel, or those of their own columns.
func TestIntervalsAndInsets(t *testing.T) {
	f := panelsOf(t, oneSweep+`kind = "panels"
[[figure.panel]]
x = { guides = [0.3], names = ['$\alpha_c$'] }
y = { label = "solved (share)" }
series = [
  { table = "success", x = "alpha", y = "probability", y_low = "probability_low", y_high = "probability_high", label = "a" },
  { table = "success", x = "alpha", y = "probability", y_low = "probability_low", y_high = "probability_high", label = "b", color = "black" },
]
[figure.panel.inset]
series = [{ table = "success", x = "samples", y = "probability" }]
`, map[string]*results.Table{
		"success": rows(t, "alpha probability probability_low probability_high samples\n0.2 0.5 0.25 0.875 4\n0.4 1 0.75 1 4\n"),
	})
	p := f.Panels[0]
	s := p.Series[0]
	if len(p.Series) != 2 || !slices.Equal(s.YErr, []float64{0.375, 0}) || !slices.Equal(s.YDown, []float64{0.25, 0.25}) || s.Style.Marker != plot.Circle {
		t.Errorf("%+v", p.Series)
	}
	if in := p.Inset; !slices.Equal(p.X.Names, []string{`$\alpha_c$`}) || in.X.Label != "samples" || in.Y.Label != "solved" {
		t.Errorf("guides %v; labels of the inset %q and %q", p.X.Names, in.X.Label, in.Y.Label)
	}
}

// What cannot be drawn is a mistake with its place.
func TestRefusedIntervals(t *testing.T) {
	for panel, want := range map[string]string{
		"y = { guides = [1], names = [\"a\", \"b\"] }\nseries = [{ table = \"success\", x = \"alpha\", y = \"probability\" }]\n":               `figure.panel[0].y.names = "a": want a name for each of the guides: 1, not 2`,
		"x = { guides = [1, 2], names = [\"a\"] }\nseries = [{ table = \"success\", x = \"alpha\", y = \"probability\" }]\n":                   `names = "a": want a name for each of the guides: 2, not 1`,
		"x = { guides = [1], names = [\"$\"] }\nseries = [{ table = \"success\", x = \"alpha\", y = \"probability\" }]\n":                      `names[0] = "$": `,
		"series = [{ table = \"success\", x = \"alpha\", y = \"probability\", y_low = \"probability_low\" }]\n":                                "want y_low and y_high together",
		"series = [{ table = \"success\", x = \"alpha\", y = \"probability\", y_low = \"probability_low\", y_high = \"probability_hihg\" }]\n": "did you mean \"probability_high\"?",
	} {
		if _, err := displayOf(t, oneSweep+"kind = \"panels\"\n[[figure.panel]]\n"+panel); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q:\n%v, want %s", panel, err, want)
		}
	}
}

// Curves of theory with a line of their own have the colours of those of another theory at the same
// parameters, though the theories differ in one.
func TestLikeAnotherTheory(t *testing.T) {
	text := oneSweep + `kind = "panels"
[[figure.panel]]
series = [
  { theory = "s", x = "d", y = "entropy" },
  { theory = "margin", x = "d", y = "entropy", line = "dashed" },
]
[[theory]]
name = "margin"
kind = "franz_parisi"
alpha = [0.4, 0.2]
kappa_ref = "max"
d = [0.1, 0.2]
`
	f := panelsOf(t, text, map[string]*results.Table{
		"theory_s":      rows(t, theoryTable),
		"theory_margin": rows(t, "alpha kappa_ref d entropy\n0.4 1 0.1 -1\n0.4 1 0.2 3\n0.2 1 0.1 -1\n0.2 1 0.2 2\n"),
	})
	s := f.Panels[0].Series
	if len(s) != 4 || s[2].Style.Color != s[1].Style.Color || s[3].Style.Color != s[0].Style.Color || s[0].Style.Color == s[1].Style.Color || s[2].Style.Line != plot.Dashed {
		t.Errorf("%+v", s)
	}
}

// In the figures of the documents the entropies of theory are dashed where they are
// negative, which no number of binary weights has.
func TestNegativeEntropiesAreDashed(t *testing.T) {
	files, err := filepath.Glob("../../configs/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	drawn := 0
	for _, file := range files {
		text := scratch.Read(t, file)
		spherical := strings.Contains(text, `weights = "spherical"`) // relative to the volume of the sphere
		for line := range strings.Lines(text) {
			if spherical || !strings.Contains(line, "theory = ") || !strings.Contains(line, ` y = "entropy"`) {
				continue
			}
			drawn++
			if !strings.Contains(line, `dashed = "entropy"`) {
				t.Errorf("%s: %s", file, line)
			}
		}
	}
	if drawn < 20 {
		t.Errorf("%d curves of entropy", drawn)
	}
}

// A curve of theory that is about something else than the experiment says in what, in figures of
// local entropies and in panels, unless the panel names it; the label of a theory stays.
func TestLegendOfOtherTheory(t *testing.T) {
	config := `[model]
kind = "perceptron"
n = 51
kappa = 0.3
[instance]
kind = "random"
alpha = 0.4
[algorithm]
kind = "fbp"
[[measure]]
kind = "local_entropy"
`
	for _, c := range []struct{ keys, want string }{
		{"", `$\alpha$ = 0.4, $\tilde{κ}$ = $κ_{\mathrm{max}}$, $\kappa$ = 0.3`},
		{"label = \"ours\"\n", "ours"},
		{"kappa = 0.0\n", `$\kappa$ = 0`},
		{"kappa = 0.0\nlabel = \"ours\"\n", `ours, $\kappa$ = 0`},
		{"labels = \"teacher\"\n", "labels = teacher"},
		{"kappa_ref = 0.1\n", `$\tilde{κ}$ = 0.1`},
	} {
		theory := "[[theory]]\nname = \"s\"\nkind = \"franz_parisi\"\nalpha = 0.4\nd = [0.1, 0.2]\n" + c.keys
		tables := map[string]*results.Table{
			"theory_s":      rows(t, "alpha kappa_ref d entropy\n0.4 0 0.1 -1\n0.4 0 0.2 3\n"),
			"local_entropy": rows(t, "alpha n rho distance distance_std entropy entropy_std n_samples\n0.4 51 1 0.1 0 3 1 4\n"),
		}
		for figure, want := range map[string]string{
			"[figure]\nkind = \"local_entropy\"\n": c.want,
			"[figure]\nkind = \"panels\"\n[[figure.panel]]\nseries = [{ theory = \"s\", x = \"d\", y = \"entropy\" }, { table = \"local_entropy\", x = \"distance\", y = \"entropy\", label = \"points\" }]\n": c.want,
			"[figure]\nkind = \"panels\"\n[[figure.panel]]\nseries = [{ theory = \"s\", x = \"d\", y = \"entropy\", label = \"its own\" }]\n":                                                                  "its own",
		} {
			f := panelsOf(t, config+theory+figure, tables)
			if !slices.ContainsFunc(f.Panels[0].Series, func(s plot.Series) bool { return s.Name == want }) {
				t.Errorf("%s%s: no %q among %+v", c.keys, figure, want, f.Panels[0].Series)
			}
		}
	}
}

// A theory that has a single threshold of α is a guide of the success, named by what it is
// about if that is something else; one that is a guide already is none.
func TestGuidesOfTheory(t *testing.T) {
	config := "[model]\nkind = \"perceptron\"\nn = 51\n[instance]\nkind = \"random\"\n[algorithm]\nkind = \"fbp\"\n" +
		"[[theory]]\nname = \"own\"\nkind = \"capacity\"\n[[theory]]\nname = \"other\"\nkind = \"capacity\"\nkappa = 0.3\n[[theory]]\nname = \"several\"\nkind = \"capacity\"\nkappa = [0.1, 0.2]\n" +
		"[[theory]]\nname = \"bound\"\nkind = \"capacity\"\nweights = \"spherical\"\nansatz = \"rs\"\nkappa = -0.5\n" +
		"[sweep]\n\"instance.alpha\" = [0.2, 0.4]\n"
	display, err := displayOf(t, config)
	if err != nil {
		t.Fatal(err)
	}
	display.Figure, display.Samples = &Success{Guides: true}, 4
	tables := map[string]*results.Table{
		"success":        rows(t, "alpha n solved samples probability probability_low probability_high\n0.2 51 4 4 1 0.5 1\n0.4 51 2 4 0.5 0.2 0.8\n"),
		"theory_own":     rows(t, "kappa alpha_c\n0 0.83307859974\n"),
		"theory_other":   rows(t, "kappa alpha_c\n0.3 0.6\n"),
		"theory_bound":   {Columns: []string{"alpha_c", "note"}, Rows: [][]results.Value{{results.Num(0.5), results.Text("an upper bound: replica symmetry is unstable")}}},
		"theory_several": rows(t, "kappa alpha_c\n0.1 0.7\n0.2 0.65\n"),
	}
	f, err := madeOf(display, func(name string) (*results.Table, error) { return tables[name], nil })
	if err != nil {
		t.Fatal(err)
	}
	x := f.Panels[0].X
	if len(x.Names) != 4 || x.Names[0] != `$\alpha\prime_u$` || x.Names[1] != `$\alpha_c$` || x.Names[2] != `$\alpha_c$ ($\kappa$ = 0.3)` || x.Guides[2] != 0.6 || !strings.Contains(x.Names[3], "upper bound") {
		t.Errorf("guides %v at %v", x.Names, x.Guides)
	}
	if s := f.Panels[0].Series; len(s) != 1 {
		t.Errorf("drawn are %+v", s)
	}
	own := display.Panels()
	own.Panels[0].X.Guides = []float64{0.3}
	display.Figure = own
	if f, err = madeOf(display, func(name string) (*results.Table, error) { return tables[name], nil }); err != nil {
		t.Fatal(err)
	}
	if x := f.Panels[0].X; len(x.Names) != 5 || len(x.Guides) != 5 || x.Guides[0] != 0.3 || x.Names[0] != "" || x.Names[1] != `$\alpha\prime_u$` {
		t.Errorf("beside one of the config without a name: guides %q at %v", x.Names, x.Guides)
	}
}

// Theory that no panel of a written [figure] draws is named.
func TestTheoryInNoPanel(t *testing.T) {
	display, err := displayOf(t, strings.Replace(oneSweep, "[figure]", "[[theory]]\nname = \"lost\"\nkind = \"rs\"\nalpha = 0.2\n[figure]", 1)+
		"kind = \"panels\"\n[[figure.panel]]\nseries = [{ table = \"local_entropy\", x = \"rho\", y = \"entropy\" }]\n[figure.panel.inset]\nseries = [{ theory = \"s\", x = \"d\", y = \"entropy\" }]\n")
	if err != nil {
		t.Fatal(err)
	}
	r := newRun(display, nil)
	if got := r.absent(r.panels.Panels); !slices.Equal(got, []string{`theory "lost" is in no panel: [figure] has no series of it`}) {
		t.Errorf("%q", got)
	}
}
