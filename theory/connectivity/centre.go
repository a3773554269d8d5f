package connectivity

import (
	"math"

	"fbp/theory/saddle"
)

// Centre is the fraction of patterns with a stability below κ on the line from one of y
// typical solutions on the sphere to the centre of all, their mean scaled to their norm:
//
//	w_γ = (γ w₁ + (1−γ) w_c)/c,   w_c = Σ_a w_a/√(y (1 + (y−1) q)),
//
// E = P(Σ_a s_a u_a < κc) with the shares s_a of the solutions there. The fields of all are the same, and given
// it their stabilities are independent, so that E is a y-fold convolution averaged over the field; accurate to
// 1e-8. It is exactly zero outside of the support, where Σ_a s_a κ' ≥ κc, κ' being their margin. With y = 2
// it is [Pair.Error] at another share.
func (t Typical) Centre(y int, gamma, kappa float64) float64 {
	length := math.Sqrt(float64(y) * (1 + float64(y-1)*t.Q))
	other := (1 - gamma) / length
	own := gamma + other
	n := float64(y - 1)
	c := math.Sqrt(own*own + n*other*other + 2*t.Q*(n*own*other+n*(n-1)/2*other*other))
	bound := kappa*c - t.Kappa*(own+n*other) // of Σ_a s_a (u_a − κ')
	if bound <= 0 {
		return 0
	}
	if y == 1 || other < 1e-9 {
		return t.errors(t.Kappa + bound/own)
	}
	sum := 0.0
	rule := fieldRule(t.turn(1), crossing(t.Kappa, math.Sqrt(t.Q), math.Sqrt(t.V)))
	for i, z := range rule.X {
		sum += rule.W[i] * t.added(z, own, func(x float64) float64 { return t.below(t.Kappa+x/other, z) }, other, y-1, bound)
	}
	return sum
}

// added is the probability that own (u₁ − κ') and other (u_a − κ') of so many others add up to less than
// a bound, given the field z; law is that of one of the others.
func (t Typical) added(z, own float64, law func(float64) float64, other float64, others int, bound float64) float64 {
	// a sum of so many rarely exceeds this, below which its law is interpolated
	const far = 9
	reach := (max(0, -t.at(z)) + far) * math.Sqrt(t.V) * other
	for k := 2; k <= others; k++ {
		before := law
		law = chebyshev(min(bound, float64(k)*reach), func(x float64) float64 { return t.convolved(z, other, before, other, k-1, x) })
	}
	return t.convolved(z, own, law, other, others, bound)
}

// convolved is the probability that share (u − κ') and another variable add up to less than x, whose law is that
// of so many times other (u − κ').
func (t Typical) convolved(z, share float64, law func(float64) float64, other float64, others int, x float64) (sum float64) {
	if x <= 0 {
		return 0
	}
	last, n, ratio := t.Kappa+x/share, float64(others), other/share
	rule := t.stabilities(last, z, saddle.Feature{At: last, Width: ratio * t.decay(z)},
		saddle.Feature{At: last - ratio*n*max(0, math.Sqrt(t.Q)*z-t.Kappa), Width: ratio * math.Sqrt(n*t.V)})
	for i, u := range rule.X {
		sum += rule.W[i] * law(x-share*(u-t.Kappa))
	}
	return sum
}

// chebyshev interpolates the law of a positive variable, which is 0 below 0 and 1 beyond the end,
// by a polynomial between.
func chebyshev(end float64, f func(float64) float64) func(float64) float64 {
	rule := saddle.NewChebyshev(64)
	var values []float64
	for _, x := range rule.Points {
		values = append(values, f(end/2*(1+x)))
	}
	w := make([]float64, len(values))
	return func(x float64) float64 {
		switch {
		case x <= 0:
			return 0
		case x >= end:
			return values[len(values)-1]
		}
		return saddle.Dot(rule.Weights(2*x/end-1, w), values)
	}
}
