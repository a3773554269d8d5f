package model

import (
	"math"

	"fbp/gauss"
	"fbp/theory"
	"fbp/theory/symmetric"
)

// Capacity implements [Limited]: replica symmetry.
func (m *Perceptron) Capacity() float64 {
	p, err := theory.AlphaC(m.Kappa)
	if err != nil {
		return 0
	}
	return p.Alpha
}

// Capacity implements [Limited]: the first moment, which is exact, times the fraction
// of it that searches reach: at κ = 1 and N = 501 one of three samples is solved at
// 0.83 of it, where almost all are solved at that fraction of a perceptron's capacity.
func (m *Symmetric) Capacity() float64 {
	alpha, err := symmetric.Capacity(m.Kappa)
	if err != nil {
		return 0
	}
	return 0.9 * alpha
}

// Capacity implements [Limited]: the first moment, ln 2 over −ln of the probability
// that random votes learn a pattern, bounds it from above. At κ = 0 replica symmetry
// gives 0.91 of that for trees of sign units with K = 3 and 0.94 with K = 9.
func (m *Committee) Capacity() float64 {
	const ofBound = 0.92
	switch {
	case m.Weights != "binary":
		return 0
	case m.Activation != "sign":
		return ofBound
	}
	x := float64(m.least()-1) / math.Sqrt(float64(m.Hidden))
	return ofBound * math.Ln2 / -gauss.LogH(x)
}
