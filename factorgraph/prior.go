package factorgraph

import (
	"math"

	"fbp/gauss"
	"fbp/internal/kern"
)

// Prior is what is known of the weights before any pattern is seen. It turns
// fields into moments. Rows know the weights, too: [Discrete] those of ±1, [Gaussian]
// those on spheres; rows edge by edge ([Edgewise]) leave all to the Prior.
type Prior interface {
	// Two tells whether messages have two numbers, or A is nil.
	Two() bool
	// Moments writes mean and variance of every weight, of P(w) exp(−A w²/2 + B w),
	// and returns the sum of the variances. v may be nil.
	Moments(m, v []float64, f Messages) (sumV float64)
	// LogZ is the sum of the logarithms of their normalisations; counting measure
	// for w = ±1.
	LogZ(f Messages) float64
	// Entropy is the sum of the entropies of the weights, one by one, in nats, relative
	// to that of all weights where these are real. No joint distribution has more.
	Entropy(f Messages) float64
	// SquareNorm is Σ_i m_i².
	SquareNorm(f Messages) float64
	// Weights writes the most probable weights: signs, +1 at 0, or means.
	Weights(w []float64, f Messages)
	// Coupled is the field of y−1 replicas, coupled with strength γ to a common centre.
	Coupled(y, gamma float64) Field
	// Bound is between what the free entropy per weight can lie when the external
	// fields have this mean strength: beyond it, a state is frozen.
	Bound(field float64) (lo, hi float64)
}

// Binary is the prior of weights w = ±1: m = tanh B, v = sech² B.
type Binary struct{}

// Two implements [Prior]: w² = 1 needs no A.
func (Binary) Two() bool { return false }

// Moments implements [Prior].
func (Binary) Moments(m, v []float64, f Messages) (sumV float64) {
	for i := range v {
		v[i] = gauss.Sech2(f.B[i])
	}
	return kern.Magnetize(m, f.B)
}

// LogZ implements [Prior]: Σ_i ln 2cosh B_i.
func (Binary) LogZ(f Messages) float64 {
	sum := 0.0
	for _, b := range f.B {
		sum += gauss.Log2Cosh(b)
	}
	return sum
}

// Entropy implements [Prior]: Σ_i [ln 2cosh B_i − B_i tanh B_i].
func (Binary) Entropy(f Messages) float64 {
	sum := 0.0
	for _, b := range f.B {
		sum += gauss.Log2Cosh(b) - float64(b*gauss.Tanh(b))
	}
	return sum
}

// SquareNorm implements [Prior].
func (Binary) SquareNorm(f Messages) float64 {
	sum := 0.0
	for _, b := range f.B {
		m := gauss.Tanh(b)
		sum += float64(m * m)
	}
	return sum
}

// Weights implements [Prior].
func (Binary) Weights(w []float64, f Messages) {
	for i, b := range f.B {
		w[i] = 1
		if b < 0 {
			w[i] = -1
		}
	}
}

// Coupled implements [Prior].
func (Binary) Coupled(y, gamma float64) Field { return NewReplicas(y, gamma) }

// Bound implements [Prior]: from 0, a single configuration, to ln 2, all of them,
// and the strength of the field on either side; ½ more is left to the errors of
// message passing.
func (Binary) Bound(field float64) (lo, hi float64) { return -0.5 - field, math.Ln2 + 0.5 + field }
