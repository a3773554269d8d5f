package dynamics

import (
	"context"
	"math"
	"math/rand/v2"

	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// checkVotes refuses models other than the perceptron and trees of sign units with
// binary weights, for an algorithm of some kind.
func checkVotes(kind string, m model.Model) error {
	v, ok := m.(model.Voting)
	if !ok {
		return fault.New("kind", kind, "want a perceptron, or a tree committee of sign units with binary weights")
	}
	return v.Votes()
}

// states are hidden states at work: each binary weight is the sign of one. Weights of a
// unit are packed as its patterns are, so that a sum is a count of bits.
type states struct {
	*model.Voters
	most   float64 // modulus of the last state, +Inf if there is none
	barely bool    // patterns that are barely correct are learned too,
	ps     float64 // with this probability

	h     []float64  // hidden states, unit by unit: odd integers
	signs [][]uint64 // of the states of each unit, 1 for −
	sums  []int      // of the units, for the present pattern
	order []int
	rng   *rand.Rand
}

// newStates draws states ±1.
func newStates(p *model.Problem, rng *rand.Rand) *states {
	v := p.Model.(model.Voting).Voters(p.Data.Train)
	l := &states{Voters: v, most: math.Inf(1), h: make([]float64, v.Units*v.Inputs), signs: make([][]uint64, v.Units),
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
	case l.barely && votes < l.Majority+2:
		for k, sum := range l.sums {
			if sum >= l.Least && sum < l.Least+2 && l.rng.Float64() < l.ps {
				l.settle(k, l.Row(k, mu))
			}
		}
	}
}

// turn moves every state of a unit towards the signs of its inputs.
func (l *states) turn(k int, row []uint64) {
	h, most := l.of(k), l.most
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
	h, most := l.of(k), l.most
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

// search learns until no pattern is wrong, or as long as the limits allow.
func (l *states) search(ctx context.Context, limits Limits, p *model.Problem, emit func(results.Reading)) (*model.Solution, error) {
	n, met, err := limits.Run(ctx, p.Keeper, l, emit)
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

// workOfStates is that of a search of hidden states that takes so many epochs if it
// solves.
func (e Limits) workOfStates(size model.Size, epochs float64) model.Work {
	n, p, most := float64(size.Model.Dim()), float64(size.Patterns), float64(e.MaxEpochs)
	return model.Work{Solved: min(epochs, most), Unsolved: most, Most: most, Bytes: n*p/8 + 8*p + 16*n}
}
