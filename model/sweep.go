package model

import (
	"math/rand/v2"

	"fbp/gauss"
)

// Sweep makes so many proposals of a Markov chain, one per weight as a rule, and tells how many were accepted.
func Sweep(n int, propose func() bool) (accepted int) {
	for range n {
		if propose() {
			accepted++
		}
	}
	return accepted
}

// Accepts is the rule of Metropolis: a move that lowers the logarithm of the weight by a cost is made with probability
// min(1, e^−cost). It draws only where there is a cost.
func Accepts(cost float64, rng *rand.Rand) bool {
	return cost <= 0 || rng.Float64() < gauss.Exp(-cost)
}
