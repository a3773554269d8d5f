package bp

import (
	"context"
	"math/rand/v2"

	"fbp/factorgraph"
	"fbp/model"
	"fbp/results"
)

// Plain is belief propagation without any field: one fixed point, and what it says
// of all weights that count together, which without a temperature are the solutions of
// the sample. It searches for none.
type Plain struct {
	Temperature
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

// Validate says which parameter is out of range.
func (b *Plain) Validate() error {
	if err := b.Temperature.Validate(); err != nil {
		return err
	}
	return b.Passing.Validate()
}

// Claims implements plan.Claiming: there are no weights.
func (b *Plain) Claims() bool { return false }

// Draws implements plan.Algorithm: noise to start from and shuffled rows do.
func (b *Plain) Draws() bool { return b.draws(b.Start) }

// Check refuses models that are no factor graph, or whose factors lack the accuracy,
// precision or temperature asked for.
func (b *Plain) Check(m model.Model) error { return b.Temperature.check("bp", m, b.Numerics()) }

// Solve passes messages to the fixed point. The solution has no weights; its numbers
// are whether the messages converged, the entropy per weight in nats, q, and the
// sweeps. Without a temperature the entropy is that of all solutions
// ([State.PlainEntropy]); with one it is φ + β energy, φ the Bethe free entropy, and
// energy, error_rate and free_entropy are numbers too. A state that diverged, or whose
// entropy no set of weights can have ([ErrFrozen]), lacks those that would mean nothing.
func (b *Plain) Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, _ func(results.Reading)) (*model.Solution, error) {
	state, err := b.state(p, rng)
	if err != nil {
		return nil, err
	}
	if !state.Resume(p.Keeper) {
		b.start(state, p)
	}
	out, err := state.Converge(ctx, b.Passing, factorgraph.Free{})
	if err != nil && !Impossible(err) {
		return nil, err
	}
	s := &model.Solution{Outcome: results.Limit}
	if out.Converged && err == nil {
		s.Outcome = results.Converged
	}
	if s.Numbers, err = b.numbers(state, p, results.Flag(s.Outcome == results.Converged), err == nil); err != nil {
		return nil, err
	}
	s.Numbers = append(s.Numbers, results.Quantity{Name: "sweeps", Value: float64(out.Sweeps)})
	return s, nil
}

// state is of a problem, with no messages yet.
func (b *Plain) state(p *model.Problem, rng *rand.Rand) (*State, error) {
	g, err := b.Temperature.Graph(p.Model, p.Data.Train, b.Numerics())
	if err != nil {
		return nil, err
	}
	return NewState(g, b.Precision, rng), nil
}

// start sets the messages to noise, if they start there.
func (b *Plain) start(s *State, p *model.Problem) {
	if b.Start != nil {
		s.Start(factorgraph.Noise{Size: b.Start.Noise}, p.Stream("start"))
	}
}

// numbers are those of a fixed point; converged alone where the messages are not finite.
func (b *Plain) numbers(s *State, p *model.Problem, converged float64, finite bool) (list []results.Quantity, err error) {
	number := func(name string, x float64) { list = append(list, results.Quantity{Name: name, Value: x}) }
	number("converged", converged)
	if !finite {
		return list, nil
	}
	if !b.Finite() {
		if entropy, err := s.PlainEntropy(); err == nil {
			number("entropy", entropy)
		}
		number("q", s.Overlap())
		return list, nil
	}
	means, err := b.Means(s, p.Model, p.Data.Train, b.Numerics())
	if err != nil {
		return nil, err
	}
	phi := s.FreeEntropy()
	entropy := phi + float64(b.Beta*means.Energy)
	if lo, hi := s.prior.Bound(0); entropy > lo && entropy < hi {
		number("energy", means.Energy)
		number("entropy", entropy)
		number("error_rate", means.ErrorRate)
		number("free_entropy", phi)
	}
	number("q", s.Overlap())
	return list, nil
}

// Cost is that of 10 to 50 sweeps, as measured at N = 501 for α = 0.1 to 0.8.
func (b *Plain) Cost(s model.Size) model.Work {
	const sweeps = 30
	most := float64(b.MaxSweeps)
	if b.Finite() { // there is no capacity
		return b.Passing.Work(s, sweeps, sweeps, most)
	}
	return b.Passing.Work(s, sweeps, most, most)
}

// Unit is a sweep.
func (b *Plain) Unit(p *model.Problem, rng *rand.Rand) (func(), error) {
	return b.unit(p, factorgraph.Free{}, rng)
}

func (b *Plain) unit(p *model.Problem, f factorgraph.Field, rng *rand.Rand) (func(), error) {
	g, err := b.Temperature.Graph(p.Model, p.Data.Train, b.Numerics())
	if err != nil {
		return nil, err
	}
	return b.Passing.Unit(p, g, b.Start, f, rng), nil
}

// TakesReal implements [fbp/instances.TakesReal].
func (b *Plain) TakesReal() error { return b.Temperature.takesReal(b.Passing) }
