package factorgraph

import (
	"fbp/internal/cores"
	"fbp/internal/kern"
)

// Push is what the patterns from, from+1, … add to the fields of a unit's weights:
// Σ_j c_j ξ_i, pattern from+j having ξ.
type Push struct {
	cores cores.Count
	signs [][]uint64
	c     []float64
	all   float64 // Σ_j c_j
	from  int
}

// Push is that of unit k, c being the numbers of these patterns by all units.
func (f *Nodes) Push(k int, c []float64, from int) Push {
	p := Push{cores: f.Cores, signs: f.units[k], c: f.share(k, c), from: from}
	for _, cj := range p.c {
		p.all += cj
	}
	return p
}

// Pieces is among how many goroutines it is worth dividing n weights, and what pieces of
// them are multiples of: about an eighth of a goroutine's share, in blocks of [Magnetized]
// if each goroutine has four or more, otherwise in words of signs.
// From each pattern a piece reads a few words that lie far from those of the next, which
// takes up to three times as long where they are few.
func (p *Push) Pieces(n int) (parts, unit int) {
	parts = p.cores.Parts(n, leastOf(len(p.c)))
	if blocks := n / kern.MagnetizeBlock; blocks >= 4*parts {
		return parts, kern.MagnetizeBlock * max(1, blocks/(8*parts))
	}
	return parts, pushUnit * max(1, (n+8*pushUnit*parts-1)/(8*pushUnit*parts))
}

// pushUnit is the number of weights whose signs are in one word.
const pushUnit = 64

// Add adds to the fields h of the weights lo, lo+1, … of the unit: all, and −2 c_j where
// ξ_i = −1, one pattern after the other.
func (p *Push) Add(h []float64, lo int) {
	for i := range h {
		h[i] += p.all
	}
	var rows kern.FourRows
	for j, signs := range p.signs[p.from:][:len(p.c)] {
		if rows.Take(signs[lo/pushUnit:], -2*p.c[j]) {
			rows.AddNegatives(h)
		}
	}
	rows.AddNegatives(h)
}
