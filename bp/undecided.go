package bp

import "math"

// The part of the weights whose sign the messages do not decide, between which it matters how
// those are set. With two patterns it is a half, with ten a quarter; of 1000 patterns
// of 2001 weights no step leaves a hundredth. Of messages that vanish other signs are
// no better.
const (
	leastUndecided = 0.1
	mostUndecided  = 0.75
)

// alternate gives the weights whose sign the messages do not decide alternate signs, and
// tells whether there are so many that it matters. Undecided is a weight whose
// magnetisation is within ε of zero, by which those of a step that has converged may be off, or
// moved by more than it is in the last sweep.
//
// Of few patterns they are the weights on which as many are on either side. Their fields
// cancel but for what the sweeps leave, which is the same for all of them: of two patterns
// that differ in most weights the signs of the fields learn one and nothing of the other.
// Alternate signs are for neither.
func (s *State) alternate(w []float64, epsilon float64) bool {
	if s.prior.Two() {
		return false
	}
	undecided := 0
	for i, m := range s.m {
		if math.Abs(m) <= max(epsilon, math.Abs(m-s.last[i])) {
			w[i] = 1 - 2*float64(undecided%2)
			undecided++
		}
	}
	part := float64(undecided) / float64(len(w))
	return part >= leastUndecided && part <= mostUndecided
}
