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
	States int     `toml:"states" min:"2" max:"1000000000" help:"number K of hidden states of a weight, even; default the even number next to 2√n, n inputs per unit"`
	Ps     float64 `toml:"ps" min:"0" max:"1" help:"probability with which a pattern that is barely correct is learned"`
	Limits
}

// NewSBPI has the defaults for a model, which depend on its number of inputs.
func NewSBPI(m model.Model) *SBPI {
	n := 0
	if v, ok := m.(model.Voting); ok {
		n = v.PerVoter()
	}
	states := 2 * max(1, int(math.RoundToEven(math.Sqrt(float64(n)))))
	return &SBPI{States: states, Ps: 0.3, Limits: Limits{MaxEpochs: 10000, Every: 10}}
}

// Validate says which parameter has no meaning.
func (s *SBPI) Validate() error {
	if s.States%2 != 0 {
		return fault.New("states", s.States, "want an even number, as many of either sign")
	}
	return nil
}

// Draws implements plan.Algorithm.
func (s *SBPI) Draws() bool { return true }

// Check refuses models other than the perceptron and trees of sign units with binary
// weights.
func (s *SBPI) Check(m model.Model) error {
	v, ok := m.(model.Voting)
	if !ok {
		return fault.New("kind", "sbpi", "want a perceptron, or a tree committee of sign units with binary weights")
	}
	return v.Votes()
}

// Solve learns until no pattern is wrong or MaxEpochs are over. It emits the errors
// every so many epochs as a reading of table "training".
func (s *SBPI) Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, emit func(results.Reading)) (*model.Solution, error) {
	l := newStates(s, p, rng)
	n, met, err := s.Run(ctx, p.Keeper, l, emit)
	if err != nil {
		return nil, err
	}
	w := make([]float64, len(l.h))
	for i, h := range l.h {
		w[i] = math.Copysign(1, h)
	}
	errors := p.Model.(model.Voting).Errors(w, p.Data.Train)
	return &model.Solution{Weights: w, Outcome: model.OutcomeOf(errors, met), Errors: errors,
		Numbers: quantities([]string{"converged", "epochs"}, results.Flag(met), float64(n))}, nil
}

// states is SBPI at work. Weights of a unit are packed as its patterns are, so that a
// sum is a count of bits.
type states struct {
	*SBPI
	*model.Voters
	h     []float64  // hidden states, unit by unit: odd integers
	signs [][]uint64 // of the states of each unit, 1 for −
	sums  []int      // of the units, for the present pattern
	order []int
	rng   *rand.Rand
}

// newStates draws states ±1.
func newStates(s *SBPI, p *model.Problem, rng *rand.Rand) *states {
	v := p.Model.(model.Voting).Voters(p.Data.Train)
	l := &states{SBPI: s, Voters: v, h: make([]float64, v.Units*v.Inputs), signs: make([][]uint64, v.Units),
		sums: make([]int, v.Units), order: make([]int, p.Data.Train.P), rng: rng}
	start := p.Stream("start")
	for i := range l.h {
		l.h[i] = 1 - 2*float64(start.Uint64()>>63)
	}
	for k := range l.signs {
		l.signs[k] = make([]uint64, (v.Inputs+63)/64)
	}
	return l
}

func (l *states) All() [][]float64 { return [][]float64{l.h} }

func (l *states) Epoch(int) {
	l.pack()
	for mu := range l.order {
		l.order[mu] = mu
	}
	l.rng.Shuffle(len(l.order), func(i, j int) { l.order[i], l.order[j] = l.order[j], l.order[i] })
	for _, mu := range l.order {
		l.present(mu)
	}
}

// pack takes the signs of all states, which may have been resumed.
func (l *states) pack() {
	for k, signs := range l.signs {
		clear(signs)
		for i, h := range l.of(k) {
			signs[i/64] |= math.Float64bits(h) >> 63 << (i % 64)
		}
	}
}

// errors counts the patterns that are wrong.
func (l *states) errors() (wrong int) {
	l.pack()
	for mu := range l.order {
		if l.votes(mu) < l.Majority {
			wrong++
		}
	}
	return wrong
}

// of are the states of a unit.
func (l *states) of(k int) []float64 { return l.h[k*l.Inputs : (k+1)*l.Inputs] }

// votes computes the sums of a pattern, and returns that of the votes.
func (l *states) votes(mu int) (votes int) {
	for k := range l.sums {
		l.sums[k] = l.Sum(k, mu, l.signs[k])
		if l.sums[k] >= l.Least {
			votes++
		} else {
			votes--
		}
	}
	return votes
}

// present shows a pattern.
func (l *states) present(mu int) {
	votes := l.votes(mu)
	switch {
	case votes < l.Majority:
		nearest := -1
		for k, sum := range l.sums {
			if sum < l.Least && (nearest < 0 || sum > l.sums[nearest]) {
				nearest = k
			}
		}
		l.turn(nearest, l.Row(nearest, mu))
	case votes < l.Majority+2:
		for k, sum := range l.sums {
			if sum >= l.Least && sum < l.Least+2 && l.rng.Float64() < l.Ps {
				l.settle(k, l.Row(k, mu))
			}
		}
	}
}

// turn moves every state of a unit towards the signs of its inputs.
func (l *states) turn(k int, row []uint64) {
	h, most := l.of(k), float64(l.States-1)
	for w, word := range row {
		var signs uint64
		part := h[64*w : min(64*w+64, len(h))]
		for i, x := range part {
			x += 2 - 4*float64(word>>i&1)
			if x > most {
				x = most
			} else if x < -most {
				x = -most
			}
			part[i] = x
			signs |= math.Float64bits(x) >> 63 << i
		}
		l.signs[k][w] = signs
	}
}

// settle moves the states whose weights agree with the inputs away from zero.
func (l *states) settle(k int, row []uint64) {
	h, most := l.of(k), float64(l.States-1)
	for w, word := range row {
		agree := ^(word ^ l.signs[k][w])
		part := h[64*w : min(64*w+64, len(h))]
		for i, x := range part {
			if agree>>i&1 != 0 && math.Abs(x) < most {
				part[i] = x + math.Copysign(2, x)
			}
		}
	}
}

func (l *states) Ended(int) bool { return l.errors() == 0 }

func (l *states) State(int) []results.Quantity {
	return quantities([]string{"errors"}, float64(l.errors()))
}

// Cost is that of a search: epochs.
func (s *SBPI) Cost(size model.Size) model.Work {
	n, p, most := float64(size.Model.Dim()), float64(size.Patterns), float64(s.MaxEpochs)
	return model.Work{Solved: min(epochsOfSBPI(p/n), most), Unsolved: most, Most: most, Bytes: n*p/8 + 8*p + 16*n}
}

// Unit is an epoch.
func (s *SBPI) Unit(p *model.Problem, rng *rand.Rand) (func(), error) {
	return OneEpoch(newStates(s, p, rng)), nil
}
