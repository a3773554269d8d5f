package connectivity

import (
	"math"

	"fbp/gauss"
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
		return t.alone(t.Kappa + bound/own)
	}
	sum := 0.0
	rule := fields(t.bend(0, 1))
	for i, z := range rule.X {
		sum += rule.W[i] * t.added(z, own, func(x float64) float64 { return t.below(t.Kappa+x/other, z) }, other, y-1, bound)
	}
	return sum
}

// alone is the fraction of patterns with a stability below u of one solution.
func (t Typical) alone(u float64) float64 {
	sum := 0.0
	rule := fields(t.bend(0, 1))
	for i, z := range rule.X {
		sum += rule.W[i] * t.below(u, z)
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
		law = chebyshev(min(bound, float64(k)*reach), func(x float64) float64 { return t.convolved(z, other, before, x) })
	}
	return t.convolved(z, own, law, bound)
}

// convolved is the probability that share (u − κ') and another variable, of this law, add up to less than x.
func (t Typical) convolved(z, share float64, law func(float64) float64, x float64) (sum float64) {
	if x <= 0 {
		return 0
	}
	width := math.Sqrt(t.V)
	top := min(x/share, (max(0, -t.at(z))+9)*width)
	rule := saddle.Mesh(gauss.Rule{}, 0, top, 0.75*width)
	u, densities := make([]float64, len(rule.X)), make([]float64, len(rule.X))
	for i, s := range rule.X {
		u[i] = t.Kappa + s
	}
	t.densities(densities, 1, u, z)
	for i, s := range rule.X {
		sum += rule.W[i] * densities[i] * law(x-share*s)
	}
	return sum
}

// chebyshev interpolates the law of a positive variable, which is 0 below 0 and 1 beyond the end,
// by a polynomial between.
func chebyshev(end float64, f func(float64) float64) func(float64) float64 {
	const degree = 64
	var at, values [degree + 1]float64
	for k := range at {
		at[k] = end / 2 * (1 - math.Cos(math.Pi*float64(k)/degree))
		values[k] = f(at[k])
	}
	last := values[degree]
	return func(x float64) float64 {
		switch {
		case x <= 0:
			return 0
		case x >= end:
			return last
		}
		over, under := 0.0, 0.0
		for k, a := range at {
			if x == a {
				return values[k]
			}
			w := 1 / (x - a)
			if k == 0 || k == degree {
				w /= 2
			}
			if k%2 == 1 {
				w = -w
			}
			over += w * values[k]
			under += w
		}
		return over / under
	}
}
