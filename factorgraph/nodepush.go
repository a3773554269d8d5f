package factorgraph

import "fbp/internal/kern"

// Push is what some patterns add to the fields of the weights of one unit, given a number c_j for each
// pattern,
//
//	Σ_j c_j ξ_i^j = Σ_j c_j − 2 Σ_{j: ξ_i^j = −1} c_j.
type Push struct {
	signs [][]uint64 // of the patterns
	c     []float64
	sum   float64 // Σ_j c_j
}

// Push is that of patterns from, from+1, … on unit k, c being the numbers of these patterns for all units.
func (f *Nodes) Push(k int, c []float64, from int) Push {
	c = f.share(k, c)
	p := Push{signs: f.units[k][from:][:len(c)], c: c}
	for _, cj := range c {
		p.sum += cj
	}
	return p
}

// Add adds the push to h, the fields of weights lo, lo+1, … of the unit. lo is a multiple of
// wordWeights. Rows of signs are read four at a time.
func (p *Push) Add(h []float64, lo int) {
	for i := range h {
		h[i] += p.sum
	}
	var rows kern.FourRows
	for j, signs := range p.signs {
		if rows.Take(signs[lo/wordWeights:], -2*p.c[j]) {
			rows.AddNegatives(h)
		}
	}
	rows.AddNegatives(h)
}

// wordWeights is the number of weights whose signs are in one word.
const wordWeights = 64

// Pieces says how the weights of a unit are divided when so many patterns push them: among so many
// goroutines, in pieces of whole multiples of piece weights. That is about an eighth of a goroutine's share. A smaller
// piece would take up to three times as long, since of each pattern it reads only a few words, which lie far
// from those of the next pattern. Pieces are whole blocks of [WeightBlocks] if every goroutine has at least
// four of these, or else whole words of signs.
func (f *Nodes) Pieces(weights, patterns int) (goroutines, piece int) {
	goroutines = f.Cores.Parts(weights, leastOf(patterns))
	if blocks := weights / kern.MagnetizeBlock; blocks >= 4*goroutines {
		return goroutines, kern.MagnetizeBlock * max(1, blocks/(8*goroutines))
	}
	eighth := 8 * wordWeights * goroutines
	return goroutines, wordWeights * max(1, (weights+eighth-1)/eighth)
}
