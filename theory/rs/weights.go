package rs

import (
	"math"

	"fbp/gauss"
)

// Weights is what weights are in Gaussian fields of variance q̂. The zero value is Binary.
type Weights int

const (
	Binary    Weights = iota // w_i = ±1
	Spherical                // every unit's weights uniform on the sphere |w|² = N/K
)

// String is its word.
func (w Weights) String() string {
	if w == Spherical {
		return "spherical"
	}
	return "binary"
}

// OverlapOf is the overlap q of weights in Gaussian fields of variance q̂: for binary
// weights q = ∫Dx tanh²(√q̂ x), or v = ∫Dx sech²(√q̂ x), whichever is the smaller;
// for spherical ones q/(1−q)² = q̂.
func (w Weights) OverlapOf(qHat float64) Overlap {
	if w == Spherical {
		v := 2 / (1 + math.Sqrt(1+4*qHat))
		return Overlap{Q: qHat * v * v, V: v}
	}
	s := math.Sqrt(qHat)
	if qHat < 1 {
		q := gauss.Average(func(x float64) float64 { m := gauss.Tanh(s * x); return m * m })
		return Overlap{Q: q, V: 1 - q}
	}
	v := gauss.Average(func(x float64) float64 { return gauss.Sech2(s * x) }, gauss.Around(0, 1/s)...)
	return Overlap{Q: 1 - v, V: v}
}

// LogSum is 𝒲, the weights' term of the free entropy, whose derivative by q̂ is v/2:
// ∫Dx ln 2cosh(√q̂ x), or with A = 1/v the Lagrange multiplier of the norm
// (A − 1 − ln A + q̂/A)/2, zero at q̂ = 0: the sphere has measure 1.
func (w Weights) LogSum(qHat float64) float64 {
	if w == Spherical {
		o := w.OverlapOf(qHat)
		return (o.Q/o.V + math.Log(o.V) + qHat*o.V) / 2
	}
	if qHat == 0 {
		return math.Ln2
	}
	s := math.Sqrt(qHat)
	return gauss.Average(func(x float64) float64 { return gauss.Log2Cosh(s * x) }, gauss.Around(0, 1/s)...)
}

// Stiffness is the mean squared variance of a weight, ∫Dx sech⁴(√q̂ x) or (1−q)².
func (w Weights) Stiffness(qHat float64) float64 {
	if w == Spherical {
		v := w.OverlapOf(qHat).V
		return v * v
	}
	s := math.Sqrt(qHat)
	return gauss.Average(func(x float64) float64 { v := gauss.Sech2(s * x); return v * v }, gauss.Around(0, 1/s)...)
}

// Tail is the limit of q̂ (1−q)² as q → 1.
func (w Weights) Tail() float64 {
	if w == Spherical {
		return 1
	}
	return 2 / math.Pi
}

// Bound is the entropy of all weights at distance d from given ones, −d ln d − (1−d) ln(1−d), and its slope;
// for spherical weights ½ ln(1 − t²), t = 1 − 2d.
func (w Weights) Bound(d float64) (entropy, slope float64) {
	if w == Spherical {
		t := 1 - 2*d
		return math.Log(4*d*(1-d)) / 2, t / (2 * d * (1 - d))
	}
	return -d*math.Log(d) - (1-d)*math.Log1p(-d), 2 * math.Atanh(1-2*d)
}

// Curved are ⟨g”'²⟩ and ⟨g”³⟩ of the term g of a weight: tanh² sech⁴, times 4, and sech⁶.
func (w Weights) Curved(qHat float64) (third, cube float64) {
	if w == Spherical {
		v := w.OverlapOf(qHat).V
		return 0, v * v * v
	}
	s := math.Sqrt(qHat)
	breaks := gauss.Around(0, 1/s)
	third = gauss.Average(func(x float64) float64 { v, m := gauss.Sech2(s*x), gauss.Tanh(s*x); return 4 * v * v * m * m }, breaks...)
	return third, gauss.Average(func(x float64) float64 { v := gauss.Sech2(s * x); return v * v * v }, breaks...)
}
