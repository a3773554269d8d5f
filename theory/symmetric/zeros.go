package symmetric

import (
	"math"

	"fbp/theory/saddle"
)

// nearest is the smallest distance that Zeros looks at.
const nearest = 1e-12

// Zeros returns the distances, in ascending order, at which the Franz-Parisi entropy changes
// its sign between d = 1e-12 and ½, and whether it is negative below the first. Around
// typical solutions, κ̃ = κ, the patterns' term falls like −√d and the bound grows like
// −d ln d: there is a first distance up to which there is no other solution. Relatively
// accurate to 1e-11. Two zeros closer than a fifth of their value are found, since the slope
// changes its sign between them. The error is that of FranzParisi.
func Zeros(alpha, kappaRef, kappa float64) (zeros []float64, negative bool, err error) {
	at := func(lnD float64) Point {
		p, _ := FranzParisi(alpha, kappaRef, kappa, min(math.Exp(lnD), 0.5))
		return p
	}
	if _, err := FranzParisi(alpha, kappaRef, kappa, nearest); err != nil {
		return nil, false, err
	}
	const steps = 256
	lo, hi := math.Log(nearest), math.Log(0.5)
	last := at(lo)
	negative = last.Entropy < 0
	between := func(a, b Point) {
		if (a.Entropy < 0) != (b.Entropy < 0) {
			x, _ := saddle.Root(func(y float64) float64 { return at(y).Entropy }, math.Log(a.D), a.Entropy, math.Log(b.D), b.Entropy, 0)
			zeros = append(zeros, math.Exp(x))
		}
	}
	for i := 1; i <= steps; i++ {
		next := at(lo + (hi-lo)*float64(i)/steps)
		if (last.Entropy < 0) == (next.Entropy < 0) && last.Slope*next.Slope < 0 {
			x, _ := saddle.Root(func(y float64) float64 { return at(y).Slope }, math.Log(last.D), last.Slope, math.Log(next.D), next.Slope, 1e-12)
			middle := at(x)
			between(last, middle)
			last = middle
		}
		between(last, next)
		last = next
	}
	return zeros, negative, nil
}
