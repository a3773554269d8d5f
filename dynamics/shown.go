package dynamics

import (
	"math/rand/v2"

	"fbp/internal/fault"
	"fbp/model"
)

// checkVotes refuses models other than the perceptron and trees of sign units with
// binary weights, for an algorithm of some kind.
func checkVotes(kind string, m model.Model) error {
	switch {
	case m.PerVoter() == 0:
		return fault.New("kind", kind, "want a perceptron, or a tree committee of sign units with binary weights and output = \"majority\"")
	case m.Traits().Layout == model.Full:
		return fault.New("kind", nil, "want layout = %q, not %q", model.Tree, model.Full)
	}
	return nil
}

// shown is a tree of units, or one unit, that is shown patterns one by one. Weights of a
// unit are packed as its patterns are, so that a sum is a count of bits.
type shown struct {
	*model.Voters
	signs [][]uint64 // of the weights of each unit, 1 for −
	sums  []int      // of the units, for the present pattern
	order []int
	rng   *rand.Rand
	wrong int // a pattern that was wrong when it was last looked for, and may still be
}

func newShown(p *model.Problem, rng *rand.Rand) shown {
	v := p.Model.(*model.Architecture).Voters(p.Data.Train)
	l := shown{Voters: v, signs: make([][]uint64, v.Units), sums: make([]int, v.Units), order: make([]int, p.Data.Train.P), rng: rng}
	for k := range l.signs {
		l.signs[k] = make([]uint64, (v.Inputs+63)/64)
	}
	return l
}

// dim is the number of weights.
func (l *shown) dim() int { return l.Units * l.Inputs }

// drawn are random hidden states ±1.
func drawn(p *model.Problem) []float64 {
	h, start := make([]float64, p.Model.Dim()), p.Stream("start")
	for i := range h {
		h[i] = 1 - 2*float64(start.Uint64()>>63)
	}
	return h
}

// shuffled are the patterns in a new order.
func (l *shown) shuffled() []int {
	for mu := range l.order {
		l.order[mu] = mu
	}
	l.rng.Shuffle(len(l.order), func(i, j int) { l.order[i], l.order[j] = l.order[j], l.order[i] })
	return l.order
}

// errors counts the patterns that are wrong.
func (l *shown) errors() (wrong int) {
	for mu := range l.order {
		if l.votes(mu) < l.Majority {
			wrong++
		}
	}
	return wrong
}

// errs tells whether a pattern is wrong. It looks for one where it last found one.
func (l *shown) errs() bool {
	for k := range l.order {
		if mu := (l.wrong + k) % len(l.order); l.votes(mu) < l.Majority {
			l.wrong = mu
			return true
		}
	}
	return false
}

// votes computes the sums of a pattern, and returns that of the votes.
func (l *shown) votes(mu int) (votes int) {
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

// nearest is the unit that takes least to turn: of those against the present pattern, the
// one whose sum is nearest to zero, the first among equals.
func (l *shown) nearest() int {
	nearest := -1
	for k, sum := range l.sums {
		if sum < l.Least && (nearest < 0 || sum > l.sums[nearest]) {
			nearest = k
		}
	}
	return nearest
}
