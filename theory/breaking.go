package theory

import (
	"fmt"

	"fbp/gauss"
	"fbp/theory/clusters"
)

// Breaking returns the breaking point at a point of a perceptron where replica symmetry
// becomes unstable ([Committee.Instability]): the Parisi parameter x at which the overlap
// starts to depend on it,
//
//	x = [α⟨f”'²⟩ + A³ ⟨g”'²⟩] / 2[α⟨f”³⟩ + A³ ⟨g”³⟩],   A = α⟨f”²⟩,
//
// f(h) = ln H((κ−h)/√(1−q)) at fields of variance q, and g of the weights' term: ln 2cosh
// at fields of variance q̂, or for spherical weights (1−q)h²/2, whose third derivative is
// zero. It follows from A⟨g”²⟩ = 1 at all overlaps, differentiated along Parisi's equation:
// d⟨f”²⟩/dq = ⟨f”'² − 2x f”³⟩. The transition is continuous for 0 < x < 1.
//
// The error wraps ErrDomain for other units than those of a perceptron.
func (c Committee) Breaking(p RSPoint) (x float64, err error) {
	if !c.Activation.Linear() {
		return 0, fmt.Errorf("theory: Breaking(%v): want a perceptron: %w", c, ErrDomain)
	}
	o := Overlap{Q: p.Q, V: 2 * p.D}
	moment := func(f func(slope, curvature float64) float64) float64 { // slope = −f”(1−q), curvature = f”'(1−q)^(3/2)
		return p.Alpha * c.Field(p.Kappa).Average(o, func(x float64) float64 {
			a, h := -x, gauss.Mills(-x)
			slope := clusters.MillsSlope(a, h)
			return f(slope, slope*(2*h-a)-h)
		})
	}
	v := o.V
	square := moment(func(s, _ float64) float64 { return s * s }) / (v * v)
	third := moment(func(_, t float64) float64 { return t * t }) / (v * v * v)
	cube := -moment(func(s, _ float64) float64 { return s * s * s }) / (v * v * v)
	thirdW, cubeW := c.Weights.Curved(p.QHat)
	a3 := square * square * square
	return (third + a3*thirdW) / (2 * (cube + a3*cubeW)), nil
}
