package theory

import (
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/theory/rs"
)

// Tree is a tree-like committee of finitely many sign units, K odd, each with N/K inputs
// of its own: a pattern is learned when at least Votes units say so, 0 standing for the
// majority, (K+1)/2.
type Tree struct {
	Hidden, Votes int
	Weights       Weights
}

// MostHidden is the largest number of units of a Tree: the average over their fields
// takes about a second there.
const MostHidden = 9

// treePoints is the number of quadrature points per unit, by (K−1)/2.
var treePoints = [...]int{160, 80, 36, 24, 18}

// mostTreeOverlap is the largest q that the quadrature resolves, by (K−1)/2.
var mostTreeOverlap = [...]float64{0.87, 0.87, 0.75, 0.75, 0.65}

// leastTreeOverlap is the q below which it does not count.
const leastTreeOverlap = 1e-10

// RS returns the replica-symmetric saddle point of the tree with αN random patterns,
//
//	φ = −q̂(1−q)/2 + 𝒲(q̂) + α E ln P(at least Votes of K | p_k = H(−√(q/(1−q)) x_k)),   x_k normal
//	1 − q = 2𝒲'(q̂),   q̂ = −2α ∂_q E ln P,
//
// 𝒲 as for Committee.RS (Barkai, Hansel and Sompolinsky, Phys. Rev. A 45, 4146 (1992), at
// finite K). The average over the K fields is a Gauss-Hermite rule for each; P is symmetric
// in the units, so that only the numbers of units at each point of the rule matter, and
// the probabilities of 0 … K votes are built up unit by unit, with their derivatives. The
// larger q, the sharper ln P bends where different units are the votes that are missing: from
// q = 0.5 on the rule is a trapezoidal one, which is then better.
//
// The entropy is accurate to 1e-8 for K ≤ 5 and 1e-6 for K = 7 and 9. The error wraps ErrDomain for
// α < 0 or a K that is not odd, from 1 to MostHidden, and ErrNoConvergence beyond q = 0.87 (K = 1
// and 3), 0.75 (5 and 7) or 0.65 (9), or for binary weights ErrBeyondCapacity: the entropy
// vanishes before.
func (c Tree) RS(alpha float64) (RSPoint, error) {
	fail := func(err error) (RSPoint, error) {
		return RSPoint{}, fmt.Errorf("theory: Tree(hidden = %d).RS(alpha = %v): %w", c.Hidden, alpha, err)
	}
	if !(alpha >= 0) || math.IsInf(alpha, 0) {
		return fail(fmt.Errorf("want finite alpha ≥ 0: %w", ErrDomain))
	}
	if c.Hidden < 1 || c.Hidden > MostHidden || c.Hidden%2 == 0 || c.Votes < 0 || c.Votes > c.Hidden {
		return fail(fmt.Errorf("want an odd number of units from 1 to %d, and no more votes: %w", MostHidden, ErrDomain))
	}
	b := rs.Branch{Weights: c.Weights, Patterns: newVotes(c.Hidden, c.Votes)}
	p, err := b.Solve(alpha)
	switch most := mostTreeOverlap[c.Hidden/2]; {
	case err == nil:
		return RSPoint{Alpha: alpha, Q: p.Q, QHat: p.QHat, D: p.V / 2, Entropy: b.FreeEntropy(p)}, nil
	case !(p.Q > most):
		return fail(err)
	case c.Weights == Binary:
		return fail(ErrBeyondCapacity)
	default:
		return fail(fmt.Errorf("q is above %v: %w", most, err))
	}
}

// votes averages ln P(at least least of units vote +1) over the fields of the units.
type votes struct {
	units, least int
	x, logW      []float64 // of the rule of one unit
	steepX       []float64 // of that from q = 0.5 on
	steepLogW    []float64
	logFactorial [MostHidden + 1]float64

	rule        []float64                               // logW of the rule in use
	leastWeight float64                                 // logLeastWeight of the rule in use
	p, dp       []float64                               // vote +1 at a point of the rule, and its derivative by a
	f, df       [MostHidden + 1][MostHidden + 3]float64 // by units so far: probability of n−1 votes, and its derivative
	sum, d      float64
}

func newVotes(units, least int) *votes {
	v := &votes{units: units, least: least}
	if least == 0 {
		v.least = (units + 1) / 2
	}
	x, w := hermite(treePoints[units/2])
	for i := range x {
		v.x, v.logW = append(v.x, x[i]), append(v.logW, math.Log(w[i]))
	}
	v.steepX, v.steepLogW = trapezoid(steepTree[units/2].points, steepTree[units/2].reach)
	most := max(len(v.x), len(v.steepX))
	v.p, v.dp = make([]float64, most), make([]float64, most)
	for n := 2; n <= units; n++ {
		v.logFactorial[n] = v.logFactorial[n-1] + math.Log(float64(n))
	}
	return v
}

// steepTree is the trapezoidal rule for each unit, by (K−1)/2; no other is needed for K = 1.
var steepTree = [...]struct {
	points int
	reach  float64
}{{}, {150, 7.5}, {60, 6.5}, {30, 6}, {20, 5.5}}

// trapezoid is the trapezoidal rule for the normal density between ±reach.
func trapezoid(points int, reach float64) (x, logW []float64) {
	sum := 0.0
	for i := range points {
		x = append(x, reach*(2*float64(i)/float64(points-1)-1))
		sum += gauss.G(x[i])
	}
	for _, x := range x {
		logW = append(logW, math.Log(gauss.G(x)/sum))
	}
	return x, logW
}

// hermite is the rule of Gauss for the normal density: the eigenvalues of the Jacobi
// matrix with √1, √2, … beside its diagonal, and the squares of the first components of
// its eigenvectors.
func hermite(n int) (x, w []float64) {
	x, beside, first := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range n - 1 {
		beside[i] = math.Sqrt(float64(i + 1))
	}
	first[0] = 1
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = first[i : i+1]
	}
	if err := gauss.Tridiagonal(x, beside, rows); err != nil {
		panic(err) // a matrix without inputs
	}
	for _, row := range rows {
		w = append(w, row[0]*row[0])
	}
	return x, w
}

// slopeAt0 is −2 ∂_q E ln P at q = 0, where every unit votes with a fair coin:
// Σ_k (∂_k ln P)², and all ∂_k are C(K−1, least−1) G(0) 2^(1−K)/P.
func (v *votes) slopeAt0() float64 {
	choose := func(n, k int) float64 { // over 2^n
		if k < 0 || k > n {
			return 0
		}
		return math.Exp(v.logFactorial[n] - v.logFactorial[k] - v.logFactorial[n-k] - float64(n)*math.Ln2)
	}
	all := 0.0
	for n := v.least; n <= v.units; n++ {
		all += choose(v.units, n)
	}
	one := choose(v.units-1, v.least-1) * gauss.G(0) / all
	return float64(v.units) * one * one
}

// logLeastWeight is that of a point of the rule of all units, below which it is left
// out: 1e-14, or 1e-16 of the trapezoidal rule, which has more points. Weights only fall as
// units are added.
const (
	logLeastWeight      = -32
	logLeastSteepWeight = -36
)

// steepFrom is the q from which on the rule is trapezoidal.
const steepFrom = 0.5

// Log is E ln P.
func (v *votes) Log(o Overlap) float64 { log, _ := v.average(o); return log }

// Force is −2 ∂_q E ln P; NaN where q is not resolved.
func (v *votes) Force(o Overlap) float64 {
	switch {
	case o.Q > mostTreeOverlap[v.units/2]:
		return math.NaN()
	case o.Q < leastTreeOverlap: // corrections are of order q, cancellation of 1e-16/√q
		return v.slopeAt0()
	}
	_, slope := v.average(o)
	return -2 * slope
}

// average is E ln P and its derivative by q.
func (v *votes) average(o Overlap) (log, slope float64) {
	a := math.Sqrt(o.Q / o.V)
	points := v.x
	v.rule, v.leastWeight = v.logW, logLeastWeight
	if o.Q > steepFrom && v.units > 1 {
		points, v.rule, v.leastWeight = v.steepX, v.steepLogW, logLeastSteepWeight
	}
	for i, x := range points {
		// far below, with weights that do not count, P must not underflow
		v.p[i], v.dp[i] = max(gauss.H(-a*x), 1e-60), x*gauss.G(a*x)
	}
	v.f[0][1], v.df[0][1] = 1, 0
	v.sum, v.d = 0, 0
	v.visit(0, 0, 0, v.logFactorial[v.units])
	return v.sum, v.d / (2 * a * o.V * o.V) // da/dq
}

// visit adds the points of the rule whose first units sit at the points chosen so far,
// and the others at from or later: in ascending order, so that equal numbers of units at
// each point are met once. logWeight is the logarithm of their weights, times K! over
// the factorials of the numbers of equal ones, equal the last of them.
func (v *votes) visit(units, from, equal int, logWeight float64) {
	if units == v.units {
		v.add(math.Exp(logWeight))
		return
	}
	f, df, g, dg := &v.f[units], &v.df[units], &v.f[units+1], &v.df[units+1]
	for i := from; i < len(v.rule); i++ {
		if i > from {
			equal = 0
		}
		next := logWeight + v.rule[i] - math.Log(float64(equal+1))
		if next < v.leastWeight {
			continue
		}
		p, dp := v.p[i], v.dp[i]
		for n := 1; n <= units+2; n++ {
			g[n] = f[n]*(1-p) + f[n-1]*p
			dg[n] = df[n]*(1-p) + df[n-1]*p + (f[n-1]-f[n])*dp
		}
		v.visit(units+1, i, equal+1, next)
	}
}

// add adds a point of the rule of all units.
func (v *votes) add(weight float64) {
	p, dp := 0.0, 0.0
	for n := v.units; n >= v.least; n-- {
		p, dp = p+v.f[v.units][n+1], dp+v.df[v.units][n+1]
	}
	v.sum += weight * math.Log(p)
	v.d += weight * dp / p
}
