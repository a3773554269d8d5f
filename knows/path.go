package knows

import (
	"fbp/model"
	"fbp/theory"
	"fbp/theory/connectivity"
)

// TypicalPath is the fraction of patterns that are not learned with the margin κ at a place
// on the path between two typical solutions of a perceptron, for alpha random patterns per
// weight and N → ∞ (see [connectivity.Pair.Error], where the path is said to be); margins of
// binary weights are those midway between two sums. ok is false where it is not known: for other
// models, beyond capacity, and where replica symmetry is unstable.
func TypicalPath(m model.Model, alpha, kappa, fraction float64) (errors float64, ok bool) {
	weights, own := theory.Binary, 0.0
	switch m := m.(type) {
	case *model.Perceptron:
		other := model.Perceptron{N: m.N, Kappa: kappa}
		own, kappa = m.LatticeMargin(), other.LatticeMargin()
	case *model.SphericalPerceptron:
		weights, own = theory.Spherical, m.Kappa
	default:
		return 0, false
	}
	t, err := connectivity.TypicalOf(weights, alpha, own)
	if err != nil || !(t.Replicon < 1) || weights == theory.Binary && t.Entropy < 0 {
		return 0, false
	}
	p, err := connectivity.PairOf(t, t)
	if err != nil {
		return 0, false
	}
	return p.Error(fraction, kappa), true
}
