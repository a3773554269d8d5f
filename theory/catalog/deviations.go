package catalog

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"fbp/theory"
	"fbp/theory/deviations"
	"fbp/theory/sampling"
)

var (
	q1Param     = Param{Name: "q1", Help: "mutual overlap of the replicas, 0 < q1 < 1", Within: Interval{To: 0.99999, Open: true}}
	yParam      = Param{Name: "y", Default: "inf", Words: []string{"inf"}, Help: "number of replicas, up to 100, or inf", Within: Interval{From: 1, To: 100, Open: true}}
	hiddenParam = Param{Name: "hidden", Default: "inf", Words: []string{"inf"}, Help: "hidden units: inf, or 3 (spherical weights, sign units, y = inf)", Within: Interval{From: 3, To: 3}}
)

var largeDeviationEntry = Entry{
	Name:    "large-deviation",
	Choices: []Choice{weightsChoice, activationChoice},
	Params:  []Param{hiddenParam, loadParam, q1Param, yParam},
	Fixed:   Traits{"kappa": "0"},
	Beside:  map[string]string{"q": "q1", "normalized": "normalized"},
	Columns: []string{"hidden", "alpha", "q1", "y", "normalized", "dq0"},
	start: func(v variant) func([]float64) (answer, error) {
		m := v.committee()
		most := sync.OnceValue(func() float64 { return mostPatterns(m) })
		return func(at []float64) (answer, error) {
			var p deviations.Point
			var err error
			switch {
			case math.IsInf(at[0], 1):
				p, err = deviations.Of(m, at[1], at[2], at[3])
			case at[0] != 3:
				err = fmt.Errorf("theory: hidden = %v: want 3 or inf: %w", at[0], theory.ErrDomain)
			case m.Weights != theory.Spherical || m.Activation.String() != theory.Sign.String() || !math.IsInf(at[3], 1):
				return answer{at, StatusNoSolution, "3 hidden units: only spherical weights, sign units, y = inf"}, nil
			default:
				p, err = deviations.ThreeUnits(at[1], at[2])
			}
			a := answer{append(at[:4:4], p.Normalized, p.DQ0), StatusOK, ""}
			switch {
			case err != nil:
				a, err = failure(err, at...)
			case p.Bounded:
				a = answer{append(at[:4:4], 0, math.NaN()), StatusBound, ""}
			}
			if err == nil && math.IsInf(at[0], 1) && at[1] > most() {
				a.status, a.note = StatusBeyond, fmt.Sprintf("alpha_c = %.6g", most())
			}
			return a, err
		}
	},
}

var stabilityEntry = Entry{
	Name:    "stability-distribution",
	Choices: []Choice{weightsChoice, activationChoice},
	Params: []Param{loadParam,
		{Name: "q1", Default: "typical", Words: []string{"typical"}, Help: "mutual overlap of replicas, or typical: typical solutions", Within: q1Param.Within},
		yParam,
		{Name: "power", Default: "0", Help: "b of samples with the weight s^b of a pattern", Within: powerParam.Within},
		{Name: "x", Help: "stability"}},
	Fixed:   Traits{"kappa": "0"},
	Beside:  map[string]string{"bin_center": "x", "density": "density"},
	Columns: []string{"alpha", "q1", "y", "power", "x", "density"},
	start: func(v variant) func([]float64) (answer, error) {
		m := v.committee()
		most := sync.OnceValue(func() float64 { return mostPatterns(m) })
		var curves shared[stabilityCurve]
		return func(at []float64) (answer, error) {
			c := curves.get(at[:4], func() stabilityCurve { return newStabilityCurve(m, most, at[0], at[1], at[2], at[3]) })
			known := append([]float64(nil), at...)
			if math.IsInf(at[1], 1) {
				known[1], known[2] = c.q, 1
			}
			if c.err != nil {
				return failure(c.err, known...)
			}
			return answer{append(known, c.density(at[4])), c.status, c.note}, nil
		}
	},
}

// stabilityCurve is what the stabilities x of one density share.
type stabilityCurve struct {
	density      func(x float64) float64
	q            float64 // of typical solutions
	status, note string
	err          error
}

func newStabilityCurve(m theory.Committee, most func() float64, alpha, q1, y, power float64) (c stabilityCurve) {
	var s deviations.Stabilities
	c.status = StatusOK
	switch {
	case !(y > 1 && alpha > 0 && powerParam.Within.Holds(power)):
		c.err = fmt.Errorf("theory: want alpha > 0, y > 1, 0 ≤ power ≤ 10: %w", theory.ErrDomain)
	case power > 0 && !(math.IsInf(q1, 1) && m.Activation.Linear()):
		c.err = errors.New("a power is for typical solutions of the perceptron")
	case power > 0:
		t := typicalOf(sampling.Measure{Weights: m.Weights, Power: power}, alpha)
		return stabilityCurve{t.Density, t.Q, t.status, t.note, t.err}
	case alpha > most():
		c.err = fmt.Errorf("alpha_c = %.6g: %w", most(), theory.ErrBeyondCapacity)
	case math.IsInf(q1, 1):
		p, _ := m.RS(alpha, 0)
		if c.q = p.Q; m.Replicon(p) > 1 {
			c.note = unstableNote
		}
		s, c.err = deviations.TypicalStabilities(m, alpha, 0)
	default:
		s, c.err = deviations.DenseStabilities(m, alpha, q1, y)
	}
	c.density = s.Density
	return c
}
