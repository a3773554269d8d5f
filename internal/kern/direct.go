package kern

import (
	"math"

	"fbp/gauss"
)

// Direct does what [Update] does for a row whose variance is too small for a
// polynomial, edge by edge. Here messages are large, so that it measures the
// change where it matters: it returns the largest |tanh u_i' − tanh u_i|.
func Direct(h, u, s []float64, signs []uint64, theta, omega, v, damping float64) (change float64) {
	for i, si := range s {
		before := u[i]
		d := Apply(h, u, signs, i, Message(si, theta, omega, v), damping)
		if d > change {
			change = max(change, math.Abs(gauss.Tanh(u[i])-gauss.Tanh(before)))
		}
	}
	return change
}
