package plot

import (
	"errors"
	"fmt"
	"image/color"
	"math"
)

// LocalEntropyOptions are the options of LocalEntropy; the zero value draws what
// the papers show.
type LocalEntropyOptions struct {
	Bars    string  // "std", the spread over samples (default), or "sem", the error of the mean
	Reduced bool    // entropy_cv, the mean with less noise; its bars are errors of the mean
	Theory  []Curve // drawn beneath the points
	Samples int     // number that each row should have; 0: not known
	Unit    string  // of the entropy; "": not known
}

// LocalEntropy is the figure of Phys. Rev. Lett. 127, 278301 (2021), Fig. 3:
// the local entropy of solutions found by an algorithm, in nats per weight,
// against the distance from them, with error bars in both directions, under
// the number of all configurations.
//
// The table is local_entropy.tsv: distance, entropy (or entropy_cv) and their
// _std or _sem. Rows that differ in a swept key (see Keys; nil for none), in
// alpha or in n become separate series, in the order of the table; what all share
// is the title of the legend. Theory at the parameters of a series has its
// colour. Rows with fewer samples than planned, or with unsolved ones, have
// hollow markers, and rows that had not converged have crosses.
func LocalEntropy(local Columns, keys []Key, o LocalEntropyOptions) (*Figure, error) {
	points, err := readEntropy(local, o)
	if err != nil {
		return nil, fmt.Errorf("plot: local entropy: %w", err)
	}
	for _, name := range []string{"alpha", "n"} {
		if key, ok := columnKey(local, name); ok {
			keys = append(keys[:len(keys):len(keys)], key)
		}
	}
	for _, k := range keys {
		if len(k.Values) != len(points.X) {
			return nil, fmt.Errorf("plot: local entropy: key %s has %d values for %d rows", k.Name, len(k.Values), len(points.X))
		}
	}
	groups, shared := grouped(len(points.X), keys)
	setLoads(local, groups)
	legend := Legend{Title: shared}
	if len(groups) == 1 {
		groups[0].name, legend.Title = shared, ""
	}
	doubt, err := ReadDoubt(local, o.Samples)
	if err != nil {
		return nil, fmt.Errorf("plot: local entropy: %w", err)
	}
	var series []Series
	for i, g := range groups {
		s := points.pick(g.rows)
		s.Name = g.name
		if !s.Drawable() {
			s = Series{Name: g.name + " (no data)"} // in the legend
		}
		s.Style = Style{Color: Color(i), Marker: MarkerAt(i), Size: 2.6}
		series = append(series, doubt.Marked(s, g.rows)...)
	}
	series = append(series, beside(groups, o.Theory)...)
	p := Panel{X: Axis{Label: DistanceSymbol(local)}, Y: Axis{Label: WithUnit(`$\phi$`, o.Unit)}, Series: series, Legend: legend}
	all := GeometricBound
	if spherical(local) {
		all = sphereBound
	}
	p.bound(all)
	return &Figure{Panels: []Panel{p}}, nil
}

// WithUnit is the label of an axis with a unit, if it has one.
func WithUnit(label, unit string) string {
	if unit == "" {
		return label
	}
	return label + " (" + unit + ")"
}

// DistanceSymbol is the symbol of the column distance of a table, as a label: d,
// half of one minus the overlap, or D = |x − w|²/2N of spherical weights, which is
// one minus the overlap.
func DistanceSymbol(t Columns) string {
	if spherical(t) {
		return "$D$"
	}
	return symbolOf("distance")
}

// spherical reports whether the distances in a table are those of spherical
// weights: only their entropies are also given without that of all configurations.
func spherical(t Columns) bool {
	_, err := t.Column("normalized")
	return err == nil
}

// readEntropy is the whole table as one series.
func readEntropy(t Columns, o LocalEntropyOptions) (s Series, err error) {
	entropy, bars := "entropy", o.Bars
	if bars == "" {
		bars = "std"
	}
	if o.Reduced {
		if o.Bars == "std" {
			return s, errors.New(`the noise-reduced entropy has no standard deviation: want Bars "sem"`)
		}
		entropy, bars = "entropy_cv", "sem"
	}
	if bars != "std" && bars != "sem" {
		return s, fmt.Errorf(`bars = %q: want "std" or "sem"`, bars)
	}
	for _, c := range []struct {
		name string
		into *[]float64
	}{{"distance", &s.X}, {"distance_" + bars, &s.XErr}, {entropy, &s.Y}, {entropy + "_" + bars, &s.YErr}} {
		if *c.into, err = t.Column(c.name); err != nil {
			return s, err
		}
	}
	if len(s.X) == 0 {
		return s, errors.New("the table has no rows")
	}
	s.Table = "local_entropy"
	return s, nil
}

// Drawable reports whether there is any point.
func (s Series) Drawable() bool {
	for i := range s.X {
		if !math.IsNaN(s.X[i]) && !math.IsNaN(s.Y[i]) {
			return true
		}
	}
	return false
}

// bound fixes the axes around points and theory, d from 0 to just past the
// largest distance of a point, and adds the bound on the entropy. The bound,
// which rises far above the points, does not stretch the axis of entropy.
func (p *Panel) bound(all func(d float64) float64) {
	var points []Series
	for _, s := range p.Series {
		if s.Style.Marker != NoMarker {
			points = append(points, s)
		}
	}
	x, _ := ranges(p.X, p.Y, points)
	p.X.Min, p.X.Max = End(0), End(min(x.max, 1))
	_, y := ranges(p.X, p.Y, p.Series)
	p.Y.Min, p.Y.Max = End(y.min), End(y.min+1.12*(y.max-y.min))

	const n = 200
	bound := Series{Name: allConfigurations, Style: Style{Color: color.Black, Line: Dashed, Width: 0.7}}
	for i := range n + 1 {
		d := *p.X.Max * float64(i*i) / (n * n) // denser where the slope diverges
		if y := all(d); !math.IsInf(y, 0) {
			bound.X, bound.Y = append(bound.X, d), append(bound.Y, y)
		}
	}
	p.Series = append(p.Series, bound)
}

// allConfigurations is the name of the bound in legends.
const allConfigurations = "all configurations"

// sphereBound is the entropy of all weights on a sphere at distance d = |w − w̃|²/2N,
// ½ ln d(2−d), relative to that of the whole sphere.
func sphereBound(d float64) float64 { return 0.5 * math.Log(d*(2-d)) }

// GeometricBound is the logarithm of the number of all configurations at distance
// d, per weight: −d ln d − (1−d) ln(1−d), for 0 ≤ d ≤ 1.
func GeometricBound(d float64) float64 {
	if d == 0 || d == 1 {
		return 0
	}
	return -d*math.Log(d) - (1-d)*math.Log1p(-d)
}
