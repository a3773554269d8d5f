package model

import (
	"math"

	"fbp/factorgraph"
	"fbp/internal/fault"
	"fbp/internal/traits"
)

// majority is the output of a committee of an odd number K of sign units, with weights ±1
// each of an odd number of inputs:
//
//	Ξ^μ = (σ^μ/√K) Σ_l sign(λ_l).
type majority struct{ signUnits }

func (majority) validate(a *Architecture) error {
	if err := a.sized(); err != nil {
		return err
	}
	if a.Hidden%2 == 0 {
		return fault.New("hidden", a.Hidden, "want an odd number of sign units, or their votes can tie")
	}
	if err := a.shared(); err != nil {
		return err
	}
	if !(math.Abs(a.Kappa)*math.Sqrt(float64(a.Hidden)) < float64(a.Hidden)) {
		return fault.New("kappa", a.Kappa, "want |kappa| < √hidden, the largest stability there is")
	}
	if a.weights == BinaryWeights {
		return a.odd()
	}
	return nil
}

func (majority) form(*Architecture) form { return form{total: sumOfUnits, interval: true} }

func (majority) traits(a *Architecture) Traits {
	return a.committee(traits.Committee, SignUnits, a.Kappa)
}

func (majority) total(_ *Architecture, fields []float64, _ float64) float64 {
	return float64(votes(fields))
}

func (majority) lattice(a *Architecture) Lattice { return signLattice(a.Hidden) }

func (majority) learned(a *Architecture) (least, most, largest int) {
	return leastAbove(a.Kappa, a.Hidden), a.Hidden, a.Hidden
}

// Need is the number of units of a committee that have to vote for the label, 0 of other
// architectures.
func (a *Architecture) Need() int {
	_, total := a.output.voters(a)
	if total == 0 || a.output.activation() != signed {
		return 0
	}
	return (total + a.Hidden) / 2
}

func (majority) combination(a *Architecture, _ int, _ bool) factorgraph.Combination {
	if a.Hidden == 1 && a.weights == BinaryWeights { // the sum of a single unit is that of a perceptron
		return &factorgraph.One{Channel: factorgraph.AtLeast(1)}
	}
	return &factorgraph.Signs{Votes: factorgraph.Majority{Need: a.Need()}}
}

func (majority) search(a *Architecture) Search {
	s := a.layout.search()
	s.FailureForeseen = a.weights == BinaryWeights
	return s
}

func (majority) voters(a *Architecture) (unit, total int) { return 1, leastAbove(a.Kappa, a.Hidden) }
