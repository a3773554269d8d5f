package experiment

import (
	"strings"
	"testing"

	"fbp/experiment/figure"
	"fbp/experiment/plan"
)

// A figure of panels is resolved into sections of its own, which mean the same.
func TestPanelsResolved(t *testing.T) {
	s := parsed(t, curved+`
[figure]
kind = "panels"
width = 10

[[figure.panel]]
x = { label = '$d$', from = 0, to = 0.3 }
series = [
  { theory = "max", x = "d", y = "entropy", dashed = "entropy" },
  { table = "local_entropy", x = "distance", y = "entropy", y_bar = "entropy_std", color = "black" },
]

[figure.panel.inset]
x = { from = 1e-4, to = 0.3, log = true }
series = [{ theory = "max", x = "d", y = "slope" }]

[[figure.panel]]
legend = "none"
series = [{ theory = "max", x = "d", y = "p" }]
`)
	text := string(s.Resolved(""))
	for _, want := range []string{"[figure]\nkind    = \"panels\"\nwidth   = 10.0\n", "\n[[figure.panel]]\n", "\n[figure.panel.inset]\n", "\n[[figure.panel.inset.series]]\n",
		"\n[[figure.panel.series]]\ntheory = \"max\"\nx      = \"d\"\ny      = \"entropy\"\ndashed = \"entropy\"\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	again := parsed(t, text)
	if got := string(again.Resolved("")); got != text {
		t.Errorf("resolved twice:\n%s\nonce:\n%s", got, text)
	}
	f := again.Figure().(*figure.Panels)
	if len(f.Panels) != 2 || *f.Panels[0].Inset.X.Min != 1e-4 || *f.Panels[0].X.Max != 0.3 || f.Panels[1].Legend != "none" {
		t.Errorf("figure %+v", f)
	}
}

// Mistakes in panels are found where they stand, before anything is drawn.
func TestPanelMistakes(t *testing.T) {
	const head = "[[theory]]\nname = \"max\"\nkind = \"franz_parisi\"\nalpha = 0.5\nd = 0.1\n[figure]\nkind = \"panels\"\n" // seven lines
	const panel = "[[figure.panel]]\n"
	series := func(s string) string { return panel + "series = [" + s + "]\n" }
	for _, c := range []struct{ text, want string }{
		{"", `6: figure.panel: missing; want [[figure.panel]] with series`},
		{panel, `8: figure.panel[0].series: missing; want a list of { theory = "...", x = "...", y = "..." }`},
		{series(`{ x = "d", y = "p" }`), `9: figure.panel[0].series[0]: want theory or table, one of them`},
		{series(`{ theory = "max", table = "m", x = "d", y = "p" }`), `9: figure.panel[0].series[0]: want theory or table, one of them`},
		{series(`{ theory = "max", x = "d" }`), `9: figure.panel[0].series[0].y: missing; want the name of a column`},
		{series("\n{ theory = \"max\", x = \"d\", y = \"p\" },\n{ theory = \"mex\", x = \"d\", y = \"p\" }"),
			`11: figure.panel[0].series[1].theory = "mex": there is no [[theory]] of this name; did you mean "max"?`},
		{panel + "[[figure.panel.series]]\ntheory = \"max\"\nx = \"d\"\ny = \"entorpy\"\n",
			`12: figure.panel[0].series[0].y = "entorpy": franz_parisi has no such column; did you mean "entropy"?`},
		{series(`{ theory = "max", x = "d", y = "p", colour = "red" }`), `9: figure.panel[0].series[0].colour: unknown key; did you mean "color"?`},
		{series(`{ theory = "max", x = "d", y = "p", color = "red" }`),
			`9: figure.panel[0].series[0].color = "red": want "auto", "black", "blue", "vermillion", "green", "purple", "orange", "sky" or "grey"`},
		{series(`{ theory = "max", x = "d", y = "p", line = "none" }`), `9: figure.panel[0].series[0].line = "none": want a line or a marker`},
		{series(`{ theory = "max", x = "d", y = "p" }`) + "[figure.panel.inset]\n" + `series = [{ theory = "no", x = "d", y = "p" }]`,
			`11: figure.panel[0].inset.series[0].theory = "no": there is no [[theory]] of this name; known: max`},
	} {
		_, err := plan.Parse(t.Context(), "x.toml", head+c.text, nil, Standard())
		if err == nil || err.Error() != "x.toml:"+c.want {
			t.Errorf("got  %v\nwant x.toml:%s", err, c.want)
		}
	}
}

// Mistakes in maps are found where they stand.
func TestMapMistakes(t *testing.T) {
	const head = "searches = 3\n[model]\nkind = \"perceptron\"\nweights = \"spherical\"\nn = 21\n[instance]\nkind = \"random\"\np = 10\n[algorithm]\nkind = \"sphere_monte_carlo\"\n" +
		"[[measure]]\nkind = \"landscape\"\n[figure]\nkind = \"panels\"\n[[figure.panel]]\n" // the map is on line 16
	const good = `table = "landscape", x = "x", y = "y", z = "error"`
	for _, c := range []struct{ text, want string }{
		{"map = { " + good + " }", ""},
		{"map = { " + good + " }\nx = { log = true }", `16: figure.panel[0].map: a map has no logarithmic axes`},
		{`map = { table = "landscape", x = "x", y = "y" }`, `16: figure.panel[0].map.z: missing; want the name of a table, and of its columns x, y and z`},
		{`map = { table = "plane", x = "x", y = "y", z = "error" }`, `16: figure.panel[0].map.table = "plane": this config makes no such table; known: `},
		{`map = { table = "landscape", x = "x", y = "y", z = "eror" }`, `16: figure.panel[0].map.z = "eror": landscape has no such column; did you mean "error"?`},
		{"map = { " + good + ", levels = [" + strings.TrimSuffix(strings.Repeat("1.0, ", 256), ", ") + "] }", `16: figure.panel[0].map.levels: want at most 255 levels, not 256`},
		{"map = { " + good + ", levels = [0.2, 0.1] }", `16: figure.panel[0].map.levels[1] = 0.1: want rising levels`},
		{"map = { " + good + ", marks = [[0, inf]] }", `16: figure.panel[0].map.marks[0]`},
		{"map = { " + good + ", variant = \"a\" }", `16: figure.panel[0].map.variant = "a": there is no [[variant]] of this name`},
		{"map = { " + good + " }\n[sweep]\n\"model.kappa\" = [0, -0.5]", `16: figure.panel[0].map.where: missing; want one value of what is swept`},
		{"map = { " + good + " }\n[[variant]]\nname = \"a\"\n[[variant]]\nname = \"b\"\nmodel.kappa = -0.5", `16: figure.panel[0].map.variant: missing; want the one of the variants that is drawn`},
	} {
		_, err := plan.Parse(t.Context(), "x.toml", head+c.text, nil, Standard())
		if c.want == "" && err == nil {
			continue
		}
		if err == nil || c.want == "" || !strings.HasPrefix(err.Error(), "x.toml:"+c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("got  %v\nwant x.toml:%s", err, c.want)
		}
	}
}
