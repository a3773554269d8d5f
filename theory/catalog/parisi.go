package catalog

import (
	"errors"
	"fmt"

	"fbp/theory"
	"fbp/theory/parisi"
)

// StatusStable: replica symmetry is stable, and nothing breaks it.
const StatusStable = "rs_stable"

var (
	parisiParams = []Param{loadParam, {Name: "kappa", Help: "margin of the solutions, below 0", Within: marginRange, Of: ModelMargin}}
	levelParam   = Param{Name: "level", Default: "0:16:17", Help: "which of 17 overlaps, 0 for q_m to 16 for q_M", Within: Interval{To: 16}}
	gapParam     = Param{Name: "gap", Default: "0:3:61", Help: "stability minus margin", Within: nonNegative}
)

var parisiEntry = Entry{
	Name:     "parisi",
	Params:   append(parisiParams[:2:2], levelParam),
	Fixed:    perceptronOf("spherical"),
	Columns:  []string{"alpha", "kappa", "level", "q", "x", "lambda", "replicon", "entropy", "q_m", "q_M", "gap_end", "mean_q", "p_margin"},
	Optional: []string{"gap_end"},
	start: startStates(func(s stateResult, at []float64) ([]float64, error) {
		n := int(at[2])
		if float64(n) != at[2] {
			return nil, fmt.Errorf("level = %v: want a whole number: %w", at[2], theory.ErrDomain)
		}
		if s.status != StatusOK {
			return nil, nil
		}
		l, last := s.Levels[n], s.Levels[len(s.Levels)-1]
		return []float64{rounded(l.Q, 6), rounded(l.X, 4), rounded(l.Lambda, 5), rounded(l.Replicon, 4), rounded(s.Entropy, 9),
			rounded(s.Levels[0].Q, 5), rounded(last.Q, 6), rounded(s.GapEnd, 5), rounded(s.MeanOverlap, 7), rounded(s.AtMargin, 7)}, nil
	}),
}

var parisiGapsEntry = Entry{
	Name:    "parisi-gaps",
	Params:  append(parisiParams[:2:2], gapParam),
	Fixed:   perceptronOf("spherical"),
	Columns: []string{"alpha", "kappa", "gap", "density"},
	start: startStates(func(s stateResult, at []float64) ([]float64, error) {
		if s.status != StatusOK {
			return nil, nil
		}
		return []float64{rounded(s.Density(at[1]+at[2]), 6)}, nil
	}),
}

// startStates is the start of a theory about states, of whose rows cells has what follows the parameters.
func startStates(cells func(s stateResult, at []float64) ([]float64, error)) func(variant) func([]float64) (answer, error) {
	return func(variant) func([]float64) (answer, error) {
		var states states
		return func(at []float64) (answer, error) {
			s, err := states.at(at)
			if err != nil {
				return answer{}, err
			}
			row, err := cells(s, at)
			return answer{append(at[:3:3], row...), s.status, s.note}, err
		}
	}
}

// states are those that points share, and the capacities of their margins.
type states struct {
	capacities shared[capacityResult]
	states     shared[stateResult]
}

type capacityResult struct {
	parisi.Capacity
	err error
}

type stateResult struct {
	parisi.State
	status, note string
	err          error
}

func (s *states) at(at []float64) (stateResult, error) {
	r := s.states.get(at[:2], func() (r stateResult) {
		m := theory.Committee{Weights: theory.Spherical}
		if p, err := m.Instability(at[1]); at[1] < 0 && err == nil && at[0] <= p.Alpha {
			if x, err := m.Breaking(p); err == nil && x < 1 {
				return stateResult{status: StatusStable}
			}
		}
		c := s.capacities.get(at[1:2], func() capacityResult {
			c, err := parisi.Full(m, at[1])
			return capacityResult{c, err}
		})
		if c.err == nil {
			r.State, c.err = c.At(at[0])
		}
		switch {
		case errors.Is(c.err, theory.ErrStable):
			r.status = StatusStable
		case c.err != nil:
			var a answer
			a, r.err = failure(c.err)
			r.status, r.note = a.status, a.note
		default:
			r.status = StatusOK
			if r.OneStep {
				r.note = "one step of breaking is stable: overlaps are q_m and q_M"
			}
		}
		return r
	})
	return r, r.err
}
