package gauss

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/integrate/quad"
)

// Rule is a quadrature rule: ∫ f ≈ Σ W_i f(X_i). Its points ascend.
type Rule struct{ X, W []float64 }

// Sum returns Σ W_i f(X_i).
func (r Rule) Sum(f func(x float64) float64) float64 {
	s := 0.0
	for i, x := range r.X {
		s += r.W[i] * f(x)
	}
	return s
}

// Legendre returns the composite rule of Gauss and Legendre with n points in
// each panel between neighbouring edges, which must ascend. It is exact on every
// panel for polynomials of degree 2n − 1.
func Legendre(n int, edges ...float64) Rule {
	if n < 1 || len(edges) < 2 || !slices.IsSorted(edges) {
		panic("gauss: Legendre wants n ≥ 1 and two or more ascending edges")
	}
	x, w := make([]float64, n), make([]float64, n)
	quad.Legendre{}.FixedLocations(x, w, -1, 1)
	r := Rule{make([]float64, 0, n*(len(edges)-1)), make([]float64, 0, n*(len(edges)-1))}
	for i, a := range edges[:len(edges)-1] {
		middle, half := (edges[i+1]+a)/2, (edges[i+1]-a)/2
		for j := range x {
			r.X = append(r.X, middle+half*x[j])
			r.W = append(r.W, half*w[j])
		}
	}
	return r
}

const (
	gaussianReach  = 12.0 // H(12) = 2e-33: room for integrands that grow like e^{4z}
	gaussianPanel  = 1.5
	gaussianPoints = 20
)

// Gaussian returns a rule for ∫Dz f(z), Dz = e^{−z²/2} dz/√(2π): panels of width
// 1.5 and 20 points on [−12, 12], split at the given break points. Its error is
// about 1e-15 for f that are smooth on the scale of 1; where f has a kink, a step or
// a narrow feature, give the points of Around.
func Gaussian(breaks ...float64) Rule {
	edges := make([]float64, 0, 32+len(breaks))
	for z := -gaussianReach; z <= gaussianReach; z += gaussianPanel {
		edges = append(edges, z)
	}
	for _, z := range breaks {
		if math.Abs(z) < gaussianReach { // neither NaN nor Inf
			edges = append(edges, z)
		}
	}
	slices.Sort(edges)
	r := Legendre(gaussianPoints, slices.Compact(edges)...)
	for i, z := range r.X {
		r.W[i] *= math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
	}
	return r
}

// Average returns the Gaussian average ∫Dz f(z), with the rule of Gaussian.
func Average(f func(z float64) float64, breaks ...float64) float64 {
	return Gaussian(breaks...).Sum(f)
}

// Around returns break points for a feature of the given width at c: c, and
// c ± width, 2 width, 4 width … until the panels are as wide as those of
// Gaussian, so that every panel is no wider than its distance from the feature.
// A width of 0 is a kink and gives c alone.
func Around(c, width float64) []float64 {
	points := []float64{c}
	if width > 0 {
		for ; width < gaussianPanel; width *= 2 {
			points = append(points, c-width, c+width)
		}
	}
	return points
}
