package theory

import (
	"errors"
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/theory/rs"
)

// RSPoint is a replica-symmetric saddle point of the binary perceptron.
type RSPoint struct {
	Alpha, Kappa float64 // patterns per weight, margin
	Q            float64 // overlap of two typical solutions
	QHat         float64 // its conjugate: the variance of the field on a weight
	Entropy      float64 // φ, nats per weight; negative beyond capacity
	D            float64 // (1 − Q)/2, their normalised Hamming distance
}

var (
	// ErrDomain marks arguments outside the domain of a theory.
	ErrDomain = errors.New("outside the domain")
	// ErrEnds marks points beyond the end of a branch of saddle points.
	ErrEnds = errors.New("the replica-symmetric branch has ended")
	// ErrBeyondCapacity marks solutions that typical instances do not have.
	ErrBeyondCapacity = errors.New("typical instances have no such solution")
	// ErrNoConvergence marks saddle points that were not found.
	ErrNoConvergence = rs.ErrNoConvergence
	// ErrStable marks branches on which replica symmetry is stable up to their end.
	ErrStable = rs.ErrStable
)

// RS is [Committee.RS] of the binary perceptron, where Q = q (Baldassi et al., PRL 127, 278301 (2021), equations A9 and A10 of
// the supplement in arXiv version 1, where A10b prints √q̂ for √q).
func RS(alpha, kappa float64) (RSPoint, error) { return Committee{}.RS(alpha, kappa) }

// RS returns the replica-symmetric saddle point of a committee with αN random patterns and margin κ,
//
//	φ = −q̂(1−q)/2 + 𝒲(q̂) + α ∫Dx ln H((κ−√Q x)/√(1−Q)),   Q = φ(q)
//	1 − q = 2𝒲'(q̂),   q̂ = αφ'(q)/(1−Q) ∫Dx (G/H)²((κ−√Q x)/√(1−Q)),
//
// κ/√(k(1) − k(0)) in the place of κ here. For binary weights 𝒲 = ∫Dx ln 2cosh(√q̂ x), q = ∫Dx tanh²(√q̂ x), and φ is the
// entropy per weight of the solutions: negative beyond capacity, where typical instances have none. For spherical
// ones 𝒲 = (q̂(1−q) + q/(1−q) + ln(1−q))/2 at q̂ = q/(1−q)², and φ is the logarithm of the fraction of the
// sphere (PRL 123, 170602 (2019), equations B1 to B3). Both unknowns follow from ln q̂'(q(q̂)) = ln q̂, whose mismatch falls
// as q̂ grows, so that the solution is unique; it is solved until the mismatch is below 1e-13, at worst 1e-11. Entropy is accurate to
// 1e-12, the others have a relative accuracy of 1e-12; from q̂ = 100 on D and QHat to 1e-13 √q̂, because the mismatch
// flattens like 1/√q̂ towards RSEnd. One call takes half a millisecond, twice that towards RSEnd.
//
// The error wraps ErrDomain for α < 0 or arguments that are not finite, ErrEnds
// for α ≥ RSEnd(κ), ErrNoConvergence so close below it that q̂ > 1e12.
func (c Committee) RS(alpha, kappa float64) (RSPoint, error) {
	fail := func(err error) (RSPoint, error) {
		return RSPoint{}, fmt.Errorf("theory: RS(alpha = %v, kappa = %v): %w", alpha, kappa, err)
	}
	if !(alpha >= 0) || math.IsInf(alpha, 0) || math.IsNaN(kappa) || math.IsInf(kappa, 0) {
		return fail(fmt.Errorf("want finite alpha ≥ 0 and kappa: %w", ErrDomain))
	}
	if end := c.RSEnd(kappa); alpha >= end {
		return fail(fmt.Errorf("no solution for alpha ≥ %.6g: %w", end, ErrEnds))
	}
	p, err := c.branch(kappa).Solve(alpha)
	if err != nil {
		return fail(err)
	}
	return c.point(p, kappa), nil
}

// RSEnd is [Committee.RSEnd] of the binary perceptron: 4/π at κ = 0, beyond the capacity 0.833, in the region of
// negative entropy.
func RSEnd(kappa float64) float64 { return Committee{}.RSEnd(kappa) }

// RSEnd returns the α at which the replica-symmetric branch ends in q = 1, the limit q̂ → ∞ of the saddle-point equations,
//
//	α_end(κ) = φ'(1) (2/π) / ∫_{−∞}^κ Dx (κ−x)² = φ'(1) (2/π) / [(1+κ²) H(−κ) + κ G(κ)],
//
// κ/√(k(1) − k(0)) in the place of κ here. For spherical weights 1 stands in the place of 2/π, and it is the
// replica-symmetric capacity. It is infinite for sign units (PRL 123, 170602 (2019), equation 6).
func (c Committee) RSEnd(kappa float64) float64 {
	kappa /= c.Activation.Scale()
	energy := (1+kappa*kappa)*gauss.H(-kappa) + kappa*gauss.G(kappa)
	if kappa < 0 {
		energy = gauss.G(kappa) * ((1+kappa*kappa)/gauss.Mills(-kappa) + kappa)
	}
	if !(energy > 0) { // H(−κ) underflows below κ = −38
		return math.Inf(1)
	}
	return c.Weights.Tail() * c.Activation.SlopeAt1() / energy
}
