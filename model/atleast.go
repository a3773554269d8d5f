package model

import (
	"math"

	"fbp/factorgraph"
	"fbp/internal/fault"
	"fbp/internal/traits"
)

// atLeast is the output of a committee of K sign units with weights ±1, each of an odd number
// of inputs, that says +1 where at least need of them do, and else −1:
//
//	Ξ^μ = (σ^μ/√K) [Σ_l sign(λ_l) − t],   t = 2 need − K − 1,
//
// which is never 0. Unless it is the majority of an odd K it does not change sign with the inputs,
// so that no gauge absorbs labels, and random patterns have random ones.
type atLeast struct {
	signUnits
	need int
}

func (o atLeast) validate(a *Architecture) error {
	switch {
	case o.need < 1 || o.need > a.Hidden:
		return fault.New("need", o.need, "want 1 to hidden = %d", a.Hidden)
	case a.Kappa != 0:
		return fault.New("kappa", a.Kappa, "want kappa = 0 with output %q", AtLeastOutput)
	}
	if err := a.shared(); err != nil {
		return err
	}
	return a.odd()
}

func (o atLeast) form(a *Architecture) form {
	return form{total: sumOfUnits, interval: true, uneven: o.threshold(a) != 0}
}

func (atLeast) traits(a *Architecture) Traits { return a.committee(traits.AtLeast, SignUnits, 0) }

func (o atLeast) streamKeys(a *Architecture) []any {
	return append(o.signUnits.streamKeys(a), AtLeastOutput, o.need)
}

// threshold is t.
func (o atLeast) threshold(a *Architecture) int { return 2*o.need - a.Hidden - 1 }

func (o atLeast) total(a *Architecture, fields []float64, label float64) float64 {
	return float64(votes(fields)) - float64(label*float64(o.threshold(a)))
}

func (atLeast) lattice(a *Architecture) Lattice { return Lattice{2, 1, math.Sqrt(float64(a.Hidden))} }

func (o atLeast) learned(a *Architecture) (least, most, largest int) {
	largest = a.Hidden + max(o.threshold(a), -o.threshold(a))
	return 1, largest, largest
}

func (o atLeast) combination(a *Architecture, label int, _ bool) factorgraph.Combination {
	return &factorgraph.Signs{Votes: factorgraph.Majority{Need: (a.Hidden + 1 + label*o.threshold(a)) / 2}}
}
