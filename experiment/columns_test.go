package experiment

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/experiment/plantest"
	"fbp/experiment/table"
)

// The tables that a config is said to make are those that a run of it makes.
func TestTablesOfAConfig(t *testing.T) {
	const asked = `
samples = 3
[model]
kind = "perceptron"
n = 21
[instance]
kind = "random"
alpha = 0.3
[algorithm]
kind = "fbp"
gamma = { list = [0, 0.5, 1, 10] }
[[measure]]
kind = "local_entropy"
rho = { list = [0.5, 1] }
mutual = true
[[measure]]
kind = "stability"
[sweep]
"algorithm.y" = [3, 5]
[[theory]]
name = "max"
kind = "franz_parisi"
compare = true
d = 0.1
`
	t.Run("binary", func(t *testing.T) { madeAsSaid(t, asked, true) })
	t.Run("spherical", func(t *testing.T) {
		madeAsSaid(t, spectra+"[[measure]]\nkind = \"local_entropy\"\nlambda = { list = [0.1, 0.5] }\n[[measure]]\nkind = \"robustness\"\n", false)
	})
}

// TestVariantsOfEveryKind: a config whose variants all name their own algorithm, as a
// resolved one has it, makes tables too, and its figure is drawn.
func TestVariantsOfEveryKind(t *testing.T) {
	text := strings.Replace(spectra, "[algorithm]\nkind = \"lal\"\n", "", 1)
	for _, name := range []string{"lal", "elal"} {
		text = strings.Replace(text, fmt.Sprintf("name = %q\n", name), fmt.Sprintf("name = %q\n\"algorithm.kind\" = \"lal\"\n", name), 1)
	}
	const figure = "[figure]\nkind = \"panels\"\n[[figure.panel]]\nseries = [{ table = \"hessian\", x = \"rank\", y = \"eigenvalue\" }]\n"
	if s := parsed(t, text+figure); len(s.Points) != 3 {
		t.Errorf("%d points, want 3", len(s.Points))
	}
}

// madeAsSaid runs a config, and compares its tables with those it is said to make:
// exactly, or at least all columns, where each variant adds some of its own.
func madeAsSaid(t *testing.T, asked string, exactly bool) {
	t.Helper()
	s := parsed(t, asked)
	at := s.Distances
	p, err := plan.New(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "run")
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	if _, err := Run(context.Background(), p, Options{Dir: dir, Jobs: 1, Log: log}); err != nil {
		t.Fatal(err)
	}
	paths, _, err := table.Write(context.Background(), p, dir, s.Theories, table.Options{Jobs: 1, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	said := table.Empty(p, at, s.Theories)
	for _, path := range paths {
		made := plantest.Table(t, dir, filepath.Base(path))
		lacks := func(column string) bool { // reasons of numbers stand only where there are some
			return !slices.Contains(said[made.Name].Columns, column) && column != "entropy_reason"
		}
		if exactly && !slices.Equal(said[made.Name].Columns, made.Columns) || slices.ContainsFunc(made.Columns, lacks) {
			t.Errorf("%s: said\n%v\nmade\n%v", made.Name, said[made.Name].Columns, made.Columns)
		}
		for _, column := range made.Columns {
			if strings.HasSuffix(column, "_reason") {
				continue // all empty here
			}
			if _, err := made.Column(column); (err != nil) != slices.Contains(said[made.Name].Texts, column) {
				t.Errorf("%s: column %s is text: %v", made.Name, column, err)
			}
		}
		delete(said, made.Name)
	}
	delete(said, "theory_max")
	if len(said) > 0 {
		t.Errorf("not made: %v", said)
	}
}

// Mistakes of a figure are found with the plan: one line with its place.
func TestFigureMistakes(t *testing.T) {
	lines := strings.Count(plain, "\n") + 1
	const head = "[figure]\nkind = \"panels\"\n[[figure.panel]]\n" // three lines
	const good = `series = [{ table = "samples", x = "errors", y = "q" }]` + "\n"
	for _, c := range []struct{ text, want string }{
		{`series = [{ table = "foo", x = "a", y = "b" }]`, `4: figure.panel[0].series[0].table = "foo": this config makes no such table; known: biased_bp, focusing, `},
		{`series = [{ table = "sample", x = "a", y = "b" }]`, `4: figure.panel[0].series[0].table = "sample": this config makes no such table; did you mean "samples"?`},
		{`series = [{ table = "samples", x = "a", y = "q" }]`, `4: figure.panel[0].series[0].x = "a": samples has no such column; did you mean "q"?`},
		{`series = [{ table = "samples", x = "errors", y = "status" }]`, `4: figure.panel[0].series[0].y = "status": this column holds text; want one of numbers`},
		{`series = [{ table = "focusing", x = "step", y = "q", where = "gama = 1" }]`, `4: figure.panel[0].series[0].where = "gama = 1": focusing has no such column; did you mean "gamma"?`},
		{`series = [{ table = "focusing", x = "step", y = "q", where = "gamma" }]`, `4: figure.panel[0].series[0].where = "gamma": want columns and numbers: "beta = 2", or "n = 501, alpha = 0.5"`},
		{`series = [{ table = "focusing", x = "step", y = "q", y_bar = "q_sdt" }]`, `4: figure.panel[0].series[0].y_bar = "q_sdt": focusing has no such column; did you mean "q_std"?`},
		{strings.Replace(good, "}", `, of = "replicas" }`, 1), `4: figure.panel[0].series[0].of = "replicas": this table tells no replicas from a reference`},
		{strings.Replace(good, "}", `, variant = "a" }`, 1), `4: figure.panel[0].series[0].variant = "a": there is no [[variant]] of this name`},
		{good + `x = { from = 2, to = 1 }`, `5: figure.panel[0].x.to = 1.0: want to > from = 2`},
		{good + `x = { from = inf }`, `5: figure.panel[0].x.from = inf: want a number`},
		{good + `x = { to = nan }`, `5: figure.panel[0].x.to = nan: want a number`},
		{good + `x = { to = 1e300 }`, `5: figure.panel[0].x.to = 1e+300: want a finite end`},
		{good + `y = { from = 0, to = 0 }`, `5: figure.panel[0].y.to = 0.0: want to > from = 0`},
		{good + `y = { from = 0, log = true }`, `5: figure.panel[0].y.from = 0.0: want from > 0 on a logarithmic axis`},
		{good + `y = { to = 0, log = true }`, `5: figure.panel[0].y.to = 0.0: want to > 0 on a logarithmic axis`},
		{good + `y = { from = 0, to = 1, log = true }`, `5: figure.panel[0].y.from = 0.0: want from > 0 on a logarithmic axis`},
		{good + `y = { from = -1, to = 1, log = true }`, `5: figure.panel[0].y.from = -1.0: want from > 0 on a logarithmic axis`},
		{good + `y = { log = true, guides = [1, 0] }`, `5: figure.panel[0].y.guides[1] = 0.0: want a value on the axis`},
		{good + `y = { from = 1, to = 1.00000000000001 }`, `5: figure.panel[0].y.to = 1.00000000000001: want to > from = 1, by more than rounding`},
		{good + `y = { label = '$x' }`, `5: figure.panel[0].y.label = "$x": no closing '$'`},
		{good + `title = '\foo $\foo$'`, `5: figure.panel[0].title = "\\foo $\\foo$": unknown command \foo`},
		{good + "label = \"a\\nb\"", `5: figure.panel[0].label = "a\nb": '\n' cannot be drawn`},
		{strings.Replace(good, "}", ", label = '$' }", 1), `4: figure.panel[0].series[0].label = "$": no closing '$'`},
		{strings.Replace(good, "}", ", x_factor = -1 }", 1), `4: figure.panel[0].series[0].x_factor = -1: want 0 < x_factor`},
		{good + "[figure.panel.inset]\nwidth = 0.7\nleft = 0.4\n" + good, `6: figure.panel[0].inset.width = 0.7: want at most 0.6, which is left of the panel`},
		{good + "[figure.panel.inset]\nwidth = 0\n" + good, `6: figure.panel[0].inset.width = 0: want 0 < width <= 1`},
		{good + "[figure.panel.inset]\nx = { from = 0, log = true }\n" + good, `6: figure.panel[0].inset.x.from = 0.0: want from > 0 on a logarithmic axis`},
		{good + "[figure.panel.inset]\nx = { from = 1, to = -1 }\n" + good, `6: figure.panel[0].inset.x.to = -1.0: want to > from = 1`},
	} {
		line, rest, _ := strings.Cut(c.want, ":")
		at := map[string]int{"4": 3, "5": 4, "6": 5}[line] + lines
		_, err := plan.Parse(t.Context(), "x.toml", plain+head+c.text+"\n", nil, Standard())
		if want := "x.toml:" + strconv.Itoa(at) + ":" + rest; err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	for size, want := range map[string]string{
		"width = 101": "figure.width = 101", "height = -1": "figure.height = -1", "columns = 21": "figure.columns = 21",
		"width = 2": "figure.width: a figure of 2 cm × 1.4 cm: want at least 2.5 cm × 2.5 cm for each panel", "height = 2": "figure.height: a figure of 8.6 cm × 2 cm: want at least",
	} {
		_, err := plan.Parse(t.Context(), "x.toml", plain+"[figure]\nkind = \"panels\"\n"+size+"\n[[figure.panel]]\n"+good, nil, Standard())
		if err == nil || !strings.HasPrefix(err.Error(), "x.toml:"+strconv.Itoa(lines+2)+": "+want) {
			t.Errorf("%s: %v", size, err)
		}
	}
	none := "[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"random\"\nalpha = 0.3\n[algorithm]\nkind = \"fbp\"\n[figure]\nkind = \"local_entropy\"\n"
	if _, err := plan.Parse(t.Context(), "x.toml", none, nil, Standard()); err == nil || err.Error() != `x.toml:10: figure.kind = "local_entropy": nothing in this config measures the local entropy` {
		t.Error(err)
	}
}

// What a legend would name and the font cannot show is found with the plan, whichever figure the config
// asks for, and is no mistake where it asks for none: then there is none.
func TestNamesOfLegends(t *testing.T) {
	const bad = "\"∇\": the font has no '∇'"
	const success, entropy = "[figure]\nkind = \"success\"\n", "[figure]\nkind = \"local_entropy\"\n"
	sweep := "[sweep]\n\"instance.alpha\" = [0.2, 0.3]\n"
	for _, c := range []struct{ text, want string }{
		{"[[variant]]\nname = \"a\"\n[[variant]]\nname = \"∇\"\n" + sweep + success, "variant.name = " + bad},
		{"[[variant]]\nname = \"∇\"\n[[measure]]\nkind = \"local_entropy\"\n" + entropy, "variant.name = " + bad},
		{"[[variant]]\nname = \"∇\"\n[figure]\nkind = \"panels\"\n[[figure.panel]]\nseries = [{ table = \"samples\", x = \"errors\", y = \"q\" }]\n", "variant.name = " + bad},
		{"[[theory]]\nkind = \"franz_parisi\"\nlabel = \"∇\"\nkappa_ref = 0\nd = 0.1\n[[measure]]\nkind = \"local_entropy\"\n" + entropy, "theory.franz_parisi.label = " + bad},
		{"[[theory]]\nkind = \"franz_parisi\"\nlabel = \"$x\"\nkappa_ref = 0\nd = 0.1\n[[measure]]\nkind = \"local_entropy\"\n" + entropy, "theory.franz_parisi.label = \"$x\": no closing '$'"},
		{"[[variant]]\nname = \"costs $5, é, ∞\"\n" + sweep, ""},
		{"[[variant]]\nname = \"∇\"\n" + sweep, ""},
	} {
		_, err := plan.Parse(t.Context(), "x.toml", plainSearch+c.text, nil, Standard())
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasSuffix(err.Error(), ": "+c.want) || !strings.HasPrefix(err.Error(), "x.toml:")) {
			t.Errorf("%s\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

const plainSearch = "[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"random\"\nalpha = 0.3\n[algorithm]\nkind = \"fbp\"\n"
