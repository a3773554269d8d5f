package bp

import (
	"context"
	"math/rand/v2"

	"fbp/factorgraph"
	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// Plain is belief propagation without any field: one fixed point, and what it says
// of all solutions of the sample together. It searches for none.
type Plain struct {
	Start *Start `toml:"start,omitempty" help:"messages before the first sweep; without it they are zero"`
	Passing
}

// NewPlain is plain belief propagation on a model, with noise to start from if
// that needs it. Its messages end as close to the fixed point as those of a local
// entropy, which is one number of it.
func NewPlain(m model.Model) *Plain {
	b := &Plain{Start: startOf(m), Passing: DefaultFocusing().Passing}
	b.Damping, b.Epsilon, b.MaxSweeps = 0, 1e-6, 1000
	return b
}

// Claims implements plan.Claiming: there are no weights.
func (b *Plain) Claims() bool { return false }

// Check refuses models that are no factor graph, or whose factors lack the accuracy
// or precision asked for.
func (b *Plain) Check(m model.Model) error {
	g, ok := m.(model.Graphed)
	if !ok {
		return fault.New("kind", "bp", "want a model with a factor graph")
	}
	return g.Supports(b.Numerics())
}

// Solve passes messages to the fixed point. The solution has no weights; its
// numbers are whether the messages converged, the entropy of the solutions per
// weight in nats ([State.PlainEntropy]), q, and the sweeps. A state that
// diverged, or whose entropy no set of weights can have ([ErrFrozen]), lacks the
// numbers that would mean nothing.
func (b *Plain) Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, _ func(results.Reading)) (*model.Solution, error) {
	g, err := p.Model.(model.Graphed).Graph(p.Data.Train, b.Numerics())
	if err != nil {
		return nil, err
	}
	state := NewState(g, b.Precision, rng)
	if !state.Resume(p.Keeper) && b.Start != nil {
		state.Start(factorgraph.Noise{Size: b.Start.Noise}, p.Stream("start"))
	}
	out, err := state.Converge(ctx, b.Passing, factorgraph.Free{})
	if err != nil && !Impossible(err) {
		return nil, err
	}
	s := &model.Solution{Outcome: results.Limit}
	number := func(name string, x float64) { s.Numbers = append(s.Numbers, results.Quantity{Name: name, Value: x}) }
	converged := 0.0
	if out.Converged && err == nil {
		s.Outcome, converged = results.Converged, 1
	}
	number("converged", converged)
	if err == nil {
		if entropy, err := state.PlainEntropy(); err == nil {
			number("entropy", entropy)
		}
		number("q", state.Overlap())
	}
	number("sweeps", float64(out.Sweeps))
	return s, nil
}

// Cost estimates seconds and bytes, for the plan: 10 to 50 sweeps, as measured at
// N = 501 for α = 0.1 to 0.8.
func (b *Plain) Cost(s model.Size) (seconds, bytes float64) { return b.Passing.Cost(s, 30) }
