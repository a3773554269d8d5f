package model

import (
	"math/bits"

	"fbp/instances"
)

// lanes are patterns as bit lanes: pattern μ is bit μ%64 of word μ/64 of every input's
// column, where it is set if ξ_i = −1. A flip of one weight then acts on 64 patterns
// at a time. Lanes past the last pattern are never counted.
type lanes struct {
	words    int
	valid    []uint64 // the lanes that are patterns
	negative []uint64 // those with label −1
	columns  []uint64 // words of input i from i·words on
}

func newLanes(p *instances.Patterns) *lanes {
	l := &lanes{words: (p.P + 63) / 64}
	l.valid, l.negative = make([]uint64, l.words), make([]uint64, l.words)
	l.columns = make([]uint64, l.words*p.N)
	for mu := range p.P {
		word, bit := mu/64, uint64(1)<<(mu%64)
		l.valid[word] |= bit
		if p.Label(mu) < 0 {
			l.negative[word] |= bit
		}
		for k, row := range p.Row(mu) {
			for ; row != 0; row &= row - 1 {
				l.columns[(64*k+bits.TrailingZeros64(row))*l.words+word] |= bit
			}
		}
	}
	return l
}

// column is that of input i.
func (l *lanes) column(i int) []uint64 { return l.columns[i*l.words:][:l.words] }

// counts are one integer per lane in two's complement, bit by bit: bit b of the
// integers of word k is word k·planes + b.
type counts struct {
	planes int
	bits   []uint64
}

// newCounts holds integers from least to most, and one more on either side.
func newCounts(words, least, most int) counts {
	planes := 1 + bits.Len(uint(max(most+1, -least)))
	return counts{planes, make([]uint64, planes*words)}
}

// of are the planes of word k.
func (c counts) of(k int) []uint64 { return c.bits[k*c.planes:][:c.planes] }

// set gives lane mu the integer x.
func (c counts) set(mu, x int) {
	word, bit := c.of(mu/64), uint64(1)<<(mu%64)
	for b := range word {
		if word[b] &^= bit; x>>b&1 == 1 {
			word[b] |= bit
		}
	}
}

// move adds 1 in the lanes up of a word and −1 in the lanes down, which exclude each
// other.
func move(word []uint64, up, down uint64) {
	for b, x := range word {
		word[b] = x ^ (up | down)
		up, down = up&x, down&^x
	}
}

// ends are the lanes of a word that hold −1, and those that hold 0.
func ends(word []uint64) (minus, zero uint64) {
	all, any := ^uint64(0), uint64(0)
	for _, x := range word {
		all &= x
		any |= x
	}
	return all, ^any
}

// holds are the lanes of a word that hold x.
func holds(word []uint64, x int) uint64 {
	differ := uint64(0)
	for b, plane := range word {
		differ |= plane ^ -uint64(x>>b&1)
	}
	return ^differ
}
