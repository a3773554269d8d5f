package montecarlo

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"fbp/gauss"
	"fbp/model"
)

// mostReplicas are the bits of a word: those of all replicas at a site are one.
const mostReplicas = 64

// system is y replicas of n binary weights, each with its energy. The weight of a
// state is
//
//	exp(Σ_i U(μ_i) − β Σ_a E_a),  μ_i = Σ_a w_i^a,
//
// U being the pull. As it depends on the replicas at a site only through how many are
// +1, the class of the site, sites are kept in buckets by class.
type system struct {
	n, y     int
	unit     float64 // of the energies
	energies []model.Energy
	up       []uint64  // of site i: bit a is set if w_i^a = +1
	buckets  [][]int32 // the sites of each class
	place    []int32   // of a site in its bucket
	pull
}

// newSystem is at the weights of the bits.
func newSystem(n, y int, unit float64, energies model.Energies, up []uint64) *system {
	s := &system{n: n, y: y, unit: unit, up: up, buckets: make([][]int32, y+1), place: make([]int32, n), pull: newPull(y)}
	w := make([]float64, n)
	for a := range y {
		for i := range w {
			w[i] = 2*float64(up[i]>>a&1) - 1
		}
		s.energies = append(s.energies, energies(w))
	}
	for i := range n {
		s.enter(int32(i), s.class(i))
	}
	return s
}

// random are weights drawn with equal probabilities.
func random(n, y int, rng *rand.Rand) []uint64 {
	up := make([]uint64, n)
	for i := range up {
		up[i] = rng.Uint64() >> (mostReplicas - y)
	}
	return up
}

// class is how many replicas have weight +1 at site i.
func (s *system) class(i int) int { return bits.OnesCount64(s.up[i]) }

// enter adds a site to the bucket of its class.
func (s *system) enter(site int32, class int) {
	s.place[site] = int32(len(s.buckets[class]))
	s.buckets[class] = append(s.buckets[class], site)
}

// leave takes a site from its bucket; the last one there takes its place.
func (s *system) leave(site int32, class int) {
	bucket := s.buckets[class]
	last := bucket[len(bucket)-1]
	bucket[s.place[site]], s.place[last] = last, s.place[site]
	s.buckets[class] = bucket[:len(bucket)-1]
}

// flip flips weight i of replica a.
func (s *system) flip(i, a int) {
	s.energies[a].Flip(i)
	s.leave(int32(i), s.class(i))
	s.up[i] ^= 1 << a
	s.enter(int32(i), s.class(i))
}

// energy is the sum of the energies of all replicas, errors that of their errors.
func (s *system) energy() (energy float64, errors int) {
	sum := 0
	for _, e := range s.energies {
		sum += e.Value()
		errors += e.Errors()
	}
	return float64(s.unit * float64(sum)), errors
}

// overlap is the mean overlap of two replicas, (Σ_i μ_i² − N y)/(N y (y−1)); 1 for a
// single one.
func (s *system) overlap() float64 {
	if s.y == 1 {
		return 1
	}
	square := 0
	for class, bucket := range s.buckets {
		mu := 2*class - s.y
		square += len(bucket) * mu * mu
	}
	return float64(square-s.n*s.y) / (float64(s.n) * float64(s.y*(s.y-1)))
}

// work is −β ΔE; at infinite β a flip that leaves the energy alone has 0.
func (s *system) work(beta float64, change int) float64 {
	if change == 0 {
		return 0
	}
	return -float64(beta * float64(s.unit*float64(change)))
}

// chosen is bit k of those set in x, counted from 0.
func chosen(x uint64, k int) int {
	for range k {
		x &= x - 1
	}
	return bits.TrailingZeros64(x)
}

// members are the replicas at site i that are +1, or those that are −1.
func (s *system) members(i int, positive bool) uint64 {
	if positive {
		return s.up[i]
	}
	return ^s.up[i] & (1<<s.y - 1)
}

// uniform is a number in [0, 1).
func uniform(rng *rand.Rand) float64 { return float64(rng.Uint64()>>11) * 0x1p-53 }

// accepted tells whether a flip of the logarithm of a probability is accepted.
func accepted(x float64, rng *rand.Rand) bool {
	return x >= 0 || !math.IsInf(x, -1) && uniform(rng) < gauss.Exp(x)
}
