package catalog

import (
	"errors"
	"fmt"

	"fbp/theory"
	"fbp/theory/parisi"
)

const parisiEquation = `Solutions of margin kappa < 0 of a spherical perceptron with alpha N random
patterns, between the instability of replica symmetry (fbp theory instability)
and the capacity (fbp theory capacity --ansatz frsb). x(q), the probability that
two solutions have an overlap below q, makes the entropy minimal:

  s = ½[ln(1−q_M) + q_m/λ(q_m) + ∫dq/λ(q)] + α∫Dz f(q_m, √q_m z)
  λ(q) = ∫_q^1 x(p) dp
  f(q_M, h) = ln H((κ−h)/√(1−q_M)),   ∂f/∂q = −½[f'' + x f'²]

(Gardner 1988; Franz, Parisi, Sevelev, Urbani and Zamponi, SciPost Phys. 2, 019
(2017); derived anew). x(q) is 0 below q_m and 1 above q_M.
`

const parisiStatus = `Status
  ok               found
  rs_stable        replica symmetry is stable: one overlap (fbp theory rs)
  beyond_capacity  typical instances have no solutions
  no_solution      not found; where the end of the gap is not known to 0.01, as
                   next to where it begins (at kappa = -1.5 below alpha = 23);
                   below kappa = -2.05, where the transition is discontinuous
`

// StatusStable: replica symmetry is stable, and nothing breaks it.
const StatusStable = "rs_stable"

var (
	parisiParams = []Param{loadParam, {Name: "kappa", Help: "margin of the solutions, below 0", Within: marginRange, Of: ModelMargin}}
	levelParam   = Param{Name: "level", Default: "0:16:17", Help: "which of 17 overlaps, 0 for q_m to 16 for q_M", Within: Interval{To: 16}}
	gapParam     = Param{Name: "gap", Default: "0:3:61", Help: "stability minus margin", Within: nonNegative}
)

var parisiEntry = Entry{
	Name:  "parisi",
	Short: "overlaps of solutions where replica symmetry breaks",
	Long: parisiEquation + `
One row for each of 17 overlaps between q_m and q_M, geometric in 1 − q.

Columns
  alpha, kappa
  level      which overlap, 0 to 16
  q          overlap
  x          x(q) just above it; 1 is reached by a jump at q_M
  lambda     λ(q)
  replicon   αλ²⟨f''²⟩, 1 where x(q) rises; where one step of breaking is
             stable, as for kappa = -1.9 up to some alpha above the
             instability, it is below 1 at q_m and q_M, which the note says
  entropy    s; as for rs, the logarithm of a fraction of the sphere
  q_m, q_M   ends of the overlaps
  gap_end    where there are no overlaps between q_m and this one, else nan
  mean_q     mean overlap, 1 − λ(q_m)
  p_margin   density of stabilities at the margin

` + parisiStatus + `
The entropy is accurate to 1e-7 up to 3 % below the capacity, mean_q and
p_margin to 1e-6, q_m and q_M to 2e-4, x(q) to 1e-3, gap_end to 0.01 (at
alpha = 36, kappa = -1.6 it is .767, with four times as many overlaps .765). A
row takes some seconds, with a gap ten, further ones of the same alpha and kappa
nothing.`,
	Example: `  fbp theory parisi --alpha 4.5 --kappa -0.5
  fbp theory parisi --alpha 4:4.6:7 --kappa -0.5 --level 0`,
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
	Name:  "parisi-gaps",
	Short: "stabilities where replica symmetry breaks",
	Long: parisiEquation + `
The density of stabilities Δ of typical solutions, P(q, h) the law of h in them:

  P(Δ) = θ(Δ−κ) ∫dh P(q_M, h) G((Δ−h)/w)/[w H((κ−h)/w)],   w = √(1−q_M)

Columns
  alpha, kappa
  gap      Δ − κ
  density  P(Δ); at gap 0 just above the margin

` + parisiStatus + `
Accurate to 1e-5.`,
	Example: `  fbp theory parisi-gaps --alpha 4.2,4.5 --kappa -0.5 --gap 0:2:41`,
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
	capacities shared[float64, capacityResult]
	states     shared[[2]float64, stateResult]
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
	r := s.states.get([2]float64(at), func() (r stateResult) {
		m := theory.Committee{Weights: theory.Spherical}
		if p, err := m.Instability(at[1]); at[1] < 0 && err == nil && at[0] <= p.Alpha {
			if x, err := m.Breaking(p); err == nil && x < 1 {
				return stateResult{status: StatusStable}
			}
		}
		c := s.capacities.get(at[1], func() capacityResult {
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
