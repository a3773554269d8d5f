package enumeration

import (
	"context"
	"math/bits"

	"fbp/instances"
	"fbp/model"
)

// counter is a number in every lane, bit by bit.
type counter [32]uint64

// add counts these lanes.
func (c *counter) add(lanes uint64) {
	for b := 0; lanes != 0; b++ {
		c[b], lanes = c[b]^lanes, c[b]&lanes
	}
}

// most is the largest number of these lanes, of which there is one, and the lanes that have it.
func (c *counter) most(lanes uint64) (n int, have uint64) {
	for b := len(c) - 1; b >= 0; b-- {
		if high := lanes & c[b]; high != 0 {
			n, lanes = n|1<<b, high
		}
	}
	return n, lanes
}

// Densest are the weights of the set, which is not empty, with the most others of it within so many flips; of
// several the first.
func (s *Set) Densest(ctx context.Context, flips int) (densest uint64, err error) {
	moves, most := movesOf(s.N, flips), -1
	for k, own := range s.words {
		if own == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		var near counter
		for _, move := range moves {
			x := s.words[k^move.high]
			if x == 0 {
				continue
			}
			for _, low := range move.low {
				y := x
				for ; low != 0; low &= low - 1 {
					y = turned(y, bits.TrailingZeros64(low))
				}
				near.add(y)
			}
		}
		if n, lanes := near.most(own); n > most {
			most, densest = n, uint64(k)<<lanesBits|uint64(bits.TrailingZeros64(lanes))
		}
	}
	return densest, nil
}

// moves lead to another word, or to the same, and within that to other lanes.
type moves struct {
	high int
	low  []uint64
}

// movesOf are those of n weights of at most so many flips.
func movesOf(n, flips int) (list []moves) {
	for _, high := range choices(max(0, n-lanesBits), flips) {
		list = append(list, moves{int(high), choices(min(n, lanesBits), flips-bits.OnesCount64(high))})
	}
	return list
}

// choices are those of at most so many of n bits.
func choices(n, most int) []uint64 {
	list := []uint64{0}
	for b := range n {
		for _, x := range list {
			if bits.OnesCount64(x) < most {
				list = append(list, x|1<<b)
			}
		}
	}
	return list
}

// Fewest are the first of all weights with the fewest errors.
func Fewest(ctx context.Context, m model.Model, p *instances.Patterns) (weights uint64, err error) {
	least := p.P + 1
	take := func(w uint64, errors int) {
		if errors < least {
			least, weights = errors, w
		}
	}
	if oneByOne(m) {
		for w := range uint64(1) << m.Dim() {
			take(w, m.Errors(Weights(m.Dim(), w), p))
		}
		return weights, nil
	}
	s := newSieve(m, p)
	return weights, s.words(ctx, func(at int, high uint64) {
		var learned counter
		for _, r := range s.rows {
			learned.add(s.learn(r, high))
		}
		n, lanes := learned.most(^uint64(0))
		take(uint64(at)<<lanesBits|uint64(bits.TrailingZeros64(lanes)), p.P-n)
	})
}
