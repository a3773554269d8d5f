package catalog

import (
	"errors"
	"math"

	"fbp/internal/traits"
	"fbp/theory"
	"fbp/theory/features"
)

// featuresAround are what theories of binary weights on features are about.
var featuresAround = Traits{"weights": "binary", "network": traits.Perceptron, "activation": "linear", "hidden": "1", "labels": traits.Features}

var featuresFPEntry = Entry{
	Name:    "features-franz-parisi",
	Choices: []Choice{functionChoice},
	Params:  []Param{loadParam, latentLoadParam, featuresRefParam, featuresAroundKappa, distanceParam},
	Fixed:   featuresAround,
	Beside:  map[string]string{"distance": "d", "entropy": "entropy"},
	Columns: []string{"alpha", "alpha_t", "kappa_ref", "kappa", "d", "entropy", "slope", "q_1", "t_0", "error"},
	start: func(v variant) func([]float64) (answer, error) {
		var references shared[featuresReference]
		var beyond shared[bool]
		return func(at []float64) (answer, error) {
			p := v.featuresProblem()
			p.Alpha, p.AlphaT = at[0], at[1]
			p.Kappa = at[2]
			ref := references.get(at[:3], func() featuresReference { return newFeaturesReference(p) })
			if ref.err != nil {
				known := []float64{at[0], at[1], at[2], at[3], at[4]}
				if at[2] == Max {
					known[2] = math.NaN()
				}
				return failure(ref.err, known...)
			}
			known := []float64{at[0], at[1], ref.Kappa, at[3], at[4]}
			p.Kappa = at[3]
			if at[3] > ref.Kappa && beyond.get([]float64{at[0], at[1], at[3]}, func() bool { return newFeaturesReference(p).err != nil }) {
				return failure(theory.ErrBeyondCapacity, known...)
			}
			around, err := features.Around(ref.Typical, at[3])
			if err != nil {
				return failure(err, known...)
			}
			s, err := around.At(at[4])
			return answered(err, known, append(known, s.Entropy, s.Slope, s.Q1, s.T0, s.Error())...)
		}
	},
}

// Margins of surroundings on random features: below −1 references hardly see patterns, and the equations take minutes.
var (
	notFarBelow         = Interval{From: features.LeastMargin, To: math.Inf(1)}
	featuresRefParam    = Param{Name: "kappa-ref", Default: "max", Help: "margin of the reference from −1 on, max for κ_max(α)", Words: []string{"max"}, Of: ReferenceMargin, Within: notFarBelow}
	featuresAroundKappa = Param{Name: "kappa", Default: "0", Help: "margin of the solutions, from −1 on", Of: AroundMargin, Within: notFarBelow}
)

// featuresReference is a typical solution, or why there is none.
type featuresReference struct {
	features.Typical
	err error
}

// newFeaturesReference solves a problem, of the margin max too; a negative entropy is an error.
func newFeaturesReference(p features.Problem) (r featuresReference) {
	if p.Kappa == Max {
		p.Kappa = 0
		r.Typical, r.err = p.LargestMargin()
		return r
	}
	if p.Kappa < features.LeastMargin {
		r.err = theory.ErrDomain
		return r
	}
	if r.Typical, r.err = solvedFeatures(p); r.err == nil && r.Entropy < -1e-9 {
		r.err = theory.ErrBeyondCapacity
	}
	return r
}

// solvedFeatures is the typical point of a problem; where there is none because the margin is larger than any, the error is
// theory.ErrBeyondCapacity.
func solvedFeatures(p features.Problem) (features.Typical, error) {
	t, err := p.Solve()
	if errors.Is(err, theory.ErrNoConvergence) {
		if top, none := p.LargestMargin(); none == nil && p.Kappa > top.Kappa {
			err = theory.ErrBeyondCapacity
		}
	}
	return t, err
}

var featuresTransitionEntry = Entry{
	Name:    "features-transition",
	Choices: []Choice{functionChoice},
	Params:  []Param{latentLoadParam},
	Fixed:   featuresAround,
	Columns: []string{"alpha_t", "alpha_le", "n_over_p", "kappa_max"},
	start: each(func(v variant, at []float64) (answer, error) {
		p := v.featuresProblem()
		p.AlphaT = at[0]
		t, err := p.Transition()
		return answered(err, at, at[0], t.Alpha, 1/t.Alpha, t.Kappa)
	}),
}
