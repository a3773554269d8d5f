// Package knows is what theory knows of the architectures in package model: entropies
// of their typical solutions, and how many patterns they can learn.
//
// Place in the flow: it stands above model and theory, so that neither solvers nor
// models depend on theory. Its values are the same on every machine to the accuracy
// that theory states only: plans estimate with them and tables round them; no solver
// may use them.
package knows

import (
	"fbp/internal/traits"
	"fbp/model"
	"fbp/theory"
	"fbp/theory/symmetric"
)

// TypicalEntropy is the entropy of the solutions of typical instances with alpha random
// patterns per weight, in nats per weight for N → ∞, negative beyond capacity and, for
// spherical weights, relative to all weights; ok is false where it is not known.
func TypicalEntropy(m model.Model, alpha float64) (entropy float64, ok bool) {
	a, ok := m.(*model.Architecture)
	if !ok {
		return 0, false
	}
	weights := theory.Binary
	if a.Weights() == model.SphericalWeights {
		weights = theory.Spherical
	}
	switch {
	case a.Need() > 0:
		return tree(a.Hidden, a.Need(), a.Full, weights, alpha)
	case a.Traits().Network == traits.Symmetric: // the first moment, which is exact
		entropy, err := symmetric.Entropy(alpha, a.LatticeMargin())
		return entropy, err == nil
	case !model.Linear(a):
		return 0, false
	case weights == theory.Spherical:
		p, err := theory.Committee{Weights: weights}.RS(alpha, a.Kappa)
		return p.Entropy, err == nil
	}
	p, err := theory.RS(alpha, a.LatticeMargin()) // replica symmetry
	return p.Entropy, err == nil
}

// tree is the entropy of trees of at most [theory.MostHidden] sign units, of which so many
// have to vote for the label: replica symmetry. Of full committees, whose units can be
// exchanged, it is not known.
func tree(hidden, votes int, full bool, w theory.Weights, alpha float64) (float64, bool) {
	if full || hidden > theory.MostHidden || votes < 1 {
		return 0, false
	}
	p, err := theory.Tree{Hidden: hidden, Votes: votes, Weights: w}.RS(alpha)
	return p.Entropy, err == nil
}

// Threshold is the number of random patterns per weight up to which typical instances have
// solutions, for N → ∞, where theory knows it: of perceptrons with binary weights, with
// spherical ones of a margin κ ≥ 0 (below it replica symmetry, and one step of breaking it, are
// bounds), and of symmetric ones.
func Threshold(m model.Traits) (alpha float64, ok bool) {
	switch {
	case m.Network == traits.Perceptron && m.Weights == model.BinaryWeights:
		alpha = alphaC(m.Kappa)
	case m.Network == traits.Perceptron && m.Kappa >= 0:
		alpha = theory.Committee{Weights: theory.Spherical}.RSEnd(m.Kappa)
	case m.Network == traits.Symmetric:
		if x, err := symmetric.Capacity(m.Kappa); err == nil {
			alpha = x
		}
	}
	return alpha, alpha > 0
}

// alphaC is the critical capacity of the binary perceptron.
func alphaC(kappa float64) float64 {
	p, err := theory.AlphaC(kappa)
	if err != nil {
		return 0
	}
	return p.Alpha
}
