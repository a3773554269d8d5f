package dynamics

import (
	"context"
	"math/rand/v2"

	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// PerceptronRule is the clipped perceptron: each binary weight is the sign of a hidden
// state h_i, an odd integer, and the perceptron rule moves the states of every pattern
// that the weights get wrong. Patterns are presented one by one, in a new order every
// epoch; gauged so that its label is +1, a pattern ξ with Σ_i ξ_i w_i < 0, or not above the
// margin, does
//
//	h_i ← h_i + 2 ξ_i,   w_i = sign h_i,
//
// and any other changes nothing. With States, h_i stays at the ends of its range, as in
// [SBPI]. The search ends with zero errors. In a tree of units the unit that takes least
// to turn learns, as there.
//
// The baseline that SBPI adds its rule for barely correct patterns to. Source: Baldassi,
// arXiv:1211.3024, whose abstract was opened: SBPI differs from the clipped perceptron
// (CP) by that rule alone, and CP does not solve where SBPI does. That states start at ±1, and
// the rule for trees, are those of SBPI here.
type PerceptronRule struct {
	States int `toml:"states,omitempty" min:"0" max:"1000000000" help:"number of hidden states of a weight, even; by default, or 0, unbounded"`
	Limits
}

// NewPerceptronRule has states without bounds.
func NewPerceptronRule() *PerceptronRule {
	return &PerceptronRule{Limits: Limits{MaxEpochs: 10000, Every: 10}}
}

// Validate says which parameter has no meaning.
func (r *PerceptronRule) Validate() error {
	if r.States%2 != 0 {
		return fault.New("states", r.States, "want an even number, as many of either sign, or 0 for any number of them")
	}
	return nil
}

// Check refuses models other than the perceptron and trees of sign units with binary
// weights.
func (r *PerceptronRule) Check(m model.Model) error { return checkVotes("perceptron_rule", m) }

// About implements kinds.Algorithm.
func (r *PerceptronRule) About() model.About {
	return model.About{Draws: true, Tables: ofStates.tables(), Bytes: r.bytes}
}

// Solve learns until no pattern is wrong or MaxEpochs are over. It emits the errors
// every so many epochs, and after the last, as a reading of table "training".
func (r *PerceptronRule) Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, emit func(results.Reading)) (*model.Solution, error) {
	return r.sbpi(p.Data.Train.P).Solve(ctx, p, rng, emit)
}

// sbpi is the rule as SBPI that learns no pattern that is right. States without bounds are as many as can be reached.
func (r *PerceptronRule) sbpi(patterns int) *SBPI {
	states := r.States
	if states == 0 {
		states = 2 * (r.MaxEpochs*patterns + 1)
	}
	return &SBPI{States: states, Ps: never, Limits: r.Limits}
}
