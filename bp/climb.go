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

// Solve climbs the protocol, step by step: γ and y are set, messages go on from those of the step before to the new fixed
// point, and the weights are the signs of the fields. Of few patterns many weights have fields that cancel; they take alternate
// signs where that makes fewer errors. The solution is the weights of the step with the fewest errors, the last of these
// if there are several: the end of the protocol if that is a solution.
//
// A step is the last
//
//  1. at the end of the protocol, or with Stop "solved" at the first solution;
//  2. where the weights freeze against a pattern: the thermodynamics of such a state means nothing, so that it is not read;
//  3. by the rule to give up by, GiveUp or that of a model whose failure can be foreseen ([model.Search]);
//  4. with Finish, where it is handed over, as the step at the end is too if there is no solution.
//
// One that reaches its limit of sweeps is recorded so, and is not.
//
// It emits one reading of table "focusing" per step: sweeps, converged (0 or 1), errors, q and, where steps have more than one
// sweep, the [Thermo]. Numbers of the sample are solution_step; given_up, with a rule only, which is 1 if 2, 3 or attempts of Finish
// that stayed far from a solution ended the search with errors left; and, with Finish, finish_epochs, how many epochs that took:
// solution_step is the step that was handed over if the weights are from there. rng is drawn from only if rows are shuffled, or
// by what finishes.
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
		if units(state.rows) == 1 { // of several units it takes as many sweeps
			state.Extrapolate(extrapolatedFrom)
		}
	}
	c := &climb{Focusing: f, model: m, graph: g, state: state, best: newBest(state), giveUp: f.rule(m), emit: emit}
	c.handover = f.handover(state, c.best, c.giveUp)
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
	if c.giveUp.hasRule() {
		emit(givenUp.Reading(c))
	}
	return c.solution(), nil
}

// climb is a search by focusing on its way through the steps.
type climb struct {
	*Focusing
	model    model.Model
	graph    *factorgraph.Graph
	state    *State
	best     *best
	giveUp   *giveUp
	handover *handover
	emit     func(results.Reading)
	sweeps   int // of all steps
}

// toTheEnd goes through the steps to the last, from the first, or from the one of the checkpoint.
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
	thermo, err := c.thermo(step, now)
	refused := errors.Is(err, ErrFrozen)
	now.converged = out.Converged && !refused
	c.best.improve(now, k)
	if refused {
		c.giveUp.frozenAgainst(now)
		c.handover.hand(now, k)
		return true, nil
	}
	if err != nil {
		return false, err
	}
	c.emit(c.table().Reading(climbed{k, step, out.Sweeps, now, thermo}))
	if now.errors == 0 && c.Stop == "solved" {
		return true, nil
	}
	if c.giveUp.ends(now, thermo) || c.handover.due(now) || k == c.Len()-1 {
		c.handover.hand(now, k)
		return true, nil
	}
	return false, nil
}

// mayFreeze is the q below which the weights of a step of one sweep are not taken to be frozen.
const mayFreeze = 0.99

// thermo is the thermodynamics of a step. Of messages on their way it means nothing and costs as much as their sweep: it is computed
// only where weights may have frozen against a pattern.
func (c *climb) thermo(step Step, now found) (Thermo, error) {
	if !c.hasThermo() && now.overlap <= mayFreeze {
		return Thermo{}, nil
	}
	return c.state.Thermo(step)
}

// decide gives the weights that a step leaves undecided alternate signs, if fewer patterns are wrong then, see [State.alternate].
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

// vanished tells that all messages have become zero, of a model whose messages do so at weak couplings. At the next
// coupling they start again from noise.
func (s *State) vanished(m model.Model) bool { return search(m).Attracting && s.Overlap() < 1e-6 }
