package kern

import (
	"math"

	"fbp/gauss"
)

// rare is the exponent of probabilities that are neglected: e^−42 = 6e-19.
const rare = 42

// Idle tells that a row whose sum has variance V and a mean away from where its
// pattern is violated by at least distance is satisfied whatever few weights flip,
// but for a probability of 1e-18: at most V/2 flips are expected.
func Idle(distance, v float64) bool { return improbable(0.5*(distance-v), 0.5*v) }

// improbable reports whether a number of independent flips of mean μ reaches m >
// μ with a probability below e^−rare (Chernoff bound of a Poisson variable).
func improbable(m, mu float64) bool {
	if !(m > mu) {
		return false
	}
	mu = max(mu, leastRatio)
	return float64(m*(gauss.Log(m)-gauss.Log(mu)))-m+mu > rare
}

// mostFlips is a number of independent flips of that mean and variance which is
// exceeded with a probability below e^−rare (Bennett's bound).
func mostFlips(mean, variance float64) int {
	k := max(0, int(math.Float64bits(variance)>>(mantissaBits-4))-leastCell+1)
	if k < len(excess) {
		return int(mean + excess[k])
	}
	if t := rare/3.0 + math.Sqrt(rare*rare/9.0+float64(2*rare*variance)); mean+t < 1e9 {
		return int(mean + t) // Bernstein's bound
	}
	return 0 // not a number
}

// excess is the number of flips beyond the mean at variances of 2^−10 to 2^10 in steps
// of a sixteenth of a factor of two.
var excess = func() (t [20 * 16]float64) {
	for k := range t {
		t[k] = t[max(k-1, 0)] // more at larger variances
		variance := math.Float64frombits(uint64(k+leastCell) << (mantissaBits - 4))
		for !improbable(variance+t[k], variance) {
			t[k] += 1.0 / 4
		}
	}
	return t
}()

// leastCell has the exponent of 2^−10.
const leastCell = (exponentBias - 10) << 4
