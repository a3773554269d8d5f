package kern

import "fbp/gauss"

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
