package instances

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// Patterns is a set of P inputs x^μ with labels σ^μ = ±1. Inputs are ±1, bit-packed, or
// real numbers. What is kept are the patterns ξ = σx, gauged so that every label is
// +1: a model whose output changes sign with its input needs only these. Input and
// Label return x and σ.
//
// At, Input, Values, Dot and Inputs serve both kinds; Row, Set and DotSigns are those
// of bits, and panic if the inputs are real.
type Patterns struct {
	N, P   int
	Labels []float64 // σ^μ; nil: all are +1

	words int       // of 64 bits in a row
	bits  []uint64  // P rows, one after the other
	reals []float64 // P rows of ξ, if the inputs are real; nil: they are bits

	latent func() *Latent // nil: none
}

// NewPatterns is a set of p patterns of n inputs, all +1. It panics when
// n < 1 or p < 0.
func NewPatterns(n, p int) *Patterns {
	if n < 1 || p < 0 {
		panic(fmt.Sprintf("instances: %d patterns of %d inputs", p, n))
	}
	words := wordsFor(n)
	return &Patterns{N: n, P: p, words: words, bits: make([]uint64, words*p)}
}

func wordsFor(n int) int { return (n + 63) / 64 }

// tail is the mask of the bits of a row's last word that belong to inputs.
func tail(n int) uint64 { return ^uint64(0) >> (uint(-n) % 64) }

// Row is pattern μ as sign bits: bit i%64 of word i/64 is set when ξ_i = −1.
// Bits past N are 0. The slice, of length ⌈N/64⌉, shares memory with p.
func (p *Patterns) Row(mu int) []uint64 {
	if p.reals != nil {
		panic("instances: the inputs are real numbers, not bits")
	}
	return p.bits[mu*p.words : (mu+1)*p.words : (mu+1)*p.words]
}

// At is ξ^μ_i.
func (p *Patterns) At(mu, i int) float64 {
	p.checkInput(i)
	if p.reals != nil {
		return p.reals[mu*p.N+i]
	}
	return 1 - 2*float64(p.Row(mu)[i/64]>>(i%64)&1)
}

// Set makes ξ^μ_i −1 or +1.
func (p *Patterns) Set(mu, i int, negative bool) {
	p.checkInput(i)
	word, bit := &p.Row(mu)[i/64], uint64(1)<<(i%64)
	if negative {
		*word |= bit
	} else {
		*word &^= bit
	}
}

// Negate turns ξ^μ into −ξ^μ.
func (p *Patterns) Negate(mu int) {
	if p.reals != nil {
		negate(p.Real(mu))
		return
	}
	row := p.Row(mu)
	for k := range row {
		row[k] = ^row[k]
	}
	row[len(row)-1] &= tail(p.N)
}

// Ungauged is a copy of the inputs x themselves, without labels.
func (p *Patterns) Ungauged() *Patterns {
	q := &Patterns{N: p.N, P: p.P, words: p.words, bits: slices.Clone(p.bits), reals: slices.Clone(p.reals)}
	for mu := range p.P {
		if p.Label(mu) < 0 {
			q.Negate(mu)
		}
	}
	return q
}

// Label is σ^μ, ±1.
func (p *Patterns) Label(mu int) float64 {
	if p.Labels == nil {
		return 1
	}
	return p.Labels[mu]
}

// Input fills x, of length N, with x^μ = σ^μ ξ^μ and returns it.
func (p *Patterns) Input(x []float64, mu int) []float64 {
	if len(x) != p.N {
		panic(fmt.Sprintf("instances: room for %d of %d inputs", len(x), p.N))
	}
	if p.Values(x, mu); p.Label(mu) < 0 {
		negate(x)
	}
	return x
}

// label sets the labels σ = ±1 of inputs that had none: ξ ← σξ.
func (p *Patterns) label(labels []float64) {
	p.Labels = labels
	for mu, sigma := range labels {
		if sigma < 0 {
			p.Negate(mu)
		}
	}
}

// split divides the set in two, with the last tests patterns in the second, which
// is nil if tests is 0.
func (p *Patterns) split(tests int) (train, test *Patterns) {
	if tests == 0 {
		return p, nil
	}
	return p.Part(0, p.P-tests), p.Part(p.P-tests, p.P)
}

// Part is the patterns from … to−1, which it shares.
func (p *Patterns) Part(from, to int) *Patterns {
	q := &Patterns{N: p.N, P: to - from, words: p.words}
	if p.reals != nil {
		q.reals = p.reals[from*p.N : to*p.N : to*p.N]
	} else {
		q.bits = p.bits[from*p.words : to*p.words : to*p.words]
	}
	if p.Labels != nil {
		q.Labels = p.Labels[from:to:to]
	}
	return q
}

// Inputs is a copy of inputs lo … hi−1 of every pattern, with the same labels.
func (p *Patterns) Inputs(lo, hi int) *Patterns {
	if p.reals != nil {
		return p.realInputs(lo, hi)
	}
	part := NewPatterns(hi-lo, p.P)
	part.Labels = p.Labels
	for mu := range p.P {
		row, out := p.Row(mu), part.Row(mu)
		for k := range out {
			word, shift := lo/64+k, uint(lo)%64
			out[k] = row[word] >> shift
			if shift > 0 && word+1 < len(row) {
				out[k] |= row[word+1] << (64 - shift)
			}
		}
		out[len(out)-1] &= tail(part.N)
	}
	return part
}

// Dot is Σ_i ξ^μ_i w_i, summed from first to last; len(w) = N.
func (p *Patterns) Dot(mu int, w []float64) float64 {
	if len(w) != p.N {
		panic(fmt.Sprintf("instances: %d weights on %d inputs", len(w), p.N))
	}
	if p.reals != nil {
		return dot(p.Real(mu), w)
	}
	sum := 0.0
	for k, word := range p.Row(mu) {
		block := w[64*k : min(64*k+64, p.N)]
		for _, x := range block {
			sum += math.Float64frombits(math.Float64bits(x) ^ word<<63)
			word >>= 1
		}
	}
	return sum
}

// DotSigns is Σ_i ξ^μ_i w_i for weights ±1 packed as PackSigns does:
// N − 2 × the number of signs that differ.
func (p *Patterns) DotSigns(mu int, w []uint64) int {
	if len(w) != p.words {
		panic(fmt.Sprintf("instances: weights of %d words on rows of %d", len(w), p.words))
	}
	differ := 0
	for k, word := range p.Row(mu) {
		differ += bits.OnesCount64(word ^ w[k])
	}
	return p.N - 2*differ
}

// PackSigns packs the signs of w as a row of Patterns does: a bit is set where
// w_i < 0, so 0 counts as +1; bits past len(w) are 0.
func PackSigns(w []float64) []uint64 {
	packed := make([]uint64, wordsFor(len(w)))
	for i, x := range w {
		if x < 0 {
			packed[i/64] |= 1 << (i % 64)
		}
	}
	return packed
}

// checkInput panics if an index is out of range, so that bits past N are never
// read or set.
func (p *Patterns) checkInput(i int) {
	if uint(i) >= uint(p.N) {
		panic(fmt.Sprintf("instances: input %d of %d", i, p.N))
	}
}
