package model

import (
	"math"

	"fbp/factorgraph"
	"fbp/internal/fault"
	"fbp/internal/traits"
)

// band is the output of the symmetric perceptron: |Δ^μ| = |w·ξ^μ|/√N must not exceed κ > 0.
// Labels play no part: w and −w solve the same patterns, and the label +1 is that of patterns
// that are learned. Source: Aubin, Perkins and Zdeborová, J. Phys. A 52, 294003 (2019).
type band struct{ linearUnit }

func (o band) validate(a *Architecture) error {
	if a.N < 1 {
		return fault.New("n", a.N, "want n >= 1")
	}
	switch most := o.most(a); {
	case !(a.Kappa > 0):
		return fault.New("kappa", a.Kappa, "want kappa > 0")
	case most < 0:
		return ofSigns("kappa", a.Kappa, "want kappa >= 1/√n with odd n, or no sum of n signs is small enough")
	case most >= a.N:
		return ofSigns("kappa", a.Kappa, "want kappa < √n, or every weight solves every pattern")
	}
	return nil
}

func (band) form(*Architecture) form {
	return form{total: sumOfUnits, interval: true, oneSided: true}
}

func (band) learns(a *Architecture, stability float64) bool { return math.Abs(stability) <= a.Kappa }

func (band) traits(a *Architecture) Traits {
	return Traits{traits.Symmetric, string(a.weights), LinearUnits, "", 1, a.Kappa}
}

func (band) streamKeys(*Architecture) []any { return []any{"symmetric_perceptron"} }

func (o band) learned(a *Architecture) (least, most, largest int) {
	most = o.most(a)
	return -most, most, a.N
}

func (o band) combination(a *Architecture, _ int, real bool) factorgraph.Combination {
	if real {
		return &factorgraph.One{Channel: factorgraph.Band{End: a.Kappa * math.Sqrt(float64(a.N))}}
	}
	return &factorgraph.One{Channel: factorgraph.AtMost(o.most(a))}
}

func (band) search(*Architecture) Search { return Search{StartNoise: 0.1} } // w → −w

func (band) voters(*Architecture) (unit, total int) { return 0, 0 }

// most is the largest sum w·ξ, of the parity of N, with w·ξ/√N ≤ κ, negative if
// there is none.
func (band) most(a *Architecture) int {
	root := math.Sqrt(float64(a.N))
	scale := 1 / root
	sum := a.N%2 + 2*int(math.Floor(0.5*min(float64(a.Kappa*root), float64(a.N)))) + 2
	for sum >= 0 && float64(sum)*scale > a.Kappa {
		sum -= 2
	}
	return sum
}
