package plot

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"unicode"

	"gonum.org/v1/plot/vg"
)

// Fault is what cannot be drawn, with its place as a config names it: panel[0].x.to.
type Fault struct {
	Path  string
	Value any // nil for none to show
	Want  string
}

// Error is the mistake in one line.
func (f *Fault) Error() string {
	if f.Value == nil {
		return f.Path + ": " + f.Want
	}
	return fmt.Sprintf("%s = %#v: %s", f.Path, f.Value, f.Want)
}

// Check finds everything that would make a figure impossible or misleading, as a [Fault] where it
// has a place.
func (f *Figure) Check() error {
	if len(f.Panels) == 0 {
		return errors.New("a figure without panels")
	}
	for i, p := range f.Panels {
		at := fmt.Sprintf("panel[%d].", i)
		err := cmp.Or(checkAxes(at, p.X, p.Y, p.Series), checkAxes(at, Axis{}, Axis{}, p.Below), p.Map.check(at+"map", p.X, p.Y), checkLabel(at+"label", p.Label),
			checkLabel(at+"title", p.Legend.Title), p.Inset.check(at+"inset."))
		if err != nil {
			return err
		}
	}
	return f.checkSize()
}

// checkSize wants room for the panels.
func (f *Figure) checkSize() error {
	if f.WidthCM < 0 || f.HeightCM < 0 || f.Columns < 0 {
		return errors.New("a figure of negative size")
	}
	columns, rows := f.grid()
	w, h := f.size()
	if w >= leastPanel*vg.Length(columns) && h >= leastPanel*vg.Length(rows) {
		return nil
	}
	path := "height"
	if f.HeightCM == 0 {
		path = "width"
	}
	return &Fault{path, nil, fmt.Sprintf("a figure of %.3g cm × %.3g cm: want at least 2.5 cm × 2.5 cm for each panel", w/pointsPerCM, h/pointsPerCM)}
}

// leastPanel is the least width and height of a panel in points.
const leastPanel = 2.5 * pointsPerCM

func (in *Inset) check(at string) error {
	if in == nil {
		return nil
	}
	left, bottom, width, height := in.parts()
	for _, side := range []struct {
		key        string
		from, size float64
	}{{"width", left, width}, {"height", bottom, height}} {
		if !(side.from >= 0 && side.size >= 0 && side.from+side.size <= 1) {
			return &Fault{at + side.key, side.size, fmt.Sprintf("want at most %g, which is left of the panel", 1-side.from)}
		}
	}
	return checkAxes(at, in.X, in.Y, in.Series)
}

func checkAxes(at string, x, y Axis, series []Series) error {
	if err := cmp.Or(x.check(at+"x"), y.check(at+"y")); err != nil {
		return err
	}
	for i, s := range series {
		if err := s.check(fmt.Sprintf("%sseries[%d]", at, i)); err != nil {
			return err
		}
	}
	return nil
}

// check wants ends that are rising numbers, guides on the axis, and names for them that can be drawn.
func (a Axis) check(at string) error {
	if err := checkLabel(at+".label", a.Label); err != nil {
		return err
	}
	for i, end := range []*float64{a.Min, a.Max} {
		key := []string{"from", "to"}[i]
		switch {
		case end == nil:
		case !(math.Abs(*end) <= 1/tiny):
			return &Fault{at + "." + key, *end, "want a finite end"}
		case a.Log && *end < tiny:
			return &Fault{at + "." + key, *end, fmt.Sprintf("want %s > 0 on a logarithmic axis", key)}
		}
	}
	if a.Min != nil && a.Max != nil {
		if largest := max(math.Abs(*a.Min), math.Abs(*a.Max)); !(*a.Max-*a.Min > finest*largest) || largest < tiny {
			return &Fault{at + ".to", *a.Max, fmt.Sprintf("want to > from = %v, by more than rounding", *a.Min)}
		}
	}
	for i, g := range a.Guides {
		if math.IsInf(g, 0) || math.IsNaN(g) || a.Log && g <= 0 {
			return &Fault{fmt.Sprintf("%s.guides[%d]", at, i), g, "want a value on the axis"}
		}
	}
	if len(a.Names) > 0 && len(a.Names) != len(a.Guides) {
		return &Fault{at + ".names", a.Names[0], fmt.Sprintf("want a name for each of the guides: %d, not %d", len(a.Guides), len(a.Names))}
	}
	for i, name := range a.Names {
		if err := checkLabel(fmt.Sprintf("%s.names[%d]", at, i), name); err != nil {
			return err
		}
	}
	return nil
}

func (s Series) check(at string) error {
	n := len(s.X)
	for _, list := range []struct {
		name     string
		n        int
		required bool
	}{{"y", len(s.Y), true}, {"XErr", len(s.XErr), false}, {"YErr", len(s.YErr), false}, {"YDown", len(s.YDown), false}, {"Dashed", len(s.Dashed), false}, {"Why", len(s.Why), false}} {
		if list.n != n && (list.n != 0 || list.required) {
			return &Fault{at, nil, fmt.Sprintf("%d values of %s for %d points", list.n, list.name, n)}
		}
	}
	return cmp.Or(checkLabel(at+".label", s.Name), checkLabel(at+".dashed", s.Broken))
}

func checkLabel(at, text string) error {
	if err := CheckLabel(text); err != nil {
		return &Fault{at, text, err.Error()}
	}
	return nil
}

// CheckLabel returns an error if a label cannot be parsed or drawn.
func CheckLabel(text string) error {
	nodes, err := parseLabel(text)
	if err != nil {
		return err
	}
	return checkGlyphs(nodes)
}

func checkGlyphs(nodes []node) error {
	for _, n := range nodes {
		for _, r := range n.text {
			if unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Cs, unicode.Co) { // some change the direction of reading
				return fmt.Errorf("%q cannot be drawn", r)
			}
			if !hasGlyph(r, n.cut) {
				return fmt.Errorf("the font has no %q", r)
			}
		}
		if err := errors.Join(checkGlyphs(n.sub), checkGlyphs(n.sup)); err != nil {
			return err
		}
	}
	return nil
}
