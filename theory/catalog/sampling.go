package catalog

import (
	"fmt"
	"strings"

	"fbp/theory"
	"fbp/theory/sampling"
)

var (
	powerParam     = Param{Name: "power", Help: "b of the weight (s − κ)^b of a pattern, 0 ≤ power ≤ 10; 0: uniform", Within: Interval{To: 10}}
	samplingMargin = Param{Name: "kappa", Default: "0", Help: "margin of the solutions", Within: marginRange, Of: ModelMargin}
	overlapParam   = Param{Name: "q", Default: "0.02:0.98:49", Help: "overlap of two samples of the posterior", Within: Interval{To: 1 - 1e-9, Open: true}}

	samplingParams     = []Param{loadParam, samplingMargin, powerParam}
	samplingPathParams = append(samplingParams[:3:3], overlapParam)
)

// typicalOf is a typical point, with the status of its row.
func typicalOf(m sampling.Measure, alpha float64) (t sampling.Typical, status, note string, err error) {
	t, err = sampling.TypicalOf(m, alpha)
	status = StatusOK
	switch {
	case m.Weights == theory.Binary && t.Entropy < 0:
		status, note = StatusBeyond, theory.ErrBeyondCapacity.Error()
	case t.Replicon > 1:
		note = unstableNote
	}
	return t, status, note, err
}

var samplingEntry = Entry{
	Name:     "sampling",
	Choices:  perceptronWeights,
	Params:   samplingParams,
	Fixed:    perceptron,
	Beside:   map[string]string{"entropy": "entropy", "entropy_plain": "entropy", "q": "q", "overlap": "q", "mean_log_s": "mean_log_s"},
	Columns:  []string{"alpha", "kappa", "power", "q", "entropy", "mean_log_s", "mean_s", "replicon", "lambda", "t_c", "t_sp"},
	Optional: []string{"t_c", "t_sp"},
	start: each(func(v variant, at []float64) (answer, error) {
		t, status, note, err := typicalOf(sampling.Measure{Weights: v.committee().Weights, Kappa: at[1], Power: at[2]}, at[0])
		if err != nil {
			return failure(err, at...)
		}
		p := sampling.PathOf(t)
		if p.Lost != nil && status == StatusOK {
			note = "t_c: " + p.Lost.Error()
		}
		return answer{append(at[:3:3], t.Q, t.Entropy, t.MeanLog, t.Mean, t.Replicon, p.Lambda, p.Transition, p.Spinodal), status, note}, nil
	}),
}

var samplingThresholdsEntry = Entry{
	Name:     "sampling-thresholds",
	Choices:  perceptronWeights,
	Params:   samplingParams[1:],
	Fixed:    perceptron,
	Columns:  []string{"kappa", "power", "alpha_loc", "alpha_at"},
	Optional: []string{"alpha_loc", "alpha_at"},
	start: each(func(v variant, at []float64) (answer, error) {
		m := sampling.Measure{Weights: v.committee().Weights, Kappa: at[0], Power: at[1]}
		unstable, errAT := sampling.AlphaAT(m)
		localizes, errLoc := sampling.AlphaLoc(m)
		var notes []string
		if errLoc != nil {
			notes = append(notes, "alpha_loc: "+errLoc.Error())
		}
		if errAT != nil {
			notes = append(notes, "alpha_at: "+errAT.Error())
		}
		return answer{append(at[:2:2], localizes, unstable), StatusOK, strings.Join(notes, "; ")}, nil
	}),
}

var samplingPathEntry = Entry{
	Name:    "sampling-path",
	Choices: perceptronWeights,
	Params:  samplingPathParams,
	Fixed:   perceptron,
	Beside:  map[string]string{"q": "q", "t": "t", "replicon": "lambda"},
	Columns: []string{"alpha", "kappa", "power", "q", "t", "lambda", "added"},
	start: func(v variant) func([]float64) (answer, error) {
		type made struct {
			t            sampling.Typical
			status, note string
			err          error
		}
		var starts shared[[3]float64, made]
		return func(at []float64) (answer, error) {
			m := starts.get([3]float64(at), func() (m made) {
				m.t, m.status, m.note, m.err = typicalOf(sampling.Measure{Weights: v.committee().Weights, Kappa: at[1], Power: at[2]}, at[0])
				return m
			})
			if m.err != nil {
				return failure(m.err, at...)
			}
			s, ok := m.t.AtOverlap(at[3])
			if !ok {
				return answer{at, StatusNoSolution, fmt.Sprintf("the path begins at q = %.6g", m.t.Q)}, nil
			}
			return answer{append(at[:4:4], s.Time, s.Lambda, s.Field), m.status, m.note}, nil
		}
	},
}
