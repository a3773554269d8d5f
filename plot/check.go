package plot

import (
	"errors"
	"fmt"
	"math"
	"unicode"

	"gonum.org/v1/plot/vg"
)

// check finds everything that would make a figure impossible or misleading.
func (f *Figure) check() error {
	if len(f.Panels) == 0 {
		return errors.New("a figure without panels")
	}
	for i, p := range f.Panels {
		err := errors.Join(CheckLabel(p.Label), CheckLabel(p.Legend.Title), checkAxes(p.X, p.Y, p.Series), p.Map.check(p.X, p.Y))
		if p.Inset != nil {
			if inner := p.Inset.check(); inner != nil {
				err = errors.Join(err, fmt.Errorf("inset: %w", inner))
			}
		}
		if err != nil {
			return fmt.Errorf("panel %d: %w", i+1, err)
		}
	}
	return f.CheckSize()
}

// CheckSize returns an error unless there is room for the panels.
func (f *Figure) CheckSize() error {
	if f.WidthCM < 0 || f.HeightCM < 0 || f.Columns < 0 {
		return errors.New("a figure of negative size")
	}
	columns, rows := f.grid()
	if w, h := f.size(); w < leastPanel*vg.Length(columns) || h < leastPanel*vg.Length(rows) {
		return fmt.Errorf("a figure of %.3g cm × %.3g cm: want at least 2.5 cm × 2.5 cm for each panel", w/pointsPerCM, h/pointsPerCM)
	}
	return nil
}

// leastPanel is the least width and height of a panel in points.
const leastPanel = 2.5 * pointsPerCM

func (in *Inset) check() error {
	left, bottom := in.at()
	if !(left >= 0 && bottom >= 0 && in.Width >= 0 && in.Height >= 0 && left+in.Width <= 1 && bottom+in.Height <= 1) {
		return fmt.Errorf("left %g, bottom %g, width %g, height %g: want parts of the frame, from 0 to 1", left, bottom, in.Width, in.Height)
	}
	return checkAxes(in.X, in.Y, in.Series)
}

func checkAxes(x, y Axis, series []Series) error {
	if err := errors.Join(checkAxis("x", x), checkAxis("y", y)); err != nil {
		return err
	}
	for i, s := range series {
		if err := s.check(); err != nil {
			return fmt.Errorf("series %d %q: %w", i+1, s.Name, err)
		}
	}
	return nil
}

func checkAxis(name string, a Axis) error {
	if err := CheckLabel(a.Label); err != nil {
		return err
	}
	for _, n := range a.Names {
		if err := CheckLabel(n); err != nil {
			return err
		}
	}
	if err := a.Check(); err != nil {
		return fmt.Errorf("%s axis %w", name, err)
	}
	return nil
}

// Check returns an error if the ends of an axis are not valid.
func (a Axis) Check() error {
	for _, end := range []struct {
		name string
		at   *float64
	}{{"from", a.Min}, {"to", a.Max}} {
		switch {
		case end.at == nil:
		case !(math.Abs(*end.at) <= 1/tiny):
			return fmt.Errorf("%s %g: want a finite end", end.name, *end.at)
		case a.Log && *end.at < tiny:
			return fmt.Errorf("%s %g, logarithmic: want more than 0", end.name, *end.at)
		}
	}
	if a.Min == nil || a.Max == nil {
		return nil
	}
	largest := max(math.Abs(*a.Min), math.Abs(*a.Max))
	if !(*a.Max-*a.Min > finest*largest) || largest < tiny {
		return fmt.Errorf("from %g to %g: want rising ends that differ", *a.Min, *a.Max)
	}
	return nil
}

func (s Series) check() error {
	n := len(s.X)
	if len(s.Y) != n {
		return fmt.Errorf("%d values of y for %d of x", len(s.Y), n)
	}
	for _, opt := range []struct {
		name string
		n    int
	}{{"XErr", len(s.XErr)}, {"YErr", len(s.YErr)}, {"YDown", len(s.YDown)}, {"Low", len(s.Low)}, {"High", len(s.High)}, {"Dashed", len(s.Dashed)}} {
		if opt.n != 0 && opt.n != n {
			return fmt.Errorf("%d values of %s for %d points", opt.n, opt.name, n)
		}
	}
	if len(s.Low) != len(s.High) {
		return errors.New("a band needs both Low and High")
	}
	return CheckLabel(s.Name)
}

// CheckLabel returns an error if a label cannot be parsed or drawn.
func CheckLabel(text string) error {
	nodes, err := parseLabel(text)
	if err != nil {
		return err
	}
	return checkGlyphs(text, nodes)
}

// unprintable reports whether a character cannot be drawn: some end a line, some
// change the direction of reading.
func unprintable(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Cs, unicode.Co)
}

func checkGlyphs(text string, nodes []node) error {
	for _, n := range nodes {
		for _, r := range n.text {
			if unprintable(r) {
				return fmt.Errorf("label %q: %q cannot be drawn", text, r)
			}
			if !hasGlyph(r, n.italic) {
				return fmt.Errorf("label %q: the font has no %q", text, r)
			}
		}
		if err := errors.Join(checkGlyphs(text, n.sub), checkGlyphs(text, n.sup)); err != nil {
			return err
		}
	}
	return nil
}
