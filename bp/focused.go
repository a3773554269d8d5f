package bp

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/model"
	"fbp/results"
)

// Solve climbs the protocol to its end (or to the first solution, with Stop
// "solved") and returns the signs of the fields at the step at which they made
// the fewest errors, the last of these if there are several: that is the end if it
// is a solution. Of few patterns many weights have fields that cancel; they take alternate
// signs where that makes fewer errors. It emits one reading of table "focusing" per step: sweeps,
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
	m := p.Model
	g, err := m.Abilities().Graph.Of(p.Data.Train, f.Accuracy)
	if err != nil {
		return nil, err
	}
	state := NewState(g, rng)
	state.On(p.Cores)
	if f.hastens(p.Data.Train) {
		state.Hasten()
		state.Extrapolate(extrapolatedFrom)
	}
	c := &climb{Focusing: f, model: m, graph: g, state: state, best: newBest(state), lost: f.rule(m), emit: emit}
	c.handover = f.handover(state, c.best, c.lost)
	if err := c.toTheEnd(ctx, p); err != nil {
		return nil, err
	}
	if c.handover != nil {
		state.At(f.Len(), c.sweeps)
		if err := c.handover.learn(ctx, p, rng); err != nil {
			return nil, err
		}
		emit(finishEpochs.Reading(c))
	}
	emit(solutionStep.Reading(c))
	if c.lost.ruled() {
		emit(givenUp.Reading(c))
	}
	return c.solution(), nil
}

// climb is focusing at work.
type climb struct {
	*Focusing
	model    model.Model
	graph    *factorgraph.Graph
	state    *State
	best     *best
	lost     *giveUp
	handover *handover
	emit     func(results.Reading)
	sweeps   int // of all steps
}

// toTheEnd goes through the steps, from the one on that was kept, to the last.
func (c *climb) toTheEnd(ctx context.Context, p *model.Problem) error {
	first := 0
	resumed := c.state.Resume(p.Keeper, &first, &c.sweeps)
	if !resumed {
		c.start(p)
	}
	for k, step := range c.Steps() {
		if k < first {
			continue
		}
		if !(resumed && k == first) {
			if k > 0 && c.state.vanished(c.model) {
				c.start(p)
			}
			if c.state.Overlap() < smoothBelow {
				c.state.Toward(gauss.Tanh(step.Gamma))
			}
		}
		last, err := c.step(ctx, p, k, step)
		if err != nil {
			return fmt.Errorf("step %d: %w", k, err)
		}
		if last {
			break
		}
	}
	return nil
}

// start makes noise of the messages, where a search starts from it.
func (c *climb) start(p *model.Problem) {
	if c.Start != nil {
		c.state.Start(factorgraph.Noise{Size: c.Start.Noise}.Start, p.Stream("start"))
	}
}

// step converges the messages of a step, and tells whether it is the last.
func (c *climb) step(ctx context.Context, p *model.Problem, k int, step Step) (last bool, err error) {
	c.state.At(k, c.sweeps)
	out, err := c.state.Converge(ctx, c.Passing, c.graph.Prior.Coupled(step.Y, step.Gamma))
	if err != nil {
		return false, err
	}
	c.sweeps += out.Sweeps
	now := found{weights: make([]float64, c.graph.N), overlap: c.state.Overlap()}
	c.state.Weights(now.weights)
	now.errors = c.state.errors(c.model, now.weights, p.Data.Train)
	c.decide(&now, p)
	thermo, err := c.state.Thermo(step)
	refused := errors.Is(err, ErrFrozen)
	now.converged = out.Converged && !refused
	c.best.meet(now, k)
	if refused {
		c.lost.freeze(now)
		c.handover.hand(now, k)
		return true, nil
	}
	if err != nil {
		return false, err
	}
	c.emit(focusing.Reading(climbed{k, step, out.Sweeps, now, thermo}))
	if now.errors == 0 && c.Stop == "solved" {
		return true, nil
	}
	if c.lost.meets(now, thermo) || c.handover.due(now) || k == c.Len()-1 {
		c.handover.hand(now, k)
		return true, nil
	}
	return false, nil
}

// decide sets the weights that a step leaves undecided so that fewer patterns are wrong, if
// that helps, see [State.alternate].
func (c *climb) decide(now *found, p *model.Problem) {
	if now.errors == 0 {
		return
	}
	other := slices.Clone(now.weights)
	if !c.state.alternate(other, c.Epsilon) {
		return
	}
	if errors := c.state.errors(c.model, other, p.Data.Train); errors < now.errors {
		now.weights, now.errors = other, errors
	}
}

// vanished tells that messages have become zero, at a coupling of the replicas at which
// they do so. At the next one they start again.
func (s *State) vanished(m model.Model) bool { return search(m).Attracting && s.Overlap() < 1e-6 }
