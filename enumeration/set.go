package enumeration

import (
	"context"
	"iter"
	"math/bits"
	"slices"

	"fbp/gauss"
	"fbp/instances"
	"fbp/internal/fault"
	"fbp/model"
)

// Most is the largest number of weights that are enumerated.
const Most = 31

// mostStates bounds how many sums the units of the first layer have together.
const mostStates = 1 << 20

// mostByOne is the largest number of weights that are taken one by one, where the first layer has
// fewer than a word tells apart.
const mostByOne = 16

// Set is a set of binary weights. Weights are a number whose bit i is set where w_i = −1.
type Set struct {
	N     int
	words []uint64 // bit w%64 of word w/64 is set when w is in the set
}

// Weights are n weights ±1 of a number.
func Weights(n int, w uint64) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = 1 - 2*float64(w>>i&1)
	}
	return list
}

// Check refuses models that cannot be enumerated.
func Check(m model.Model) error {
	n := m.Dim()
	switch {
	case m.Weights() != model.BinaryWeights:
		return fault.New("kind", "enumerate", "want a model with binary weights, which can be counted")
	case n > Most:
		return fault.New("kind", "enumerate", "want at most %d weights, not %d", Most, n)
	}
	layer := m.Freedom()[0].Layer
	if oneByOne(m) && n > mostByOne || states(layer) > mostStates {
		return fault.New("kind", "enumerate", "want hidden units of more inputs than %d", layer.Inputs)
	}
	return nil
}

// oneByOne tells whether the first layer has too few weights for a word.
func oneByOne(m model.Model) bool { return m.Freedom()[0].Weights() < lanesBits }

// Solutions are all weights of a model, which [Check] does not refuse, that learn all patterns, whose
// inputs are signs. The error is that of ctx.
func Solutions(ctx context.Context, m model.Model, p *instances.Patterns) (*Set, error) {
	n := m.Dim()
	found := &Set{n, make([]uint64, max(1, 1<<n>>lanesBits))}
	if oneByOne(m) {
		for w := range uint64(1) << n {
			if m.Errors(Weights(n, w), p) == 0 {
				found.words[w>>lanesBits] |= 1 << (w % 64)
			}
		}
		return found, nil
	}
	s := newSieve(m, p)
	err := s.words(ctx, func(at int, high uint64) { found.words[at] = s.all(high) })
	return found, err
}

// words goes through all weights, 64 at a time.
func (s *sieve) words(ctx context.Context, do func(at int, high uint64)) error {
	const often = 1 << 16
	n, behind := s.m.Dim(), s.first-lanesBits
	for at := range 1 << (n - lanesBits) {
		high := uint64(at) & (1<<behind - 1)
		if (at%often == 0 || high == 0) && ctx.Err() != nil {
			return ctx.Err()
		}
		if high == 0 {
			s.take(uint64(at) >> behind)
		}
		do(at, high)
	}
	return nil
}

// Count is the number of weights in the set.
func (s *Set) Count() (n int) {
	for _, x := range s.words {
		n += bits.OnesCount64(x)
	}
	return n
}

// All are the weights in the set, in the order of their numbers.
func (s *Set) All() iter.Seq[uint64] {
	return func(yield func(w uint64) bool) {
		for k, x := range s.words {
			for ; x != 0; x &= x - 1 {
				if !yield(uint64(k)<<lanesBits | uint64(bits.TrailingZeros64(x))) {
					return
				}
			}
		}
	}
}

// Around is the number of weights in the set at every distance from w, in flips.
func (s *Set) Around(w uint64) []int {
	var shells [lanesBits + 1]uint64 // lanes by their distance from that of w
	for lane := range uint64(1 << lanesBits) {
		shells[bits.OnesCount64((lane^w)%64)] |= 1 << lane
	}
	counts := make([]int, max(s.N, lanesBits)+1)
	for k, x := range s.words {
		if x == 0 {
			continue
		}
		high := bits.OnesCount64(uint64(k) ^ w>>lanesBits)
		for d, shell := range shells {
			if n := bits.OnesCount64(x & shell); n > 0 {
				counts[high+d] += n
			}
		}
	}
	return counts[:s.N+1]
}

// Biased is the free entropy of a set that is not empty in a field ρ towards w̃, (1/N) ln Σ_w exp(ρ w·w̃), its derivative,
// the mean overlap w·w̃/N, and the means of the weights.
func (s *Set) Biased(rho float64, towards uint64) (phi, overlap float64, means []float64) {
	z := 0.0
	means = make([]float64, s.N)
	for w := range s.All() {
		agreement := float64(s.N - 2*bits.OnesCount64(w^towards))
		weight := gauss.Exp(rho * agreement)
		z += weight
		overlap += float64(weight * agreement)
		for i := range means {
			means[i] += float64(weight * (1 - 2*float64(w>>i&1)))
		}
	}
	for i := range means {
		means[i] /= z
	}
	return gauss.Log(z) / float64(s.N), overlap / (z * float64(s.N)), means
}

// Pairs is the number of pairs of the set at every distance, in flips.
func (s *Set) Pairs() []int {
	counts, all := make([]int, s.N+1), slices.Collect(s.All())
	for k, w := range all {
		for _, other := range all[:k] {
			counts[bits.OnesCount64(w^other)]++
		}
	}
	return counts
}
