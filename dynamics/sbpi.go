package dynamics

import (
	"context"
	"math"
	"math/rand/v2"

	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// SBPI is stochastic learning inspired by belief propagation. Each binary weight is the
// sign of a hidden state h_i, one of the K odd integers from −(K−1) to K−1. Patterns are
// presented one by one, in a new order every epoch. Gauged so that its label is +1, a
// pattern ξ with the sum I = Σ_i ξ_i w_i is
//
//	secure          if no flip of a single weight makes it wrong: nothing changes;
//	barely correct  if one does (I = 1 without a margin): with probability ps every
//	                state whose weight agrees, w_i = ξ_i, moves by 2 away from zero,
//	                and no weight changes;
//	wrong           otherwise: every state moves by 2 ξ_i.
//
// States that would leave the range stay at its end. The search ends with zero errors.
//
// In a tree of units the unit that takes least to turn learns: of a wrong pattern the
// unit against it whose sum is nearest to zero, the first among equals. A pattern is
// barely correct if one flip in some unit makes it wrong, and then each such unit
// learns so, with probability ps.
//
// Source: Baldassi, Braunstein, Brunel and Zecchina, PNAS 104, 11079 (2007), and Baldassi,
// arXiv:1211.3024. Of both the abstracts were opened: learning
// as the perceptron rule does, on hidden states, with moves of the barely correct that
// stabilise and change no weight; moves of a rate of less than √(2/(πN)), which is the
// probability that I = 1. That ps is drawn once per pattern, and that one flip defines
// the barely correct, agrees with this rate, but is recalled and not read; so are the move
// of wrong patterns, the start at ±1 and the defaults of ps and states. The rule for trees
// is our own: the one unit that least action would turn.
type SBPI struct {
	States int     `toml:"states" min:"2" max:"1000000000" help:"number K of hidden states of a weight, even"`
	Ps     float64 `toml:"ps" min:"0" max:"1" help:"probability with which a pattern that is barely correct is learned"`
	Limits
}

// never is a probability of patterns that are barely correct for which no random number is drawn.
const never = -1

// NewSBPI has the defaults for a model, which depend on its number of inputs.
func NewSBPI(m model.Model) *SBPI {
	states := 2 * max(1, int(math.RoundToEven(math.Sqrt(float64(m.PerVoter())))))
	return &SBPI{States: states, Ps: 0.3, Limits: Limits{MaxEpochs: 10000, Every: 10}}
}

// Validate says which parameter has no meaning.
func (s *SBPI) Validate() error {
	if s.States%2 != 0 {
		return fault.New("states", s.States, "want an even number, as many of either sign")
	}
	return nil
}

// Check refuses models other than the perceptron and trees of sign units with binary
// weights.
func (s *SBPI) Check(m model.Model) error { return checkVotes("sbpi", m) }

// About implements kinds.Algorithm.
func (s *SBPI) About() model.About {
	return model.About{Name: "SBPI", Draws: true, Tables: ofStates.tables(), Bytes: s.bytes, Follows: map[string]string{"states": "next to 2√n"}}
}

// Solve learns until no pattern is wrong or MaxEpochs are over. It emits the errors
// every so many epochs, and after the last, as a reading of table "training".
func (s *SBPI) Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, emit func(results.Reading)) (*model.Solution, error) {
	return s.SolveFrom(ctx, drawn(p), p, rng, emit)
}

// SolveFrom is Solve from the hidden states next to the numbers h, and not from random ones.
func (s *SBPI) SolveFrom(ctx context.Context, h []float64, p *model.Problem, rng *rand.Rand, emit func(results.Reading)) (*model.Solution, error) {
	l := s.From(h, p, rng)
	n, met, err := s.Run(ctx, p.Keeper, l, emit)
	if err != nil {
		return nil, err
	}
	w := make([]float64, len(h))
	for i, h := range l.States() {
		w[i] = math.Copysign(1, h)
	}
	errors := p.Model.Errors(w, p.Data.Train)
	return &model.Solution{Weights: w, Outcome: model.OutcomeOf(errors, met), Errors: errors,
		Numbers: outcomeOf(n, met)}, nil
}
