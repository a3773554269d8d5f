package dynamics

import (
	"context"
	"math"
	"math/rand/v2"

	"fbp/model"
	"fbp/results"
)

// states are hidden states at work that patterns move alone if they are wrong: each binary
// weight is the sign of one.
type states struct {
	shown
	most float64   // modulus of the last state, +Inf if there is none
	h    []float64 // hidden states, unit by unit: odd integers
}

// newStates draws states ±1.
func newStates(p *model.Problem, rng *rand.Rand, most float64) *states {
	l := &states{shown: newShown(p, rng), most: most}
	l.h = drawn(p, l.dim())
	return l
}

// All implements [Learner].
func (l *states) All() [][]float64 { return [][]float64{l.h} }

// Epoch implements [Learner].
func (l *states) Epoch(int) {
	l.pack()
	for _, mu := range l.shuffled() {
		if l.votes(mu) < l.Majority {
			k := l.nearest()
			l.turn(k, l.Row(k, mu))
		}
	}
}

// Ended implements [Learner].
func (l *states) Ended(int) bool { return l.errors() == 0 }

// State implements [Learner].
func (l *states) State(int) []results.Quantity { return errorsRead(l.errors()) }

// pack takes the signs of all states, which may have been resumed.
func (l *states) pack() {
	for k, signs := range l.signs {
		clear(signs)
		for i, h := range l.of(k) {
			signs[i/64] |= math.Float64bits(h) >> 63 << (i % 64)
		}
	}
}

func (l *states) errors() int {
	l.pack()
	return l.wrong()
}

// of are the states of a unit.
func (l *states) of(k int) []float64 { return l.h[k*l.Inputs : (k+1)*l.Inputs] }

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

// searchStates learns until no pattern is wrong, or as long as the limits allow. All of the
// learner are its hidden states.
func (e Limits) searchStates(ctx context.Context, l Learner, p *model.Problem, emit func(results.Reading)) (*model.Solution, error) {
	n, met, err := e.Run(ctx, p.Keeper, l, emit)
	if err != nil {
		return nil, err
	}
	h := l.All()[0]
	w := make([]float64, len(h))
	for i, h := range h {
		w[i] = math.Copysign(1, h)
	}
	errors := p.Model.(model.Voting).Errors(w, p.Data.Train)
	return &model.Solution{Weights: w, Outcome: model.OutcomeOf(errors, met), Errors: errors,
		Numbers: quantities([]string{"converged", "epochs"}, results.Flag(met), float64(n))}, nil
}
