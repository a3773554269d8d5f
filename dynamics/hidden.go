package dynamics

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"fbp/model"
)

// Hidden is [SBPI] at work from states that are given, with the moves of states of
// numbers in fewer operations. Weights of a unit are packed as its patterns are, so that a
// sum is a count of bits; so are the moduli of the states, 2a + 1, one binary digit of a
// after the other, and 64 states move at once.
type Hidden struct {
	*SBPI
	*model.Voters
	units []planes
	sums  []int // of the units, for the present pattern
	order []int
	rng   *rand.Rand
	h     []float64 // the states as numbers
}

// planes are the states of a unit: signs, 1 for −, and the binary digits of a.
type planes struct {
	signs  []uint64
	digits [][]uint64
}

// From is SBPI that starts from hidden states: the odd integers next to the numbers h,
// unit by unit, within the range of states. The model is one that Check accepts.
func (s *SBPI) From(h []float64, p *model.Problem, rng *rand.Rand) *Hidden {
	v := p.Model.(model.Voting).Voters(p.Data.Train)
	l := &Hidden{SBPI: s, Voters: v, h: make([]float64, v.Units*v.Inputs), units: make([]planes, v.Units),
		sums: make([]int, v.Units), order: make([]int, p.Data.Train.P), rng: rng}
	words := (v.Inputs + 63) / 64
	for k := range l.units {
		u := &l.units[k]
		u.signs, u.digits = make([]uint64, words), make([][]uint64, bits.Len(uint(s.last())))
		for d := range u.digits {
			u.digits[d] = make([]uint64, words)
		}
	}
	l.Set(h)
	return l
}

// Set makes the odd integers next to the numbers h the states.
func (l *Hidden) Set(h []float64) {
	last := float64(l.last())
	for k := range l.units {
		u := &l.units[k]
		clear(u.signs)
		for _, digit := range u.digits {
			clear(digit)
		}
		for i, x := range h[k*l.Inputs : (k+1)*l.Inputs] {
			u.signs[i/64] |= math.Float64bits(x) >> 63 << (i % 64)
			a := uint64(min(math.Floor(math.Abs(x)/2), last))
			for d, digit := range u.digits {
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
		u, w, bit := &l.units[i/l.Inputs], i%l.Inputs/64, i%l.Inputs%64
		a := 0
		for d, digit := range u.digits {
			a |= int(digit[w]>>bit&1) << d
		}
		l.h[i] = float64(2*a+1) * (1 - 2*float64(u.signs[w]>>bit&1))
	}
	return l.h
}

// Epoch presents all patterns once.
func (l *Hidden) Epoch() {
	for mu := range l.order {
		l.order[mu] = mu
	}
	l.rng.Shuffle(len(l.order), func(i, j int) { l.order[i], l.order[j] = l.order[j], l.order[i] })
	for _, mu := range l.order {
		l.present(mu)
	}
}

// Errors counts the patterns that are wrong.
func (l *Hidden) Errors() (wrong int) {
	for mu := range l.order {
		if l.votes(mu) < l.Majority {
			wrong++
		}
	}
	return wrong
}

// Weights writes the signs of the states to w.
func (l *Hidden) Weights(w []float64) {
	for i, h := range l.States() {
		w[i] = math.Copysign(1, h)
	}
}

// votes computes the sums of a pattern, and returns that of the votes.
func (l *Hidden) votes(mu int) (votes int) {
	for k := range l.sums {
		l.sums[k] = l.Sum(k, mu, l.units[k].signs)
		if l.sums[k] >= l.Least {
			votes++
		} else {
			votes--
		}
	}
	return votes
}

// present shows a pattern.
func (l *Hidden) present(mu int) {
	votes := l.votes(mu)
	switch {
	case votes < l.Majority:
		nearest := -1
		for k, sum := range l.sums {
			if sum < l.Least && (nearest < 0 || sum > l.sums[nearest]) {
				nearest = k
			}
		}
		l.move(nearest, mu, true)
	case votes < l.Majority+2:
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
	u, last, valid := &l.units[k], l.last(), ^uint64(0)
	for w, row := range l.Row(k, mu) {
		if left := l.Inputs - 64*w; left < 64 {
			valid = 1<<left - 1
		}
		agree := ^(row ^ u.signs[w]) & valid
		end, above := ^uint64(0), uint64(0) // |h| is at its end, above 1
		for d, digit := range u.digits {
			end &= ^(digit[w] ^ -uint64(last>>d&1))
			above |= digit[w]
		}
		up, down := agree&^end, uint64(0) // a digit goes up or down, and so do the next while they carry
		if turn {
			others := valid &^ agree
			down = others & above
			u.signs[w] ^= others &^ above
		}
		for _, digit := range u.digits {
			x := digit[w]
			digit[w] = x ^ (up | down)
			up &= x
			down &^= x
		}
	}
}
