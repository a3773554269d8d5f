package figure

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
	"testing"

	"fbp/plot"
	"fbp/results"
)

// A group has one colour in all panels, whatever draws it first, and theory at its values takes it, also where its points are in another
// panel; theory at other values has the next.
func TestOneColorOfAGroup(t *testing.T) {
	f := panelsOf(t, swept+`[[theory]]
name = "s"
kind = "rs"
alpha = [0.4, 0.2, 0.7]
kappa = [0, 1]
[figure]
kind = "panels"
[[figure.panel]]
series = [{ theory = "s", x = "kappa", y = "q" }]
[[figure.panel]]
series = [{ table = "local_entropy", x = "rho", y = "entropy", y_bar = "entropy_std" }]
[[figure.panel]]
series = [{ table = "local_entropy", where = "alpha = 0.4", x = "rho", y = "entropy" }]
`, map[string]*results.Table{
		"theory_s":      rows(t, "alpha kappa q\n0.4 0 1\n0.4 1 2\n0.2 0 3\n0.2 1 4\n0.7 0 5\n0.7 1 6\n"),
		"local_entropy": rows(t, "alpha rho entropy entropy_std\n0.2 1 3 1\n0.4 1 1 1\n"),
	})
	var got [][]string
	for _, p := range f.Panels {
		var colors []string
		for _, s := range p.Series {
			k := slices.IndexFunc(plot.ColorNames(), func(name string) bool { c, _ := plot.ColorNamed(name); return c == s.Style.Color })
			colors = append(colors, plot.ColorNames()[k])
		}
		got = append(got, colors)
	}
	if want := "[[vermillion blue green] [blue vermillion] [vermillion]]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
	if a, b := f.Panels[1].Series[0].Style.Marker, f.Panels[1].Series[1].Style.Marker; a == b {
		t.Error("two groups in one shape")
	}
}

// Where a legend would have more than twelve entries the key with most numbers becomes a bar, the darker the larger, and the rest has one
// entry each, by its shape; without such a key a note says how many curves there are, and the user hears of it.
func TestTooManyEntries(t *testing.T) {
	table := "n alpha rho entropy entropy_sem\n"
	for _, n := range []int{21, 41} {
		for i := range 9 {
			table += fmt.Sprintf("%d 0.%d 1 %d 1\n%d 0.%d 2 3 1\n", n, i+1, i, n, i+1)
		}
	}
	config := measured + "[sweep]\n\"model.n\" = [21, 41]\n\"instance.alpha\" = \"0.1:0.9:9\"\n[figure]\nkind = \"panels\"\n[[figure.panel]]\nseries = [{ table = \"local_entropy\", x = \"rho\", y = \"entropy\", y_bar = \"entropy_sem\" }]\n"
	f := panelsOf(t, config, map[string]*results.Table{"local_entropy": rows(t, table)})
	p := f.Panels[0]
	if p.Key == nil || p.Key.Label != `$\alpha$` || len(p.Key.Values) != 9 || p.Key.Values[8] != "0.9" {
		t.Fatalf("key %+v", p.Key)
	}
	colors, entries := map[color.Color]int{}, map[string]plot.Style{}
	for _, s := range p.Series {
		if len(s.X) > 0 {
			colors[s.Style.Color]++
		}
		if s.Name != "" {
			entries[s.Name] = s.Style
		}
	}
	a, b := entries["$N$ = 21"], entries["$N$ = 41"]
	if len(colors) != 9 || len(entries) != 2 || a.Color != plot.Shade || a.Marker == b.Marker || p.Series[8].Style.Color != p.Key.Color(8) || len(f.Notes) != 0 {
		t.Errorf("%d colours, entries %+v, notes %q", len(colors), entries, f.Notes)
	}
	many := drawnOnce(t, 13, "")
	if last := many[len(many)-1]; !strings.HasPrefix(last.Name, "13 curves: ") || slices.ContainsFunc(many[:13], func(s plot.Series) bool { return s.Name != "" }) {
		t.Errorf("%+v", many)
	}
}

// Panels of one variant each have the same looks where the rest of a group is the same, unless some axes have both, or variants have
// colours of their own; theory at the values of either has their colour.
func TestOneLookAcrossPanels(t *testing.T) {
	const config = measured + `[[variant]]
name = "a"
[[variant]]
name = "b"
[sweep]
"instance.alpha" = [0.2, 0.4]
[[theory]]
name = "s"
kind = "rs"
alpha = 0.4
kappa = [0, 1]
[figure]
kind = "panels"
[[figure.panel]]
series = [{ table = "local_entropy", variant = "a", x = "rho", y = "entropy", y_bar = "entropy_std" }]
[[figure.panel]]
series = [{ table = "local_entropy", variant = "b", x = "rho", y = "entropy", y_bar = "entropy_std" }, { theory = "s", x = "kappa", y = "q" }]
`
	tables := map[string]*results.Table{
		"theory_s":      rows(t, "alpha kappa q\n0.4 0 1\n0.4 1 2\n"),
		"local_entropy": rows(t, "variant alpha rho entropy entropy_std\na 0.2 1 3 1\na 0.4 1 1 1\nb 0.2 1 3 1\nb 0.4 1 1 1\n"),
	}
	const both = "[[figure.panel]]\nseries = [{ table = \"local_entropy\", x = \"rho\", y = \"entropy\", y_bar = \"entropy_std\" }]\n"
	for _, c := range []struct {
		more string
		same bool
	}{{"", true}, {both, false}, {"[figure.colors]\na = \"green\"\n", false}} {
		f := panelsOf(t, config+c.more, tables)
		a, b := f.Panels[0].Series, f.Panels[1].Series
		if same := a[0].Style == b[0].Style && a[1].Style == b[1].Style; same != c.same || a[0].Style == a[1].Style || b[2].Style.Color != a[1].Style.Color {
			t.Errorf("%q: looks %+v and %+v", c.more, a, b)
		}
	}
}
