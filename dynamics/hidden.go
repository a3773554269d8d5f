package dynamics

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"fbp/model"
	"fbp/results"
)

// Hidden is [SBPI] at work from states that are given, a [Learner]. The moduli of the states of a unit,
// 2a + 1, are packed as its signs are, one binary digit of a after the other, and 64 states
// move at once.
type Hidden struct {
	*SBPI
	shown
	digits [][][]uint64 // of the a of each unit
	h      []float64    // the states as numbers
	told   bool         // these are told, and may be others now
}

// From is SBPI that starts from hidden states: the odd integers next to the numbers h,
// unit by unit, within the range of states. The model is one that Check accepts.
func (s *SBPI) From(h []float64, p *model.Problem, rng *rand.Rand) *Hidden {
	l := &Hidden{SBPI: s, shown: newShown(p, rng)}
	l.h, l.digits = make([]float64, l.dim()), make([][][]uint64, l.Units)
	for k := range l.digits {
		l.digits[k] = make([][]uint64, bits.Len(uint(s.last())))
		for d := range l.digits[k] {
			l.digits[k][d] = make([]uint64, len(l.signs[k]))
		}
	}
	l.set(h)
	return l
}

// set makes the odd integers next to the numbers h the states.
func (l *Hidden) set(h []float64) {
	last := float64(l.last())
	for k, signs := range l.signs {
		clear(signs)
		for _, digit := range l.digits[k] {
			clear(digit)
		}
		for i, x := range h[k*l.Inputs : (k+1)*l.Inputs] {
			signs[i/64] |= math.Float64bits(x) >> 63 << (i % 64)
			a := uint64(min(math.Floor(math.Abs(x)/2), last))
			for d, digit := range l.digits[k] {
				digit[i/64] |= a >> d & 1 << (i % 64)
			}
		}
	}
}

// last is the largest a.
func (s *SBPI) last() int { return s.States/2 - 1 }

// States are the hidden states, unit by unit, of which [SBPI.From] makes the same.
func (l *Hidden) States() []float64 {
	for i := range l.h {
		k, w, bit := i/l.Inputs, i%l.Inputs/64, i%l.Inputs%64
		a := 0
		for d, digit := range l.digits[k] {
			a |= int(digit[w]>>bit&1) << d
		}
		l.h[i] = float64(2*a+1) * (1 - 2*float64(l.signs[k][w]>>bit&1))
	}
	return l.h
}

// All implements [Learner].
func (l *Hidden) All() [][]float64 {
	l.renew()
	l.told = true
	return [][]float64{l.States()}
}

// renew takes the numbers that were told, which may have been resumed.
func (l *Hidden) renew() {
	if l.told {
		l.set(l.h)
		l.told = false
	}
}

// Epoch implements [Learner].
func (l *Hidden) Epoch(int) {
	l.renew()
	for _, mu := range l.shuffled() {
		l.present(mu)
	}
}

// Errors counts the patterns that are wrong.
func (l *Hidden) Errors() int {
	l.renew()
	return l.errors()
}

// Ended implements [Learner].
func (l *Hidden) Ended(int) bool {
	l.renew()
	return !l.errs()
}

// State implements [Learner].
func (l *Hidden) State(int) []results.Quantity { return ofStates.training.Of(l) }

// present shows a pattern.
func (l *Hidden) present(mu int) {
	votes := l.votes(mu)
	switch {
	case votes < l.Majority:
		l.move(l.nearest(), mu, true)
	case l.Ps != never && votes < l.Majority+2:
		for k, sum := range l.sums {
			if sum >= l.Least && sum < l.Least+2 && l.rng.Float64() < l.Ps {
				l.move(k, mu, false)
			}
		}
	}
}

// move moves the states of a unit whose weights agree with the inputs of a pattern away
// from zero, up to the end of their range; and with turn the others towards zero and
// beyond, where their weights change.
func (l *Hidden) move(k, mu int, turn bool) {
	signs, digits, last, valid := l.signs[k], l.digits[k], l.last(), ^uint64(0)
	for w, row := range l.Row(k, mu) {
		if left := l.Inputs - 64*w; left < 64 {
			valid = 1<<left - 1
		}
		agree := ^(row ^ signs[w]) & valid
		end, above := ^uint64(0), uint64(0) // |h| is at its end, above 1
		for d, digit := range digits {
			end &= ^(digit[w] ^ -uint64(last>>d&1))
			above |= digit[w]
		}
		up, down := agree&^end, uint64(0) // a digit goes up or down, and so do the next while they carry
		if turn {
			others := valid &^ agree
			down = others & above
			signs[w] ^= others &^ above
		}
		for _, digit := range digits {
			x := digit[w]
			digit[w] = x ^ (up | down)
			up &= x
			down &^= x
		}
	}
}
