package knows

import (
	"math"

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
	t, kappa, ok := typicalOf(m, alpha, kappa)
	if !ok {
		return 0, false
	}
	p, err := connectivity.PairOf(t, t)
	if err != nil {
		return 0, false
	}
	return p.Error(fraction, kappa), true
}

// TypicalCentre is the same on the line from one of y typical solutions on the sphere to the centre
// of all, and from there to another (see [connectivity.Typical.Centre]): the fraction goes from 1 at the first to 0 at
// the second, 1/2 being the centre.
func TypicalCentre(m model.Model, alpha, kappa, fraction float64, y int) (errors float64, ok bool) {
	t, kappa, ok := typicalOf(m, alpha, kappa)
	if !ok || t.Weights != theory.Spherical {
		return 0, false
	}
	return t.Centre(y, math.Abs(2*fraction-1), kappa), true
}

// typicalOf is a typical solution of a perceptron, and the margin kappa as that of sums, where
// theory knows them.
func typicalOf(m model.Model, alpha, kappa float64) (t connectivity.Typical, of float64, ok bool) {
	if !model.Linear(m) {
		return t, 0, false
	}
	weights, own := theory.Binary, m.(*model.Architecture)
	if m.Weights() == model.SphericalWeights {
		weights = theory.Spherical
	}
	kappa = own.WithMargin(kappa).LatticeMargin()
	t, err := connectivity.TypicalOf(weights, alpha, own.LatticeMargin())
	return t, kappa, err == nil && t.Replicon < 1 && (weights == theory.Spherical || t.Entropy >= 0)
}
