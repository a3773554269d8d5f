package catalog

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"fbp/theory"
	"fbp/theory/parisi"
)

var capacityEntry = Entry{
	Name:     "capacity",
	Choices:  []Choice{weightsChoice, activationChoice, ansatzChoice},
	Params:   capacityParams,
	Columns:  []string{"kappa", "levels", "alpha_c", "error", "q_m", "gap_end", "relaxed"},
	Optional: []string{"levels", "error", "q_m", "gap_end", "relaxed"},
	start: each(func(v variant, at []float64) (answer, error) {
		kappa := at[0]
		levels, c, note, err := capacityOf(v.committee(), v["ansatz"], kappa, at[1])
		switch {
		case err != nil:
			return failure(err, kappa)
		case math.IsInf(c.Alpha, 1) && v.committee().Activation.Linear():
			return answer{[]float64{kappa}, StatusNoSolution, "it is too large for a number"}, nil
		case math.IsInf(c.Alpha, 1):
			return answer{[]float64{kappa}, StatusNoSolution, "it grows without bound with the number of units"}, nil
		}
		return answer{[]float64{kappa, levels, c.Alpha, c.Error, c.Farthest, c.GapEnd, c.Relaxed}, StatusOK, note}, nil
	}),
}

var capacityParams = []Param{outputMargin,
	{Name: "levels", Default: "2", Help: "steps of replica symmetry breaking of krsb, 1 to 8", Within: Interval{From: 1, To: 8}}}

var ansatzChoice = Choice{Name: "ansatz", Default: "rs", Words: []string{"rs", "1rsb", "krsb", "frsb"},
	Help:  "replica symmetry, rs; one step of breaking it, 1rsb; --levels steps, krsb; full, frsb",
	check: oneOf("rs", "1rsb", "krsb", "frsb")}

// capacityOf is the capacity by one ansatz, with its steps, NaN for full breaking.
func capacityOf(m theory.Committee, ansatz string, kappa, levels float64) (steps float64, c parisi.Capacity, note string, err error) {
	const bound = "an upper bound: more steps of replica symmetry breaking lower it"
	none := math.NaN()
	c = parisi.Capacity{Error: none, Farthest: none, GapEnd: none, Relaxed: none}
	if ansatz == "rs" || m.Weights == theory.Binary {
		if c.Alpha, err = m.Capacity(kappa); ansatz != "rs" {
			return 0, c, "clusters are single solutions, as with rs", err
		}
		if p, at := m.Instability(kappa); at == nil && p.Alpha < c.Alpha {
			note = fmt.Sprintf("an upper bound: replica symmetry is unstable from alpha = %.6g on", p.Alpha)
		}
		return 0, c, note, err
	}
	switch ansatz {
	case "1rsb":
		steps, note = 1, bound
		c, err = parisi.Steps(m, kappa, 1)
	case "krsb":
		steps, note = levels, bound
		if levels != math.Trunc(levels) {
			return 0, c, "", fmt.Errorf("capacity(levels = %v): want a whole number: %w", levels, theory.ErrDomain)
		}
		c, err = parisi.Steps(m, kappa, int(levels))
	case "frsb":
		steps = none
		if c, err = parisi.Full(m, kappa); math.IsInf(m.Activation.SlopeAt1(), 1) {
			note = "derived here; no source of this value is known"
		}
		if !math.IsNaN(c.GapEnd) {
			note = "overlaps between q_m and gap_end do not occur"
		}
	}
	if math.IsNaN(c.Farthest) && !math.IsInf(c.Alpha, 1) {
		return 0, c, "replica symmetry is stable", err
	}
	if ansatz != "1rsb" { // what is minimised has no more digits
		c.Alpha, c.Relaxed, c.Error, c.Farthest, c.GapEnd = rounded(c.Alpha, 9), rounded(c.Relaxed, 7), rounded(c.Error, 2), rounded(c.Farthest, 5), rounded(c.GapEnd, 5)
	}
	return steps, c, note, err
}

// mostPatterns is the α beyond which typical instances have no solutions of margin 0: the capacity with one step, infinite where
// it is not known.
func mostPatterns(m theory.Committee) float64 {
	if _, c, _, err := capacityOf(m, "1rsb", 0, 1); err == nil {
		return c.Alpha
	}
	return math.Inf(1)
}

// rounded is a number with so many digits.
func rounded(x float64, digits int) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	return y
}

// outputMargin is a margin of the output itself.
var outputMargin = Param{Name: "kappa", Default: "0", Help: "margin of the solutions", Within: marginRange, Of: ModelMargin}

var instabilityEntry = Entry{
	Name:    "instability",
	Choices: []Choice{weightsChoice, activationChoice},
	Params:  []Param{outputMargin},
	Columns: []string{"kappa", "alpha_at"},
	start: each(func(v variant, at []float64) (answer, error) {
		p, err := v.committee().Instability(at[0])
		if errors.Is(err, theory.ErrStable) {
			return answer{at, StatusNoSolution, "stable up to the end of the branch"}, nil
		}
		if err != nil {
			return failure(err, at...)
		}
		note := ""
		if x, err := v.committee().Breaking(p); err == nil {
			note = fmt.Sprintf("breaking point %.6g", x)
		}
		return answer{[]float64{at[0], p.Alpha}, StatusOK, note}.beyondIf(v.labels().Empty(p)), nil
	}),
}
