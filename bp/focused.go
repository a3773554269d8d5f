package bp

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/model"
	"fbp/results"
)

// Solve climbs the protocol to its end (or to the first solution, with Stop
// "solved") and returns the signs of the fields at the step at which they made
// the fewest errors, the last of these if there are several: that is the end if it
// is a solution. It emits one reading of table "focusing" per step: sweeps,
// converged (0 or 1), errors, q and the [Thermo]; and solution_step, a number of
// the sample.
//
// A step that reaches its limit of sweeps is recorded so, and the protocol goes
// on. One that freezes the weights against a pattern is the last: the
// thermodynamics of such a state means nothing, so that it is not read. Where there is a
// rule to give up by, GiveUp or that of a model whose failure can be foreseen
// ([model.Search]), the step that meets it is the last too. In either case given_up,
// a number of the sample, is 1 if patterns are left, and 0 in all others; without a rule
// there is no such number. With Finish, what is without a solution after the last step is
// handed over; finish_epochs, a number of the sample, is how many epochs that took, and
// solution_step the step that was handed over if the weights are from there. rng is drawn
// from only if rows are shuffled, or by what finishes.
func (f *Focusing) Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, emit func(results.Reading)) (*model.Solution, error) {
	m := p.Model.(graphed)
	g, err := m.Graph(p.Data.Train, f.Numerics())
	if err != nil {
		return nil, err
	}
	state := NewState(g, f.Precision, rng)
	state.On(p.Cores)
	if f.hastens(p.Data.Train) {
		state.Hasten()
		state.Foresee(foreseenFrom)
	}
	best, lost := newBest(state), f.rule(m)
	finisher := f.finisher(state, best, lost)
	first, sweeps := 0, 0
	resumed := state.Resume(p.Keeper, &first, &sweeps)
	if !resumed && f.Start != nil {
		state.Start(factorgraph.Noise{Size: f.Start.Noise}, p.Stream("start"))
	}
	for k, step := range f.Steps() {
		if k < first {
			continue
		}
		if k > 0 && !(resumed && k == first) && state.vanished(m) && f.Start != nil {
			state.Start(factorgraph.Noise{Size: f.Start.Noise}, p.Stream("start"))
		}
		if !(resumed && k == first) && state.Overlap() < foreseeable {
			state.Toward(gauss.Tanh(step.Gamma))
		}
		state.At(k, sweeps)
		out, err := state.Converge(ctx, f.Passing, g.Prior.Coupled(step.Y, step.Gamma))
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", k, err)
		}
		sweeps += out.Sweeps
		now := found{weights: make([]float64, g.N), overlap: state.Overlap(), converged: out.Converged}
		state.Weights(now.weights)
		now.errors = m.Errors(now.weights, p.Data.Train)
		best.meet(now, k)
		thermo, err := state.Thermo(step)
		if errors.Is(err, ErrFrozen) {
			lost.freeze(now)
			finisher.hand(state, now, k)
			break
		}
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", k, err)
		}
		emit(f.reading(k, step, out, now, thermo))
		if now.errors == 0 && f.Stop == "solved" {
			break
		}
		if lost.meets(now, thermo) || finisher.due(now) || k == f.Len()-1 {
			finisher.hand(state, now, k)
			break
		}
	}
	if finisher != nil {
		state.At(f.Len(), sweeps)
		if err := finisher.finish(ctx, state, p, rng); err != nil {
			return nil, err
		}
		emit(finisher.reading())
	}
	emit(results.Reading{Table: "search", Values: []results.Quantity{{Name: "solution_step", Value: float64(best.step)}}})
	if lost.ruled {
		emit(results.Reading{Table: "search_given_up", Values: []results.Quantity{{Name: "given_up", Value: results.Flag(lost.givenUp)}}})
	}
	return best.solution(sweeps), nil
}

// vanished tells that messages have become zero, at a coupling of the replicas at which
// they do so. At the next one they start again.
func (s *State) vanished(m model.Model) bool { return search(m).Attracting && s.Overlap() < 1e-6 }

func (f *Focusing) reading(k int, step Step, out Outcome, now found, t Thermo) results.Reading {
	return results.Reading{
		Table: "focusing",
		At:    []results.Quantity{{Name: "step", Value: float64(k)}, {Name: "gamma", Value: step.Gamma}, {Name: "y", Value: step.Y}},
		Values: []results.Quantity{
			{Name: "sweeps", Value: float64(out.Sweeps)},
			{Name: "converged", Value: results.Flag(now.converged)},
			{Name: "errors", Value: float64(now.errors)},
			{Name: "q", Value: now.overlap},
			{Name: "overlap_center", Value: t.CenterOverlap},
			{Name: "sigma_int", Value: t.LocalEntropy},
			{Name: "sigma_ext", Value: t.Complexity},
		},
	}
}
