package plot

import (
	"fmt"
	"slices"
	"testing"
)

func key(name, value string) Key { return Key{Name: name, Values: []string{value}} }

// A curve goes by what others of its label have otherwise.
func TestNamed(t *testing.T) {
	curves := []Curve{
		{Keys: []Key{key("alpha", "0.5"), key("kappa_ref", "0")}},
		{Keys: []Key{key("alpha", "0.5"), key("kappa_ref", "max")}},
		{Label: "bound", Keys: []Key{key("alpha", "0.5"), key("kappa_ref", "max")}},
		{Keys: []Key{key("alpha", "0.5"), key("kappa_ref", "0.1")}, Hide: true},
	}
	var names []string
	for _, s := range Named(curves) {
		names = append(names, s.Name)
	}
	if want := []string{`$\tilde{κ}$ = 0`, `$\tilde{κ}$ = $κ_{\mathrm{max}}$`, "bound", ""}; !slices.Equal(names, want) {
		t.Errorf("names %q, want %q", names, want)
	}
	if one := Named(curves[:1]); one[0].Name != `$\alpha$ = 0.5, $\tilde{κ}$ = 0` {
		t.Errorf("a single curve goes by %q", one[0].Name)
	}
}

// Every colour and symbol that a config can name can be drawn.
func TestNames(t *testing.T) {
	for _, name := range []string{"black", "grey", "blue", "vermillion", "green", "purple", "orange", "sky"} {
		if c, ok := ColorNamed(name); !ok || c == nil {
			t.Errorf("no colour %s", name)
		}
	}
	if _, ok := ColorNamed("auto"); ok {
		t.Error("auto is no colour")
	}
	for _, name := range []string{"d", "distance", "entropy", "slope", "kappa_ref", "kappa_max", "q", "y", "overlap_center", "model.n"} {
		if err := CheckLabel(Symbol(name)); err != nil {
			t.Error(err)
		}
	}
}

// Guides lie beneath the data, inside the frame, and keep legends off.
func TestGuides(t *testing.T) {
	with := func(guides ...float64) string {
		f := &Figure{Panels: []Panel{{X: Axis{Min: End(0), Max: End(1)}, Y: Axis{Min: End(-1), Max: End(1), Guides: guides},
			Series: []Series{{X: []float64{0, 1}, Y: []float64{-0.5, 0.5}}}}}}
		return string(render(t, f, "svg"))
	}
	none, zero, outside := with(), with(0), with(3)
	if none == zero {
		t.Error("a guide is not drawn")
	}
	if none != outside {
		t.Error("a guide outside the frame is drawn")
	}
	v := newView(Panel{X: Axis{Min: End(0), Max: End(1)}, Y: Axis{Min: End(-1), Max: End(1), Guides: []float64{0}}}, panelSizes, 200, 100)
	if lines := v.guides(); len(lines) != 1 {
		t.Error(fmt.Sprint(lines))
	}
}

// However many kinds of theory follow the same points, no two curves look the same.
func TestManyKindsOfTheory(t *testing.T) {
	groups := []group{{values: map[string]string{`$\alpha$`: "0.2"}}, {values: map[string]string{`$\alpha$`: "0.4"}}}
	var curves []Curve
	for kind := range 5 {
		for _, alpha := range []string{"0.2", "0.4"} {
			curves = append(curves, Curve{Label: string(rune('a' + kind)), Keys: []Key{{"alpha", []string{alpha}}}, Series: Series{X: []float64{0, 1}, Y: []float64{0, 1}}})
		}
	}
	looks, named := map[Style]bool{}, 0
	for _, s := range beside(groups, curves) {
		if len(s.X) > 0 {
			looks[s.Style] = true
		}
		if s.Name != "" {
			named++
		}
	}
	if len(looks) != 10 || named != 3+4 { // a kind each, then each curve
		t.Errorf("%d looks and %d names", len(looks), named)
	}
}
