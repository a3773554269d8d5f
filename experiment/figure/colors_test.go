package figure

import (
	"fmt"
	"image/color"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/config"
	"fbp/internal/scratch"
	"fbp/plot"
	"fbp/results"
)

const twoVariants = measured + `[[variant]]
name = "a"
[[variant]]
name = "b, too"
[[variant]]
name = "c"
[sweep]
"instance.alpha" = [0.2, 0.4]
[figure]
kind = "panels"
[[figure.panel]]
series = [{ table = "local_entropy", x = "rho", y = "entropy" }]
[[figure.panel]]
series = [
  { table = "biased_bp", variant = "b, too", x = "rho", y = "sweeps", label = "b" },
  { table = "biased_bp", variant = "a", x = "rho", y = "sweeps", label = "a" },
]
[figure.colors]
`

// Variants have the colours that the config gives them in every panel, whether a series
// draws one of them or all; points of their sweep differ by their lines. Others have
// colours that it gives to none.
func TestColorsOfVariants(t *testing.T) {
	tables := map[string]*results.Table{
		"local_entropy": rows(t, strings.ReplaceAll("variant alpha rho entropy\na 0.2 1 3\na 0.4 1 3\nb,~too 0.2 1 1\nc 0.2 1 1\nc 0.4 1 1\n", "~", "\u00a0")),
		"biased_bp":     rows(t, "variant alpha rho sweeps\nb,\u00a0too 0.2 1 3\na 0.2 1 3\n"),
	}
	for _, table := range tables {
		for i := range table.Rows {
			if strings.HasPrefix(table.Rows[i][0].String(), "b") {
				table.Rows[i][0] = results.Text("b, too")
			}
		}
	}
	f := panelsOf(t, twoVariants+"a = \"green\"\n\"b, too\" = \"blue\"\n", tables)
	s := f.Panels[0].Series
	color := func(i int) any { return s[i].Style.Color }
	if color(0) != plot.Color(2) || color(1) != plot.Color(2) || color(2) != plot.Color(0) || f.Panels[1].Series[0].Style.Color != plot.Color(0) || f.Panels[1].Series[1].Style.Color != plot.Color(2) {
		t.Errorf("colours %v", s)
	}
	if s[0].Style.Line == s[1].Style.Line || s[1].Style.Line == s[2].Style.Line {
		t.Errorf("lines %v", s)
	}
	for i := 3; i < 5; i++ {
		if color(i) == plot.Color(0) || color(i) == plot.Color(2) {
			t.Errorf("curve %d has a colour that is given to another variant", i)
		}
	}
	if color(3) == color(4) {
		t.Error("two curves in one colour")
	}
}

// Points differ by their markers where colours start again, or where all have the colour that
// the config gives.
func TestMarkersOfOneColor(t *testing.T) {
	table := "alpha rho entropy entropy_sem\n"
	for i := range 8 {
		table += fmt.Sprintf("0.%d 1 3 1\n", i+1)
	}
	for color, same := range map[string]int{"auto": 6, "blue": 1} {
		f := panelsOf(t, measured+"[sweep]\n\"instance.alpha\" = \"0.1:0.8:8\"\n[figure]\nkind = \"panels\"\n[[figure.panel]]\nseries = [{ table = \"local_entropy\", "+
			"x = \"rho\", y = \"entropy\", y_bar = \"entropy_sem\", color = \""+color+"\" }]\n", map[string]*results.Table{"local_entropy": rows(t, table)})
		if s := f.Panels[0].Series; len(s) < 8 || s[0].Style.Marker != plot.Circle || s[same].Style.Color != s[0].Style.Color || s[same].Style.Marker != plot.Square {
			t.Errorf("%s: %+v", color, s)
		}
	}
}

// Two series of one table in the same axes have one colour and are told apart all the same: by
// their markers, or by their lines.
func TestSeriesOfOneTable(t *testing.T) {
	tables := map[string]*results.Table{"local_entropy": rows(t, "rho entropy entropy_sem entropy_cv entropy_cv_sem\n1 3 1 2 1\n2 4 1 3 1\n")}
	for bars, differ := range map[[2]string]func(a, b plot.Style) bool{
		{`, y_bar = "entropy_sem"`, `, y_bar = "entropy_cv_sem"`}: func(a, b plot.Style) bool { return a.Marker != b.Marker },
		{"", ""}:                           func(a, b plot.Style) bool { return a.Line != b.Line },
		{`, hide = true`, `, hide = true`}: func(a, b plot.Style) bool { return a == b },
		{`, line = "solid"`, ``}:           func(a, b plot.Style) bool { return a != b },
	} {
		f := panelsOf(t, measured+"[figure]\nkind = \"panels\"\n[[figure.panel]]\nseries = [{ table = \"local_entropy\", x = \"rho\", y = \"entropy\""+bars[0]+" }, "+
			"{ table = \"local_entropy\", x = \"rho\", y = \"entropy_cv\""+bars[1]+" }]\n", tables)
		if s := f.Panels[0].Series; len(s) != 2 || s[0].Style.Color != s[1].Style.Color || !differ(s[0].Style, s[1].Style) {
			t.Errorf("%s: %+v", bars, s)
		}
	}
}

// Colours of what is no variant, and words that are no colours, are mistakes.
func TestColorsRefused(t *testing.T) {
	for line, want := range map[string]string{
		"d = \"blue\"\n": "figure.colors.d: there is no [[variant]] of this name",
		"a = \"grey\"\n": `figure.colors.a = "grey": want "blue", `,
	} {
		if _, err := displayOf(t, twoVariants+line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
}

// Figures of one paper that compare solvers give each of them one colour, shuffled or
// not.
func TestOneColorOfASolver(t *testing.T) {
	files, err := filepath.Glob("../../configs/pnas20-*.toml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	colors, compared := map[string]any{}, 0
	for _, file := range files {
		text := scratch.Read(t, file)
		d, err := config.Parse(file, text)
		if err != nil {
			t.Fatal(err)
		}
		figure, _ := d.Root["figure"].(config.Tree)
		given, _ := figure["colors"].(config.Tree)
		for _, v := range d.Variants {
			if !v.Sets("algorithm") && v.Name != "fBP" && v.Name != "LAL" {
				continue
			}
			solver, _, _ := strings.Cut(v.Name, ",")
			color := given[v.Name]
			if before, known := colors[solver]; color == nil || known && before != color {
				t.Errorf("%s: %s is %v, and %v elsewhere", file, v.Name, color, before)
			}
			colors[solver] = color
			compared++
		}
	}
	if compared < 30 {
		t.Errorf("%d solvers are compared", compared)
	}
	used := map[any]bool{}
	for solver, color := range colors {
		if used[color] {
			t.Errorf("%s shares its colour", solver)
		}
		used[color] = true
	}
}

// drawnOnce is a panel with series of one table of so many columns, with further keys.
func drawnOnce(t *testing.T, count int, keys string) []plot.Series {
	t.Helper()
	table, values, series := "rho", "1", ""
	for i := range count {
		table, values = table+fmt.Sprintf(" c%d", i), values+fmt.Sprintf(" %d", i)
		series += fmt.Sprintf("{ table = \"stability\", x = \"rho\", y = \"c%d\"%s },\n", i, keys)
	}
	tables := map[string]*results.Table{"stability": rows(t, table+"\n"+values+"\n")}
	return panelsOf(t, strings.ReplaceAll(measured, "local_entropy", "stability")+"[figure]\nkind = \"panels\"\n[[figure.panel]]\nseries = [\n"+series+"]\n", tables).Panels[0].Series
}

// No two series of one table look the same or have the same name, however many there are and
// whatever the config fixes: where lines or markers are used up, the next colour is taken.
func TestManySeriesOfOneTable(t *testing.T) {
	for keys, shapes := range map[string]int{"": 3, `, line = "solid"`: 1, `, y_bar = "c0"`: 5, `, marker = "circle"`: 1, `, marker = "square", line = "dotted"`: 1, `, line = "none", marker = "auto"`: 5} {
		looks, names, colors := map[plot.Style]bool{}, map[string]bool{}, map[color.Color]bool{}
		for _, s := range drawnOnce(t, 6, keys) {
			looks[s.Style], names[s.Name], colors[s.Style.Color] = true, true, true
		}
		if want := (6 + shapes - 1) / shapes; len(looks) != 6 || len(names) != 6 || names[""] || len(colors) != want {
			t.Errorf("%s: %d looks, names %v, %d colours instead of %d", keys, len(looks), names, len(colors), want)
		}
	}
}

// Where all colours are used up too, and nothing is left that the config does not fix, looks start again, so that none is that of many more series than another.
func TestMoreSeriesThanLooks(t *testing.T) {
	for keys, want := range map[string]int{"": 18, `, line = "dashed"`: 6, `, line = "none", marker = "auto"`: 25, `, marker = "none", line = "solid"`: 6, `, color = "blue", marker = "none"`: 3} {
		looks, most := map[plot.Style]int{}, 0
		for _, s := range drawnOnce(t, 25, keys) {
			if len(s.X) == 0 { // the note of a legend that would be too long
				continue
			}
			looks[s.Style]++
			most = max(most, looks[s.Style])
		}
		if len(looks) != want || most != (25+want-1)/want {
			t.Errorf("%s: %d looks, one of %d series; want %d", keys, len(looks), most, want)
		}
	}
}

// A marker that is left to the program is drawn where the config forbids a line.
func TestMarkerWithoutLine(t *testing.T) {
	if s := drawnOnce(t, 1, `, line = "none", marker = "auto"`)[0]; s.Style.Line != plot.NoLine || s.Style.Marker == plot.NoMarker {
		t.Errorf("%+v", s.Style)
	}
}

// Series that differ by what they choose of one table differ in their names; those of variants
// also in their colours, which are those of the variants in other panels.
func TestSeriesOfVariants(t *testing.T) {
	f := panelsOf(t, measured+`[[variant]]
name = "a"
[[variant]]
name = "b"
[figure]
kind = "panels"
[[figure.panel]]
series = [{ table = "local_entropy", x = "rho", y = "entropy" }]
[[figure.panel]]
series = [{ table = "local_entropy", variant = "b", x = "rho", y = "entropy" }, { table = "local_entropy", variant = "a", x = "rho", y = "entropy" }]
[[figure.panel]]
series = [{ table = "local_entropy", variant = "b", x = "rho", y = "entropy" }]
[[figure.panel]]
series = [{ table = "local_entropy", variant = "b", where = "rho = 1", x = "rho", y = "entropy" }, { table = "local_entropy", variant = "b", where = "rho = 2", x = "rho", y = "entropy" }]
`, map[string]*results.Table{"local_entropy": rows(t, "variant rho entropy\na 1 3\na 2 4\nb 1 5\nb 2 6\n")})
	var got []string
	for _, p := range f.Panels {
		for _, s := range p.Series {
			got = append(got, s.Name)
		}
	}
	if want := []string{"a", "b", "b", "a", "b", `$\rho$ = 1`, `$\rho$ = 2`}; !slices.Equal(got, want) {
		t.Errorf("names %q, want %q", got, want)
	}
	both, one := f.Panels[0].Series, f.Panels[1].Series
	if a, b := both[0].Style.Color, both[1].Style.Color; a == b || one[0].Style.Color != b || one[1].Style.Color != a || f.Panels[2].Series[0].Style.Color != b {
		t.Errorf("colours %v, %v of the table, %v, %v of its series", a, b, one[0].Style.Color, one[1].Style.Color)
	}
}

// Theory with a marker for each has a thin line in another colour and shape for each curve, solid or as the config says.
func TestEachOfTheory(t *testing.T) {
	for line, want := range map[string]plot.Line{"": plot.Solid, ", line = \"dotted\"": plot.Dotted} {
		f := panelsOf(t, "[[theory]]\nname = \"s\"\nkind = \"rs\"\nalpha = [0.2, 0.4]\nkappa = [0, 1]\n[figure]\nkind = \"panels\"\n[[figure.panel]]\nseries = [{ theory = \"s\", x = \"kappa\", y = \"q\", marker = \"each\""+line+" }]\n",
			map[string]*results.Table{"theory_s": rows(t, "alpha kappa q\n0.2 0 1\n0.2 1 2\n0.4 0 3\n0.4 1 4\n")})
		a, b := f.Panels[0].Series[0].Style, f.Panels[0].Series[1].Style
		if a.Marker == plot.NoMarker || a.Marker == b.Marker || a.Color == b.Color || a.Line != want || b.Line != want || a.Width != 0.6 {
			t.Errorf("%q: %+v and %+v", line, a, b)
		}
	}
}

// Variants that the config gives one colour and that share no axes have one look; in the same axes they have two.
func TestOneColorOfTwoVariants(t *testing.T) {
	config, _, _ := strings.Cut(twoVariants, "[figure]")
	const curve, marks = `{ table = "t", variant = "%s", x = "rho", y = "entropy", line = "solid", marker = "each" }`, "variant alpha rho entropy\na 0.2 1 3\nc 0.2 1 1\n"
	of := func(panels string) (styles []plot.Style) {
		series := strings.NewReplacer("A", fmt.Sprintf(curve, "a"), "C", fmt.Sprintf(curve, "c"), `"t"`, `"local_entropy"`).Replace(panels)
		f := panelsOf(t, strings.ReplaceAll(config+"[figure]\nkind = \"panels\"\n[figure.colors]\na = \"green\"\nc = \"green\"\n"+series, `"t"`, `"local_entropy"`), map[string]*results.Table{"local_entropy": rows(t, marks)})
		for _, p := range f.Panels {
			for _, s := range p.Series {
				styles = append(styles, s.Style)
			}
		}
		return styles
	}
	if s := of("[[figure.panel]]\nseries = [A]\n[[figure.panel]]\nseries = [C]\n"); len(s) != 2 || s[0] != s[1] {
		t.Errorf("apart: %+v", s)
	}
	if s := of("[[figure.panel]]\nseries = [A, C]\n"); len(s) != 2 || s[0] == s[1] || s[0].Color != s[1].Color {
		t.Errorf("together: %+v", s)
	}
}
