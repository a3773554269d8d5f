package theory

import (
	"fmt"
	"math"

	"fbp/theory/rs"
)

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
	b, field := c.branch(kappa), c.Field(kappa)
	p, err := rs.Instability(b, func(p rs.Point) float64 { return b.Replicon(p, field.Stiff(p.Overlap)) })
	if err != nil {
		return RSPoint{}, fmt.Errorf("theory: Instability(%v, kappa = %v): %w", c, kappa, err)
	}
	return c.point(p, kappa), nil
}

// Replicon is α[φ'(q)² R + φ”(q) r] ∫sech⁴ of Instability at a point of RS with any margin:
// replica symmetry is locally stable below 1.
func (c Committee) Replicon(p RSPoint) float64 {
	o := Overlap{Q: p.Q, V: 2 * p.D}
	return c.branch(p.Kappa).Replicon(rs.Point{Alpha: p.Alpha, QHat: p.QHat, Overlap: o}, c.Field(p.Kappa).Stiff(o))
}
