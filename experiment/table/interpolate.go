package table

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/gauss"
	"fbp/internal/values"
	"fbp/results"
)

// atTable is the table of local entropies at given distances.
const atTable = "local_entropy_at"

// ParseAt reads the argument of collect --at: distance=.01,.02 or a range.
func ParseAt(text string) ([]float64, error) {
	refuse := func(want string) error { return &config.Error{Where: "--at " + text, Want: want} }
	list, ok := strings.CutPrefix(text, "distance=")
	if !ok {
		return nil, refuse("want distance=d with distances 0 < d < 0.5: distance=.01,.02")
	}
	at, err := values.Parse(list)
	if err != nil {
		return nil, refuse(err.Error())
	}
	for _, d := range at {
		if !(d > 0 && d < 0.5) {
			return nil, refuse(fmt.Sprintf("distance %v: want 0 < distance < 0.5", d))
		}
	}
	slices.Sort(at)
	return slices.Compact(at), nil
}

// node is a point of a sample's curve of local entropy.
type node struct {
	d, entropy, rho float64
	converged       bool
}

// curveOf is the curve of a record, by bias; nil if it has none.
func curveOf(r *results.Record) []node {
	s := r.Readings[plan.ComparedTable]
	if s == nil || len(s.Keys) != 1 || s.Keys[0] != "rho" {
		return nil
	}
	i, k := slices.Index(s.Values, "distance"), slices.Index(s.Values, "entropy")
	if i < 0 || k < 0 {
		return nil
	}
	loose := unconverged(s, r.Readings[layouts[plan.ComparedTable].convergence])
	var curve []node
	for n, row := range s.Rows {
		at := node{d: float64(row[1+i]), entropy: float64(row[1+k]), rho: float64(row[0]), converged: !loose[n]}
		if at.d > 0 && at.d < 1 {
			curve = append(curve, at)
		}
	}
	return curve
}

// loosest is by how much the two ends of an interval may contradict their
// slopes: the curve has no value in an interval in which it jumps.
const loosest = 2e-3

// entropyAt interpolates a curve at a distance; ok is false outside its ends, at
// a distance that it passes more than once, and where it jumps.
//
// The slope of the curve is known: at fixed bias ρ the free entropy φ is
// stationary, so that ds/dd = 2ρ. What is interpolated is s(d) less the entropy
// of all configurations, −d ln d − (1−d) ln(1−d), which takes the singularity at
// d = 0 away, by the cubic with the values and slopes of both ends.
func entropyAt(curve []node, d float64) (entropy float64, converged, ok bool) {
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
	ya, yb := a.entropy-allEntropy(a.d), b.entropy-allEntropy(b.d)
	sa, sb := h*a.excess(), h*b.excess()
	if !(math.Abs(yb-ya-(sa+sb)/2) <= loosest) {
		return 0, false, false
	}
	x := (d - a.d) / h
	// Hermite's cubic in Bernstein's form: a mean of the ends and of two points on
	// their tangents.
	z := 1 - x
	p, q := ya+sa/3, yb-sb/3
	cubic := float64(float64(z*z*z)*ya) + float64(3*float64(z*z*x)*p) + float64(3*float64(z*x*x)*q) + float64(float64(x*x*x)*yb)
	return cubic + allEntropy(d), a.converged && b.converged, true
}

// excess is the slope of the curve at a node less that of all configurations.
func (n node) excess() float64 { return float64(2*n.rho) - (gauss.Log1p(-n.d) - gauss.Log(n.d)) }

// allEntropy is −d ln d − (1−d) ln(1−d).
func allEntropy(d float64) float64 {
	return -float64(d*gauss.Log(d)) - float64((1-d)*gauss.Log1p(-d))
}

// interpolate adds a sample to the table of entropies at the distances asked for.
func (a *Aggregate) interpolate(r *results.Record, control float64) {
	curve := curveOf(r)
	s := &results.Series{Keys: []string{"distance"}, Values: []string{"entropy"}}
	loose := map[int]bool{}
	for _, d := range a.at {
		if entropy, converged, ok := entropyAt(curve, d); ok {
			loose[len(s.Rows)] = !converged
			s.Rows = append(s.Rows, []results.Number{results.Number(d), results.Number(entropy)})
		}
	}
	a.tables[atTable].take(s, taken{control, r.Status != results.Solved, loose})
}

// Interpolates makes the table of entropies at these distances, in which every
// point has a row for each.
func (a *Aggregate) Interpolates(at []float64) {
	if a.at = at; len(at) > 0 {
		a.tables[atTable] = &gathered{at: []string{"distance"}, values: []string{"entropy"}, rows: map[string]*row{},
			includes: a.plan.Includes(plan.ComparedTable)}
	}
}

// checkAt refuses distances for a run that measures no local entropy.
func (a *Aggregate) checkAt() error {
	read := false
	for _, params := range a.params {
		if plan.Parameter(params, "measure", plan.ComparedTable) != nil {
			return nil
		}
		read = read || params != nil
	}
	if !read || len(a.at) == 0 {
		return nil
	}
	return &config.Error{Where: "--at", Want: "this run measures no local entropy: there is nothing to interpolate"}
}
