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

// typicalMeasure is a typical point, with the status of its row.
type typicalMeasure struct {
	sampling.Typical
	status, note string
	err          error
}

func typicalOf(m sampling.Measure, alpha float64) typicalMeasure {
	t, err := sampling.TypicalOf(m, alpha)
	switch {
	case m.Weights == theory.Binary && t.Entropy < 0:
		return typicalMeasure{t, StatusBeyond, theory.ErrBeyondCapacity.Error(), err}
	case t.Replicon > 1:
		return typicalMeasure{t, StatusOK, unstableNote, err}
	}
	return typicalMeasure{t, StatusOK, "", err}
}

// sampled is the typical point of samplingParams.
func sampled(v variant, at []float64) typicalMeasure {
	return typicalOf(sampling.Measure{Weights: v.committee().Weights, Kappa: at[1], Power: at[2]}, at[0])
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
		t := sampled(v, at)
		if t.err != nil {
			return failure(t.err, at...)
		}
		p := sampling.PathOf(t.Typical)
		if p.Lost != nil && t.status == StatusOK {
			t.note = "t_c: " + p.Lost.Error()
		}
		return answer{append(at[:3:3], t.Q, t.Entropy, t.MeanLog, t.Mean, t.Replicon, p.Lambda, p.Transition, p.Spinodal), t.status, t.note}, nil
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
	start: sharing(3, sampled, func(m typicalMeasure, at []float64) (answer, error) {
		if m.err != nil {
			return failure(m.err, at...)
		}
		s, ok := m.AtOverlap(at[3])
		if !ok {
			return answer{at, StatusNoSolution, fmt.Sprintf("the path begins at q = %.6g", m.Q)}, nil
		}
		return answer{append(at[:4:4], s.Time, s.Lambda, s.Field), m.status, m.note}, nil
	}),
}
