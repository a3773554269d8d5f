package theory

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"fbp/gauss"
	"fbp/theory/saddle"
)

// Capacity returns the replica-symmetric capacity at a margin: where the entropy of
// binary weights vanishes (AlphaC), or where two solutions with spherical weights become
// one, q → 1 (RSEnd); infinite for spherical sign units (PRL 123, 170602 (2019), equations
// 5 and 6, at margin 0). An upper bound where replica symmetry is unstable before
// ([Committee.Instability]), as for spherical perceptrons of negative margin. Accurate to
// 1e-10; errors are those of AlphaC.
func (c Committee) Capacity(kappa float64) (alpha float64, err error) {
	if c.Weights == Spherical {
		return c.RSEnd(kappa), nil
	}
	p, err := Labels{Machine: c}.AlphaC(kappa)
	return p.Alpha, err
}

// Capacity1RSB is the capacity with one step of replica symmetry breaking.
type Capacity1RSB struct {
	Alpha float64
	// For spherical weights, the overlap of clusters and the limit of m/(1−q1), m the
	// Parisi parameter; else, and where replica symmetry holds up to Alpha, NaN.
	Q0, M float64
}

// Capacity1RSB returns the capacity at a margin with one step of replica symmetry
// breaking: q1 → 1 and m → 0 with m̃ = m/(1−q1) kept,
//
//	α_c = min over q0, m̃ of −{ln(1+m̃(1−q0)) + m̃q0/(1+m̃(1−q0))} / 2f(q0, m̃)
//	f = ∫Dz0 ln ∫Dz1 exp(−m̃ x₊²/2φ'(1)),  x = κ + √Q0 z0 + √(1−Q0) z1
//
// with κ/√(k(1) − k(0)) in the place of κ (PRL 123, 170602 (2019), B7, which lacks the minus, and B8). For spherical ReLU units it is
// 2.66428, not the 2.92 that is printed there; one step at finite q1 confirms it. For
// binary weights clusters are single solutions, q1 = 1, from the zero of the entropy
// on, so that the capacity is that of Capacity; so it is where replica symmetry is
// stable up to there. Where it is not, more steps lower it: an upper bound. Infinite for spherical sign units. Accurate to 1e-10.
func (c Committee) Capacity1RSB(kappa float64) (Capacity1RSB, error) {
	none := Capacity1RSB{Alpha: math.Inf(1), Q0: math.NaN(), M: math.NaN()}
	rs, err := c.Capacity(kappa)
	if err != nil || math.IsInf(rs, 1) || c.Weights == Binary {
		none.Alpha = rs
		return none, err
	}
	if at, err := c.Instability(kappa); kappa >= 0 && (err != nil || at.Alpha >= rs) {
		none.Alpha = rs
		return none, nil
	}
	k := shattering{c.Activation, c.Activation.SlopeAt1(), kappa / c.Activation.Scale()}
	next := func(x, image []float64) bool {
		_, image[0], image[1] = k.at(1/(1+math.Exp(-x[0])), math.Exp(x[1]))
		image[0], image[1] = x[0]+image[0], x[1]+image[1]
		return true
	}
	starts, least := k.starts()
	for _, x := range starts {
		if _, ok := (saddle.Problem{Next: next}).Solve(x); !ok {
			continue
		}
		q0, m := 1/(1+math.Exp(-x[0])), math.Exp(x[1])
		if alpha, _, _ := k.at(q0, m); alpha <= min(least, rs) && q0 > 0 && q0 < 1 {
			return Capacity1RSB{alpha, q0, m}, nil
		}
	}
	return none, fmt.Errorf("theory: Capacity1RSB(%v, kappa = %v): %w", c, kappa, ErrNoConvergence)
}

// starts are the points of a grid, ln q0/(1−q0) and ln m̃, by rising α: the least eight, and
// the least α.
func (k shattering) starts() (starts [][]float64, least float64) {
	values := map[[2]float64]float64{}
	var points [][2]float64
	for _, q0 := range []float64{0.02, 0.2, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.995, 0.999, 0.9998} {
		for _, m := range []float64{0.3, 1, 3, 10, 30, 100, 300, 1000, 4000, 16000} {
			at := [2]float64{math.Log(q0 / (1 - q0)), math.Log(m)}
			points = append(points, at)
			values[at], _, _ = k.at(q0, m)
		}
	}
	slices.SortStableFunc(points, func(a, b [2]float64) int { return cmp.Compare(values[a], values[b]) })
	for _, at := range points[:8] {
		starts = append(starts, at[:])
	}
	return starts, values[points[0]]
}

// MostPatterns is the α beyond which typical instances have no solutions of margin 0:
// Capacity1RSB, infinite where it is not known.
func (c Committee) MostPatterns() float64 {
	if p, err := c.Capacity1RSB(0); err == nil {
		return p.Alpha
	}
	return math.Inf(1)
}

// shattering is the limit q1 → 1, m → 0.
type shattering struct {
	activation Activation
	slope1     float64 // φ'(1)
	margin     float64
}

// at returns α of (q0, m̃), and the logarithms of ratios of its derivatives that
// vanish where it is stationary.
func (k shattering) at(q0, m float64) (alpha, byQ0, byM float64) {
	o := Overlap{q0, 1 - q0}
	e := k.activation.Effective(o)
	spread := k.slope1 + m*e.V
	share1, sd := k.slope1/spread, math.Sqrt(e.V*k.slope1/spread) // of x > 0, its energy counted
	value := func(z float64) (log, first, second float64) {
		field := k.margin + math.Sqrt(e.Q)*z
		u := field * share1
		above := gauss.LogH(-u/sd) + math.Log(share1)/2 - m*field*field/(2*spread)
		below := gauss.LogH(field / math.Sqrt(e.V))
		top := max(above, below)
		log = top + math.Log(math.Exp(above-top)+math.Exp(below-top))
		share := math.Exp(above - log)
		mills := gauss.Mills(-u / sd)
		return log, share * (u + sd*mills), share * (u*u + sd*sd + u*sd*mills)
	}
	breaks := gauss.Around(-k.margin/math.Sqrt(e.Q), math.Sqrt(e.V/e.Q))
	f := gauss.Average(func(z float64) float64 { log, _, _ := value(z); return log }, breaks...)
	fQ := -k.activation.Slope(o) / 2 * gauss.Average(func(z float64) float64 {
		_, x, _ := value(z)
		return m * m * x * x / (k.slope1 * k.slope1)
	}, breaks...)
	fM := -gauss.Average(func(z float64) float64 { _, _, xx := value(z); return xx }, breaks...) / (2 * k.slope1)
	d := 1 + m*o.V
	n, nQ, nM := math.Log(d)+m*q0/d, m*m*q0/(d*d), (1+m*o.V*o.V)/(d*d)
	return -n / (2 * f), math.Log(nQ * f / (n * fQ)), math.Log(nM * f / (n * fM))
}
