package montecarlo

import (
	"math/bits"
	"math/rand/v2"

	"fbp/gauss"
	"fbp/model"
)

// The samplers that a config can name.
const (
	Metropolis = "metropolis" // any flip is proposed
	RRR        = "rrr"        // rejection-reduced: by the coupling, accepted by the energy
)

// A sampler makes one sweep, as much time as there are weights in all replicas, at
// inverse temperature β, and tells how many flips it accepted.
type sampler func(s *system, beta float64, rng *rand.Rand) int

var samplers = map[string]sampler{Metropolis: metropolis, RRR: rejectionReduced}

// metropolis proposes every flip with the same probability.
func metropolis(s *system, beta float64, rng *rand.Rand) int {
	return model.Sweep(s.n*s.y, func() bool {
		site, rest := bits.Mul64(rng.Uint64(), uint64(s.n))
		replica, _ := bits.Mul64(rest, uint64(s.y))
		i, a := int(site), int(replica)
		if !accepted(s.of(s.class(i), s.up[i]>>a&1 == 1)+s.work(beta, s.energies[a].Delta(i)), rng) {
			return false
		}
		s.flip(i, a)
		return true
	})
}

// rejectionReduced proposes a flip with a probability r/z that follows the coupling,
// r = min(1, e^ΔU), z being the sum of r over all flips, and accepts it with
//
//	min(1, z/z′ e^−βΔE),
//
// z′ being z after the flip. Every proposal counts as time. Source: Baldassi, J. Stat.
// Mech. 033301 (2017).
func rejectionReduced(s *system, beta float64, rng *rand.Rand) (flips int) {
	z := s.total()
	odds := newOdds(s, beta)
	for range s.n * s.y {
		class, positive := s.draw(z, rng)
		site, rest := bits.Mul64(rng.Uint64(), uint64(len(s.buckets[class])))
		i, next, among := int(s.buckets[class][site]), class+1, s.y-class
		if positive {
			next, among = class-1, class
		}
		k, _ := bits.Mul64(rest, uint64(among))
		a := chosen(s.members(i, positive), int(k))
		after := z - s.rate[class] + s.rate[next]
		if p := odds.of(s.energies[a].Delta(i), z/after); p >= 1 || p > 0 && uniform(rng) < p {
			s.flip(i, a)
			z = after
			flips++
		}
	}
	return flips
}

// total is z, the sum of r over all flips.
func (s *system) total() float64 {
	z := 0.0
	for class, bucket := range s.buckets {
		z += float64(float64(len(bucket)) * s.rate[class])
	}
	return z
}

// draw draws the class of the site of a proposal, and whether one that is +1 is to
// flip. Most sites have replicas that agree: classes are looked at from both ends.
func (s *system) draw(z float64, rng *rand.Rand) (class int, positive bool) {
	u, last := float64(z*uniform(rng)), 0
	for k := range s.y + 1 {
		class = k / 2
		if k%2 == 1 {
			class = s.y - k/2
		}
		sites := float64(len(s.buckets[class]))
		if sites == 0 {
			continue
		}
		if share := float64(sites * s.rate[class]); u < share {
			return class, u < float64(sites*float64(float64(class)*s.down[class]))
		} else {
			u -= share
		}
		last = class
	}
	return last, last > 0 // rounding left a little of z over
}

// odds are z/z′ e^−βΔE, with the exponentials of a few errors kept.
type odds struct {
	s    *system
	beta float64
	few  [17]float64
}

func newOdds(s *system, beta float64) *odds {
	o := &odds{s: s, beta: beta}
	for k := range o.few {
		o.few[k] = gauss.Exp(s.work(beta, k))
	}
	return o
}

// of is the probability of a flip that changes the energy, given z/z′, or more than 1.
func (o *odds) of(change int, ratio float64) float64 {
	if uint(change) < uint(len(o.few)) {
		return float64(ratio * o.few[change])
	}
	return float64(ratio * gauss.Exp(o.s.work(o.beta, change)))
}
