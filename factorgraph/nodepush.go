package factorgraph

import (
	"fbp/internal/cores"
	"fbp/internal/kern"
)

// Push is what the patterns from, from+1, … add to the fields of the weights of one unit, given
// a number c_j for each of them,
//
//	h_i ← h_i + Σ_j c_j ξ_i^{from+j} = h_i + Σ_j c_j − 2 Σ_{j: ξ_i = −1} c_j.
type Push struct {
	signs [][]uint64 // of patterns from, from+1, …
	c     []float64
	sum   float64 // Σ_j c_j
	cores cores.Count
}

// Push is that of unit k, c being the numbers of these patterns for all units.
func (f *Nodes) Push(k int, c []float64, from int) Push {
	c = f.share(k, c)
	p := Push{signs: f.units[k][from:][:len(c)], c: c, cores: f.Cores}
	for _, cj := range c {
		p.sum += cj
	}
	return p
}

// Add adds it to h, the fields of weights lo, lo+1, … of the unit. lo is a multiple of
// pushUnit.
func (p *Push) Add(h []float64, lo int) {
	for i := range h {
		h[i] += p.sum
	}
	var rows kern.FourRows
	for j, signs := range p.signs {
		if rows.Take(signs[lo/pushUnit:], -2*p.c[j]) {
			rows.AddNegatives(h)
		}
	}
	rows.AddNegatives(h)
}

// pushUnit is the number of weights whose signs are in one word.
const pushUnit = 64

// Pieces is the number of goroutines that n weights are worth, and of how many weights
// their pieces are multiples: about an eighth of a goroutine's share, because a piece reads a few words
// of each pattern, which lie far from those of the next; where they are very few, that takes up to
// three times as long. Pieces are whole blocks of [WeightBlocks] if every goroutine has at
// least four of these, or else whole words of signs.
func (p *Push) Pieces(n int) (parts, unit int) {
	parts = p.cores.Parts(n, leastOf(len(p.c)))
	if blocks := n / kern.MagnetizeBlock; blocks >= 4*parts {
		return parts, kern.MagnetizeBlock * max(1, blocks/(8*parts))
	}
	return parts, pushUnit * max(1, (n+8*pushUnit*parts-1)/(8*pushUnit*parts))
}
