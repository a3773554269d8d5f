package theory

import (
	"errors"
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/theory/clusters"
	"fbp/theory/saddle"
)

// ErrStable marks branches on which replica symmetry is stable up to their end.
var ErrStable = errors.New("replica symmetry is stable on the whole branch")

// Instability returns the replica-symmetric point of a margin at which replica symmetry
// becomes locally unstable (de Almeida and Thouless),
//
//	α [φ'(q)² R + φ”(q) r] ∫sech⁴ = 1,   r = ∫Dx A²/(1−Q),  R = ∫Dx [A(A−a)]²/(1−Q)²,
//
// A = (G/H)(a) at a = (κ − √Q x)/√(1−Q), Q = φ(q), and (1−q)² in the place of ∫sech⁴ for spherical
// weights. The printed 0.615 of PRL 123, 170602 (2019) for spherical ReLU is not what its
// formulas give: that is 1.7212, as the curvature of the 1RSB free entropy at q0 = q1
// confirms. κ stands for κ/√(k(1) − k(0)). Alpha is accurate to 1e-10; it is the first such point in q, found by
// solving for q̂, of which α is a function.
//
// The error wraps ErrStable where replica symmetry is stable on the whole branch.
func (c Committee) Instability(kappa float64) (RSPoint, error) {
	if !(math.Abs(kappa) <= 30) {
		return RSPoint{}, fmt.Errorf("theory: Instability(kappa = %v): want kappa from -30 to 30: %w", kappa, ErrDomain)
	}
	margin := kappa / c.Activation.Scale()
	excess := func(lnQHat float64) float64 {
		_, s := c.onBranch(margin, lnQHat)
		return math.Log(s)
	}
	zero, err := AlmeidaThouless(excess)
	if err != nil {
		return RSPoint{}, fmt.Errorf("theory: Instability(%v, kappa = %v): %w", c, kappa, err)
	}
	alpha, _ := c.onBranch(margin, zero)
	o := c.Weights.OverlapOf(math.Exp(zero))
	return RSPoint{Alpha: alpha, Kappa: kappa, Q: o.Q, QHat: math.Exp(zero), D: o.V / 2,
		Entropy: c.rsFreeEntropy(alpha, margin, o, math.Exp(zero))}, nil
}

// Marginal is the excess over 1 of a replicon that is rounding: on the sphere the perceptron is marginal at the
// end of its branch.
const Marginal = 1e-7

// AlmeidaThouless is the least ln q̂, from −7 to 25, at which the logarithm of a replicon, given along a branch,
// rises through 0. The error is ErrStable, or wraps ErrNoConvergence.
func AlmeidaThouless(lnReplicon func(lnQHat float64) float64) (lnQHat float64, err error) {
	for i := range saddle.Scan(lnReplicon, -7, 25, 128) {
		if i.FB <= Marginal {
			continue
		}
		if zero, ok := i.Root(lnReplicon, 1e-14); ok {
			return zero, nil
		}
		return 0, ErrNoConvergence
	}
	return 0, ErrStable
}

// onBranch is α and the replicon of the replica-symmetric point of a margin with the
// given q̂.
func (c Committee) onBranch(margin, lnQHat float64) (alpha, replicon float64) {
	qHat := math.Exp(lnQHat)
	slope, curvature, square, stiff := c.answers(c.Weights.OverlapOf(qHat), margin)
	alpha = qHat / (slope * square)
	return alpha, alpha * (slope*slope*stiff + curvature*square) * c.Weights.Stiffness(qHat)
}

// Replicon is α[φ'(q)² R + φ”(q) r] ∫sech⁴ of Instability at a point of RS with any margin:
// replica symmetry is locally stable below 1.
func (c Committee) Replicon(p RSPoint) float64 {
	slope, curvature, square, stiff := c.answers(Overlap{p.Q, 2 * p.D}, p.Kappa/c.Activation.Scale())
	return p.Alpha * (slope*slope*stiff + curvature*square) * c.Weights.Stiffness(p.QHat)
}

// answers are φ', φ”, r and R of Instability at the overlap o.
func (c Committee) answers(o Overlap, margin float64) (slope, curvature, square, stiff float64) {
	e := c.Activation.Effective(o)
	slope, curvature = c.Activation.Slopes(o)
	square = rsPatterns(margin, e, func(a float64) float64 { m := gauss.Mills(a); return m * m }) / e.V
	stiff = rsPatterns(margin, e, func(a float64) float64 { m := clusters.MillsSlope(a, gauss.Mills(a)); return m * m }) / (e.V * e.V)
	return slope, curvature, square, stiff
}
