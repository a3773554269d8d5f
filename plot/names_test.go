package plot

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

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

func TestValues(t *testing.T) {
	for in, want := range map[string]string{
		"0.5": "0.5", "-0.5": "−0.5", "1e-06": "$10^{-6}$", "2.5e-07": "$2.5×10^{-7}$", "-1e+30": "$−1×10^{30}$",
		"inf": "∞", "-inf": "−∞", "+Inf": "∞", "exact": "exact", "a$b": `a\$b`, "": "",
	} {
		if got := Shown(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
		if err := CheckLabel(Shown(in)); err != nil {
			t.Error(err)
		}
	}
}

// A swept key in the legend of a table's figure has its symbol; a variant is its name alone.
func TestSetting(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"model.n", "501", "$N$ = 501"},
		{"n", "64001", "$N$ = 64001"},
		{"instance.alpha", "0.5", `$\alpha$ = 0.5`},
		{"variant", "eLAL", "eLAL"},
		{"algorithm.max_sweeps", "10", "max sweeps = 10"},
	} {
		if got := Setting(c.name, c.value); got != c.want {
			t.Errorf("%s = %s: %q, want %q", c.name, c.value, got, c.want)
		}
	}
}

// The name of a variant is shown as it is, even if it could be read as something else.
func TestNamesOfVariants(t *testing.T) {
	for _, name := range []string{"max", "-3", "1e-3", "infinity", "0.10", "a-b"} {
		if got := Setting("variant", name); got != name {
			t.Errorf("%q becomes %q", name, got)
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

// Names of guides stand in the frame beside their lines, on no other name and on no point, also of two guides that are close.
func TestGuideNames(t *testing.T) {
	f := &Figure{Panels: []Panel{{
		X:      Axis{Min: End(0), Max: End(1), Guides: []float64{0.2, 0.21, 0.99, 2}, Names: []string{"first", "second", "third", "outside"}},
		Y:      Axis{Min: End(0), Max: End(1), Guides: []float64{0, 0.5}, Names: []string{"", "level"}},
		Series: []Series{{X: []float64{0, 1}, Y: []float64{1, 0.8}, Style: Style{Line: Solid}}},
	}}}
	v := f.sheet().axes[0].view
	taken := v.crowd(draw.Canvas{Rectangle: v.frame})
	points := len(taken.points)
	names := v.guideNames(&taken)
	if len(names) != 4 {
		t.Fatalf("%+v", names)
	}
	for i, n := range names {
		width, height, depth := n.label.box()
		box := vg.Rectangle{Min: n.at.Sub(vg.Point{Y: depth}), Max: n.at.Add(vg.Point{X: width, Y: height})}
		if box.Min.X < v.frame.Min.X || box.Max.X > v.frame.Max.X || box.Max.Y > v.frame.Max.Y {
			t.Errorf("%s leaves the frame", n.label.text)
		}
		if covered := taken.covered(box); covered != 1+points { // itself alone
			t.Errorf("%s covers %d", n.label.text, covered)
		}
		if line := v.x.at(append(f.Panels[0].X.Guides[:3:3], 0)[i]); i < 3 && min(abs(box.Min.X-line), abs(box.Max.X-line)) > 3 {
			t.Errorf("%s is not beside its line", n.label.text)
		}
		if line := v.y.at(0.5); i == 3 && min(abs(box.Min.Y-line), abs(box.Max.Y-line)) > 3 {
			t.Errorf("%s is not beside its line", n.label.text)
		}
	}
	f.Panels[0].X.Names[0] = "$"
	if err := f.Check(); err == nil {
		t.Error("a name that does not parse")
	}
}

// Names of lines that are closer than a name is high stand outside, in the order of the lines and apart from each other.
func TestGuideNamesOutside(t *testing.T) {
	f := &Figure{Panels: []Panel{{
		X:      Axis{Min: End(0), Max: End(1)},
		Y:      Axis{Min: End(0), Max: End(1), Guides: []float64{0.82, 0.8, 0.81, 0.2}, Names: []string{"third", "first", "second", "lowest"}},
		Series: []Series{{X: []float64{0, 1}, Y: []float64{1, 0.8}, Style: Style{Line: Solid}}},
	}}}
	s := f.sheet()
	v := s.axes[0].view
	names := v.namesOutside()
	if len(names) != 4 {
		t.Fatalf("%+v", names)
	}
	for i, want := range []string{"lowest", "first", "second", "third"} {
		width, _, _ := names[i].label.box()
		if n := names[i]; n.label.text != want || n.at.X < v.frame.Max.X || n.at.X+width > s.width || i > 0 && n.at.Y-names[i-1].at.Y < v.sizes.legend {
			t.Errorf("%d: %+v, the frame ends at %v of %v", i, n, v.frame.Max.X, s.width)
		}
	}
}

// The bound is −d ln d − (1−d) ln(1−d), or ½ ln d(2−d); it ends where the points do.
func TestBound(t *testing.T) {
	for d, want := range map[float64]float64{0: 0, 1: 0, 0.5: math.Ln2, 0.25: 0.5623351446188083} { // ln 4 − ¾ ln 3
		if got := binaryBound(d); math.Abs(got-want) > 1e-15 {
			t.Errorf("d = %g: %g, want %g", d, got, want)
		}
	}
	for _, sphere := range []bool{false, true} {
		p := Panel{Series: []Series{{X: []float64{0.1, 0.2}, Y: []float64{0.1, 0.2}, Style: Style{Marker: Circle}}, {X: []float64{0.1, 0.6}, Y: []float64{-0.1, 0.5}, Style: Style{Line: Solid}}}}
		p.Bound(sphere)
		bound := p.Series[2]
		if last := len(bound.X) - 1; bound.X[last] != *p.X.Max || *p.X.Min != 0 || *p.X.Max > 0.3 || *p.Y.Min > -0.1 || sphere == (bound.X[0] == 0) || sphere && bound.Y[last] != 0.5*math.Log(bound.X[last]*(2-bound.X[last])) {
			t.Errorf("sphere %v: %+v", sphere, p)
		}
	}
}

// A guide with a name is on the axis if it is near the points.
func TestEndsOfAnAxis(t *testing.T) {
	axis := Axis{Guides: []float64{0.75, 3}, Names: []string{"near", "far"}}
	x, _ := ranges(axis, Axis{}, []Series{{X: []float64{0.6, 0.7}, Y: []float64{1, 1}}})
	if x.max < 0.75 || x.max > 0.8 || x.min > 0.6 || x.min < 0.55 {
		t.Errorf("from %g to %g", x.min, x.max)
	}
}

// The label of an axis is the name of a column, its symbol and its unit, also of a mean and of its error; each can be drawn.
func TestAxisLabels(t *testing.T) {
	for _, c := range []struct{ column, unit, want string }{
		{"entropy", "", `entropy $\phi$ (nats per weight)`}, {"entropy_cv", "bits", `entropy $\phi$ (bits)`}, {"load", "", "load $P/N$"},
		{"probability", "", "success probability"}, {"model.kappa", "", `margin $\kappa$`}, {"kappa-1", "", `first margin $\kappa_1$`}, {"no_such_column", "", "no such column"},
	} {
		if got := AxisLabel(c.column, c.unit); got != c.want {
			t.Errorf("%s: %q, want %q", c.column, got, c.want)
		}
	}
	for column := range columns {
		if err := CheckLabel(AxisLabel(column, "")); err != nil {
			t.Errorf("%s: %v", column, err)
		}
	}
}
