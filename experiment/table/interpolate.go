package table

import (
	"context"
	"math"
	"slices"

	"fbp/experiment/store"
	"fbp/gauss"
	"fbp/internal/say"
	"fbp/results"
)

// AtTable is the table of local entropies at given distances.
const AtTable = "local_entropy_at"

// node is a point of a sample's curve of local entropy.
type node struct {
	d, entropy, slope float64
	converged         bool
}

// space is that of all weights: the entropy of those at a distance, and its slope.
// Differences from that entropy have a column where it is negative.
type space struct {
	entropy, slope func(d float64) float64
	normalized     bool
}

var (
	// binaryWeights is −d ln d − (1−d) ln(1−d) of weights ±1.
	binaryWeights = space{
		func(d float64) float64 { return -float64(d*gauss.Log(d)) - float64((1-d)*gauss.Log1p(-d)) },
		func(d float64) float64 { return gauss.Log1p(-d) - gauss.Log(d) },
		false,
	}
	// onSphere is ½ ln d(2−d) of weights on a sphere, d = |w − w̃|²/2N.
	onSphere = space{
		func(d float64) float64 { return 0.5 * gauss.Log(d*(2-d)) },
		func(d float64) float64 { return (1 - d) / (d * (2 - d)) },
		true,
	}
)

// curveOf is the curve of a record in a table that is laid out so, by bias, and among
// which weights it counts; nil if it has none.
func curveOf(r *results.Record, table string, l results.Layout) ([]node, space) {
	s, all := r.Readings[table], binaryWeights
	if l.Curve.Spherical {
		all = onSphere
	}
	if s == nil || len(s.Keys) != 1 || l.Curve.Slope == 0 {
		return nil, all
	}
	i, k := slices.Index(s.Values, l.Curve.Distance), slices.Index(s.Values, l.Curve.Entropy)
	if i < 0 || k < 0 {
		return nil, all
	}
	loose := unconverged(s, r.Readings[l.Converged])
	var curve []node
	for n, row := range s.Rows {
		at := node{d: float64(row[1+i]), entropy: float64(row[1+k]), slope: float64(l.Curve.Slope * float64(row[0])), converged: !loose[n]}
		if at.d > 0 && at.d < 1 {
			curve = append(curve, at)
		}
	}
	return curve, all
}

// loosest is by how much the two ends of an interval may contradict their
// slopes: the curve has no value in an interval in which it jumps.
const loosest = 2e-3

// entropyAt interpolates a curve at a distance; ok is false outside its ends, at
// a distance that it passes more than once, and where it jumps.
//
// What is interpolated is s(d) less the entropy of all weights, which takes the
// singularity at d = 0 away, by the cubic with the values and slopes of both ends.
func entropyAt(curve []node, all space, d float64) (entropy float64, converged, ok bool) {
	found := -1
	for i := range len(curve) - 1 {
		low, high := min(curve[i].d, curve[i+1].d), max(curve[i].d, curve[i+1].d)
		if d < low || d > high || low == high {
			continue
		}
		if found >= 0 && !(curve[i].d == d && found == i-1) {
			return 0, false, false
		}
		found = i
	}
	if found < 0 {
		return 0, false, false
	}
	a, b := curve[found], curve[found+1]
	h := b.d - a.d
	ya, yb := a.entropy-all.entropy(a.d), b.entropy-all.entropy(b.d)
	sa, sb := float64(h*(a.slope-all.slope(a.d))), float64(h*(b.slope-all.slope(b.d)))
	if !(math.Abs(yb-ya-(sa+sb)/2) <= loosest) {
		return 0, false, false
	}
	x := (d - a.d) / h
	// Hermite's cubic in Bernstein's form: a mean of the ends and of two points on
	// their tangents.
	z := 1 - x
	p, q := ya+sa/3, yb-sb/3
	cubic := float64(float64(z*z*z)*ya) + float64(3*float64(z*z*x)*p) + float64(3*float64(z*x*x)*q) + float64(float64(x*x*x)*yb)
	return cubic + all.entropy(d), a.converged && b.converged, true
}

// interpolate adds a sample to the table of entropies at the distances asked for.
func (a *Aggregate) interpolate(ctx context.Context, r *results.Record, last sampleRow) {
	name, _ := a.curve()
	l := a.now.layouts[name]
	if l.Curve == nil {
		return
	}
	g := a.tables[AtTable]
	g.kind = a.now.measuring(name)
	g.includes = a.plan.Includes(g.kind)
	curve, all := curveOf(r, name, l)
	s := &results.Rows{Keys: []string{"distance"}, Values: []string{"entropy"}}
	if all.normalized {
		s.Values = append(s.Values, "normalized")
	}
	loose := map[int]bool{}
	for _, d := range a.at {
		if entropy, converged, ok := entropyAt(curve, all, d); ok {
			loose[len(s.Rows)] = !converged
			row := []results.Number{results.Number(d), results.Number(entropy)}
			if all.normalized {
				row = append(row, results.Number(entropy-all.entropy(d)))
			}
			s.Rows = append(s.Rows, row)
		}
	}
	g.take(s, a.sample(ctx, r, name, last, loose))
}

// checkAt refuses distances for a run that measures no local entropy: a config that was changed
// after it was planned.
func (a *Aggregate) checkAt(f store.Folder) error {
	read := slices.ContainsFunc(a.tallies, func(t tally) bool { return t.records() > 0 })
	if _, l := a.curve(); l.Curve != nil || !read || len(a.at) == 0 {
		return nil
	}
	return &say.Error{Where: f.In("config.toml"), Key: "collect.at", Want: "this run measures no local entropy: there is nothing to interpolate"}
}
