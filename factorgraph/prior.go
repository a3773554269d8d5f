package factorgraph

import (
	"fbp/gauss"
	"fbp/internal/kern"
)

// Prior is what is known of a single weight before any pattern is seen. It
// turns natural parameters into moments; binary and continuous weights differ
// in the Prior and in nothing else.
type Prior interface {
	// Moments are mean and variance of P(w) exp(−a w²/2 + b w).
	Moments(a, b float64) (m, v float64)
	// LogZ is the logarithm of its normalisation, counting measure for w = ±1.
	LogZ(a, b float64) float64
}

// Binary is the prior of weights w = ±1: m = tanh b, v = sech² b, whatever a.
type Binary struct{}

// Moments implements [Prior].
func (Binary) Moments(_, b float64) (m, v float64) { return gauss.Tanh(b), gauss.Sech2(b) }

// LogZ implements [Prior]: ln 2cosh b.
func (Binary) LogZ(_, b float64) float64 { return gauss.Log2Cosh(b) }

// Narrow writes fields in single precision.
func Narrow(y []float32, h []float64) { kern.Narrow(y, h) }

// Magnetize writes the mean m_i = tanh h_i of every binary weight to m and
// returns V = Σ_i (1 − m_i²).
func Magnetize(m, h []float64) (v float64) { return kern.Magnetize(m, h) }
