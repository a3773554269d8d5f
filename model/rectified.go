package model

import (
	"math"

	"fbp/factorgraph"
	"fbp/internal/fault"
	"fbp/internal/traits"
)

// rectified is the output of a committee of an even number K of ReLU units with weights ±1, of
// which the second layer counts the first half c_l = +1 and the other −1:
//
//	Ξ^μ = (σ^μ/√K) Σ_l c_l max(0, λ_l/√n).
//
// No gauge absorbs a label: with label −1 the units see the inputs as they are.
type rectified struct{ aboveMargin }

func (o rectified) validate(a *Architecture) error {
	if err := a.sized(); err != nil {
		return err
	}
	if a.Hidden%2 != 0 {
		return fault.New("hidden", a.Hidden, "want an even number of ReLU units, of which half count −1")
	}
	if err := a.shared(); err != nil {
		return err
	}
	if !(math.Abs(a.Kappa)*o.lattice(a).Scale < float64(o.most(a))) {
		return ofSigns("kappa", a.Kappa, "want |kappa| < √(number of weights)/2, the largest stability there is")
	}
	return nil
}

func (rectified) form(*Architecture) form {
	return form{total: sumOfUnits, interval: true, ties: true}
}

func (rectified) traits(a *Architecture) Traits {
	return a.committee(traits.Committee, ReLUUnits, a.Kappa)
}

func (rectified) streamKeys(a *Architecture) []any {
	return a.layout.streamKeys(ReLUUnits, string(a.weights))
}

// freedom exchanges units that count as much.
func (rectified) freedom(a *Architecture) []Freedom { return a.free(2, NoSigns) }

func (rectified) total(a *Architecture, fields []float64, label float64) (sum float64) {
	for l, x := range fields {
		sum += float64(label * float64(a.second(l)) * max(0, float64(label*x)))
	}
	return sum
}

// lattice is that of sums of those of n signs, where these are positive,
// over √(K n). With an odd n the latter are odd or zero.
func (rectified) lattice(a *Architecture) Lattice {
	scale := math.Sqrt(float64(a.Dim()))
	if a.perUnit()%2 == 0 {
		return Lattice{Step: 2, Scale: scale}
	}
	return Lattice{Step: 1, Scale: scale}
}

func (o rectified) learned(a *Architecture) (least, most, largest int) {
	return o.least(a), o.most(a), o.most(a)
}

// most is the largest sum.
func (rectified) most(a *Architecture) int { return a.Hidden / 2 * a.perUnit() }

func (o rectified) least(a *Architecture) int {
	on := o.lattice(a)
	scale := 1 / on.Scale
	sum := on.Step * (int(math.Floor(float64(a.Kappa*on.Scale)/float64(on.Step))) - 1)
	for float64(sum)*scale <= a.Kappa {
		sum += on.Step
	}
	return sum
}

// combination is as of [Output]. Accurate messages
// count a tie as half, exact ones as an error.
func (o rectified) combination(a *Architecture, label int, real bool) factorgraph.Combination {
	c, on := new(factorgraph.Rectified), o.lattice(a)
	if c.Threshold = float64(a.Kappa * on.Scale); !real {
		tie := o.least(a) - on.Step
		if c.Threshold = float64(tie); c.Threshold*(1/on.Scale) != a.Kappa {
			c.Threshold += 0.5 * float64(on.Step)
		}
	}
	for l := range a.Hidden {
		c.Second = append(c.Second, label*a.second(l))
	}
	return c
}

// search is as of [Graphs]. Whether failure can be foreseen was not tried.
func (rectified) search(a *Architecture) Search { return a.layout.search() }

func (rectified) voters(*Architecture) (unit, total int) { return 0, 0 }

func (rectified) activation() activation { return ramp }
