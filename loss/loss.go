// Package loss has losses of a pattern as functions f of its stability Δ = w·ξ/√N, each a
// small value that gives f, f' and f”. A loss is what replaces the step θ(Δ − κ) of
// error-free learning: a pattern has the weight e^{−βf(Δ)} at inverse temperature β.
package loss

import (
	"math"

	"fbp/gauss"
)

// Loss is a loss of a pattern as a function of its stability.
type Loss interface {
	// At is f, f' and f'' at stability x.
	At(x float64) (f, slope, curvature float64)
	// Bend is where f changes its slope, or jumps, and over which length: 0 at a kink.
	Bend() (at, width float64)
}

// CrossEntropy is f(x) = ln(1 + e^{−2γx})/(2γ), the cross-entropy of two classes for
// weights of norm γ√N; γ = +Inf is max(−x, 0) (PNAS 117, 161 (2020), equation 16).
type CrossEntropy struct{ Gamma float64 }

// At is f, f' = −1/(1 + e^{2γx}) and f” = γ/2 sech²(γx).
func (c CrossEntropy) At(x float64) (f, slope, curvature float64) {
	if math.IsInf(c.Gamma, 1) {
		return Hinge{}.At(x)
	}
	u := 2 * c.Gamma * x
	e := gauss.Exp(-math.Abs(u))
	// e^{−|u|} never overflows; f = ln(1 + e^{−|u|})/2γ + max(−x, 0)
	f = gauss.Log1p(e) / (2 * c.Gamma)
	slope = -e / (1 + e)
	if x < 0 {
		f -= x
		slope = -1 / (1 + e)
	}
	return f, slope, 2 * c.Gamma * e / (float64((1 + e) * (1 + e)))
}

// Bend is 0, over 1/γ.
func (c CrossEntropy) Bend() (at, width float64) { return 0, 1 / c.Gamma }

// Hinge is f(x) = max(κ − x, 0).
type Hinge struct{ Kappa float64 }

// At is f, f' = −1 below κ and 0 from there on, f” = 0.
func (h Hinge) At(x float64) (f, slope, curvature float64) {
	if x < h.Kappa {
		return h.Kappa - x, -1, 0
	}
	return 0, 0, 0
}

// Bend is a kink at κ.
func (h Hinge) Bend() (at, width float64) { return h.Kappa, 0 }

// Quadratic is f(x) = max(κ − x, 0)²/2.
type Quadratic struct{ Kappa float64 }

// At is f, f' = −max(κ − x, 0), and f” = 1 below κ.
func (q Quadratic) At(x float64) (f, slope, curvature float64) {
	if m := q.Kappa - x; m > 0 {
		return float64(m*m) / 2, -m, 1
	}
	return 0, 0, 0
}

// Bend is a kink of f' at κ.
func (q Quadratic) Bend() (at, width float64) { return q.Kappa, 0 }

// Square is f(x) = (κ − x)², on both sides of κ.
type Square struct{ Kappa float64 }

// At is f, f' = −2(κ − x), f” = 2.
func (s Square) At(x float64) (f, slope, curvature float64) {
	m := s.Kappa - x
	return float64(m * m), -2 * m, 2
}

// Bend is κ, over any length: it bends everywhere alike.
func (s Square) Bend() (at, width float64) { return s.Kappa, math.Inf(1) }

// Errors is f(x) = 1 below κ and 0 from there on: the number of errors.
type Errors struct{ Kappa float64 }

// At is f, with f' = f” = 0: the jump at κ has no slope.
func (e Errors) At(x float64) (f, slope, curvature float64) {
	if x < e.Kappa {
		return 1, 0, 0
	}
	return 0, 0, 0
}

// Bend is a jump at κ.
func (e Errors) Bend() (at, width float64) { return e.Kappa, 0 }
