package deviations

import (
	"errors"
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/theory"
	"fbp/theory/clusters"
	"fbp/theory/saddle"
)

// Point is a saddle point of the large-deviation entropy.
type Point struct {
	Alpha, Q1, Y float64 // Y may be infinite
	// Normalized is the entropy per weight and replica minus its value without patterns:
	// where it is 0, nearly all configurations of the replicas solve.
	Normalized float64
	DQ0        float64 // y(q1 − q0)
	Q0         float64
	Bounded    bool // no pattern matters, to all digits of Normalized

	conjugate float64 // q̂1 of binary weights
	spread    float64 // y(q̂1 − q̂0)
}

// replicas is y replicas at mutual overlap q1, all of them solutions: one step of
// replica symmetry breaking with q1 given and m = y,
//
//	F = G_S + (α/y) ∫Dz0 ln ∫Dz1 H^y(−(√Q0 z0 + √(Q1−Q0) z1)/√(1−Q1))
//	binary     G_S = −q̂1(1−q1)/2 + (y/2)(q0 q̂0 − q1 q̂1) + (1/y) ∫Du ln ∫Dv [2cosh(√q̂0 u + √(q̂1−q̂0) v)]^y
//	spherical  G_S = ½[ln(1−q1) + (1/y) ln(D/(1−q1)) + q0/D],  D = 1 − q1 + y(q1−q0).
//
// All follows from the one unknown δ = y(q1−q0): the patterns give q̂0 =
// αφ'(q0)∫ȳ², ȳ their mean response to the cavity field, the weights the δ that goes
// with q̂0 and q1.
type replicas struct {
	machine      theory.Committee
	alpha, q1, y float64
	margin       float64
	patterns     clusters.Average
	weights      clusters.Average
}

// Of returns the large-deviation entropy of a committee: the logarithm of
// the number, or fraction of the sphere, of y replicas at mutual overlap q1 that all solve
// αN random patterns, per weight and replica, minus its value at α = 0 (Baldassi, Malatesta
// and Zecchina, PRL 123, 170602 (2019), appendix D and B4 to B6; Baldassi, Pittorino and
// Zecchina, PNAS 117, 161 (2020), appendix C, which drops ½ q1/(1−q1+δ) from G_S). For
// y = ∞, q0 = q1 − δ/y,
//
//	F = −q̂1(1−q1)/2 − (δ q̂1 + q1 δ̂)/2 + ∫Du max_v [−v²/2 + ln 2cosh(√q̂1 u + √δ̂ v)] − F(α=0)
//	    + α ∫Dz0 max_z [−z²/2 + ln H(−(√Q1 z0 + √(φ'(q1) δ) z)/√(1−Q1))],
//
// ½ q1/(1−q1+δ) in the place of the first line for spherical weights. The maximum is not
// searched for: the field h at the maximum is the variable of integration, and
// z0 = (h − φ'(q1)δ (ln H)')/√Q1; where the weights' h has two branches, u as a function
// of h says where it jumps. Normalized is accurate to 1e-9.
//
// q1 below the q of RS is possible for y = ∞ only, where δ < 0; for finite y it wraps
// ErrBelowTypical. Other errors are ErrDomain and ErrNoConvergence.
func Of(c theory.Committee, alpha, q1, y float64) (Point, error) {
	fail := func(err error) (Point, error) {
		return Point{}, fmt.Errorf("deviations: Of(alpha = %v, q1 = %v, y = %v): %w", alpha, q1, y, err)
	}
	if !(alpha > 0 && q1 > 0 && q1 < 1 && y > 1) || math.IsInf(alpha, 0) {
		return fail(fmt.Errorf("want 0 < alpha, 0 < q1 < 1, y > 1: %w", theory.ErrDomain))
	}
	l := replicas{machine: c, alpha: alpha, q1: q1, y: y}
	if math.IsInf(y, 1) {
		return l.manySolve()
	}
	return l.solve()
}

// ErrBelowTypical marks overlaps below that of typical solutions.
var ErrBelowTypical = errors.New("q1 below the q of typical solutions")

const reachOf = 7.5 // standard deviations, H(7.5) = 3e-14

// solve finds q0, and for binary weights q̂1 − q̂0, from those of y = ∞.
func (l *replicas) solve() (Point, error) {
	fail := func(err error) (Point, error) {
		return Point{}, fmt.Errorf("deviations: Of(alpha = %v, q1 = %v, y = %v): %w", l.alpha, l.q1, l.y, err)
	}
	many, err := l.manySolve()
	if err != nil {
		return Point{}, err
	}
	if many.Bounded {
		many.DQ0, many.spread = 1e9, math.Atanh(math.Sqrt(l.q1))/math.Sqrt(l.q1)
	}
	if many.DQ0 < 0 {
		return fail(ErrBelowTypical)
	}
	l.patterns.M, l.weights.M = l.y, l.y
	// δ = y(q1−q0) saturates at y q1
	delta := many.DQ0
	if limit := l.y * l.q1; !(delta < limit/10) {
		delta = 1 / (1/delta + 1/limit)
	}
	// unknowns: logit of q0/q1, ln (q̂1−q̂0); from many replicas, and for few of them from no patterns
	starts := [][]float64{{math.Log(l.y*l.q1/delta - 1)}, {-1}}
	if l.machine.Weights == theory.Binary {
		free, _ := l.alone()
		starts[0], starts[1] = append(starts[0], math.Log(many.spread/l.y)), append(starts[1], math.Log(free))
	}
	s := saddle.Problem{Next: l.next, Far: func(x []float64) bool { return math.Abs(x[0]) > 60 }}
	for _, x := range starts {
		if _, ok := s.Solve(x); ok {
			return l.point(x), nil
		}
	}
	return fail(theory.ErrNoConvergence)
}

// q0 is q0 of the chart.
func (l *replicas) q0(x float64) float64 { return l.q1 / (1 + math.Exp(-x)) }

// next maps the unknowns through the equations of the patterns and then of the weights.
func (l *replicas) next(x, image []float64) bool {
	q0 := l.q0(x[0])
	qHat0 := l.patternsQHat(q0)
	if l.machine.Weights == theory.Spherical { // q0/D² = q̂0, solved for q0 in the range 0 to q1
		image[0] = l.sphere(qHat0)
		return true
	}
	if x[1] > 8 || x[1] < -60 {
		return false
	}
	between, within := l.weightsOverlaps(qHat0, math.Exp(x[1]))
	image[0] = math.Log(between / (between + within) / (1 - between/(between+within)))
	image[1] = x[1] + math.Log(l.q1/(1-l.q1)) - math.Log((between+within)/(1-between-within))
	return true
}

// sphere is the chart of q0 = q̂0 (1 − q1 + y(q1−q0))², the root between 0 and q1.
func (l *replicas) sphere(qHat0 float64) float64 {
	// with e = y(q1 − q0): q1 − e/y = q̂0 (1−q1+e)²
	v := 1 - l.q1
	b, c := 2*qHat0*v+1/l.y, l.q1-qHat0*v*v
	e := 2 * c / (b + math.Sqrt(b*b+4*qHat0*c))
	return math.Log(l.y*l.q1/e - 1)
}

// patternsQHat is q̂0 = αφ'(q0)∫Dz0 ȳ²; the rules of the patterns are left for q0.
func (l *replicas) patternsQHat(q0 float64) float64 {
	l.spreadPatterns(q0)
	o := theory.Overlap{Q: q0, V: 1 - q0}
	return l.alpha * l.machine.Activation.Slope(o) * l.average(l.machine.Activation.Effective(o).Q, &l.patterns, func(a clusters.Mean) float64 { return a.Mean * a.Mean })
}

func (l *replicas) spreadPatterns(q0 float64) {
	a := l.machine.Activation
	e0, e1 := a.Effective(theory.Overlap{Q: q0, V: 1 - q0}), a.Effective(theory.Overlap{Q: l.q1, V: 1 - l.q1})
	reach := reachOf * math.Sqrt(e0.Q)
	l.patterns.Set(clusters.Pattern{Kappa: l.margin, R: math.Sqrt(e1.V)}, math.Sqrt(e0.V-e1.V), -reach, reach)
}

// average is ∫Dz f over fields √variance z.
func (l *replicas) average(variance float64, c *clusters.Average, f func(clusters.Mean) float64) (sum float64) {
	l.visit(variance, c, func(weight float64, a clusters.Mean) { sum += weight * f(a) })
	return sum
}

// visit calls a function with the points of ∫Dz, for functions that are even in z where c is that of
// the weights.
func (l *replicas) visit(variance float64, c *clusters.Average, point func(weight float64, a clusters.Mean)) {
	s, turn := math.Sqrt(variance), c.Factor.Turn()
	from, sides, width := -reachOf, 1.0, max(turn.Width, c.Sigma/2)
	if c == &l.weights { // even in z; at 0 the two peaks, of logarithms ±y f, change places
		from, sides, width = 0, 2, 1/(1+c.M)
	}
	rule := saddle.Mesh(gauss.Rule{}, from, reachOf, 1.5, saddle.Feature{At: turn.At / s, Width: width / s})
	for i, z := range rule.X {
		point(sides*rule.W[i]*gauss.G(z), c.At(s*z))
	}
}

// weightsOverlaps are q0 and q1 − q0 of binary weights with q̂0 and q̂1 − q̂0.
func (l *replicas) weightsOverlaps(qHat0, gap float64) (between, within float64) {
	l.spreadWeights(qHat0, gap)
	l.visit(qHat0, &l.weights, func(weight float64, a clusters.Mean) {
		between += weight * (1 + a.Mean) * (1 + a.Mean)
		within += weight * a.Variance
	})
	return between, within
}

func (l *replicas) spreadWeights(qHat0, gap float64) {
	reach := reachOf * math.Sqrt(qHat0)
	l.weights.Set(clusters.Weight{}, math.Sqrt(gap), -reach, reach)
}

// alone is q̂1 and G_S of binary weights without patterns, q0 = q̂0 = 0.
func (l *replicas) alone() (free, entropy float64) {
	excess := func(lnHat float64) float64 {
		l.spreadWeights(0, math.Exp(lnHat))
		return l.weights.At(0).Variance - l.q1 // the mean is 0
	}
	lo := math.Log(l.q1/l.y) - 1
	lnHat, _ := saddle.Bracket(excess, lo, excess(lo), 0.5, 1, max(9, lo)).Root(excess, 1e-15)
	excess(lnHat)
	free = math.Exp(lnHat)
	return free, -free*(1-l.q1)/2 - l.y/2*l.q1*free + l.weights.At(0).Log
}

// point evaluates everything at the solution.
func (l *replicas) point(x []float64) Point {
	q1, y, q0 := l.q1, l.y, l.q0(x[0])
	p := Point{Alpha: l.alpha, Q1: q1, Y: y, Q0: q0, DQ0: y * q1 / (1 + math.Exp(x[0]))}
	qHat0 := l.patternsQHat(q0)
	log := func(a clusters.Mean) float64 { return a.Log }
	p.Normalized = l.alpha * l.average(l.machine.Activation.Effective(theory.Overlap{Q: q0, V: 1 - q0}).Q, &l.patterns, log)
	if l.machine.Weights == theory.Spherical {
		d := 1 - q1 + p.DQ0
		p.Normalized += (math.Log(d/(1-q1+y*q1))/y + q0/d) / 2
		return p
	}
	gap := math.Exp(x[1])
	l.spreadWeights(qHat0, gap)
	p.conjugate, p.spread = qHat0+gap, y*gap
	p.Normalized += -p.conjugate*(1-q1)/2 + y/2*(q0*qHat0-q1*p.conjugate) + l.average(qHat0, &l.weights, log)
	_, alone := l.alone()
	p.Normalized -= alone
	return p
}
