package connectivity

import (
	"fmt"
	"math"

	"fbp/theory"
	"fbp/theory/saddle"
)

// Margins are those from which on solutions on the sphere are connected by lines without
// errors at a margin κ < 0.
type Margins struct {
	Star   float64 // with typical solutions of margin κ
	Pair   float64 // two of the same margin with each other
	Center float64 // so many through their centre
}

// MarginsOf solves, for y solutions,
//
//	κ_star = κ p(κ_star, κ),   κ_pair = κ √((1+q(κ_pair))/2),   κ_center = κ √((1+(y−1) q(κ_center))/y),
//
// q the overlap of typical solutions of that margin and p that of margins κ_star and κ: the
// roots next above κ, accurate to 1e-9. Solutions of margin κ ≥ 0 are all connected: the
// set is convex, and all three are κ.
func MarginsOf(alpha, kappa, y float64) (Margins, error) {
	if !(y >= 1) {
		return Margins{}, fmt.Errorf("connectivity: y = %v: want y >= 1: %w", y, theory.ErrDomain)
	}
	typical, err := TypicalOf(theory.Spherical, alpha, kappa)
	if err != nil || kappa >= 0 {
		return Margins{kappa, kappa, kappa}, err
	}
	var m Margins
	if m.Star, err = above(typical, func(t Typical) (float64, error) {
		pair, err := PairOf(t, typical)
		return kappa * pair.P, err
	}); err != nil {
		return m, err
	}
	share := func(y float64) func(Typical) (float64, error) {
		return func(t Typical) (float64, error) { return kappa * math.Sqrt((1+(y-1)*t.Q)/y), nil }
	}
	if m.Pair, err = above(typical, share(2)); err != nil {
		return m, err
	}
	m.Center, err = above(typical, share(y))
	return m, err
}

// above finds the least margin from that of a typical solution on which equals what is
// wanted at it. What is wanted is not below the margin there.
func above(from Typical, wanted func(Typical) (float64, error)) (float64, error) {
	var failed error
	excess := func(kappa float64) float64 {
		t, err := TypicalOf(from.Weights, from.Alpha, kappa)
		if err == nil {
			var want float64
			if want, err = wanted(t); err == nil {
				return kappa - want
			}
		}
		failed = err
		return math.NaN()
	}
	last, err := theory.Committee{Weights: theory.Spherical}.LargestMargin(from.Alpha)
	if err != nil {
		return 0, err
	}
	const steps = 24
	lo := from.Kappa
	fLo := excess(lo)
	if fLo == 0 { // as for one solution, whose centre it is
		return lo, failed
	}
	for k := 1; k <= steps; k++ {
		hi := from.Kappa + (last-from.Kappa)*float64(k)/steps*(1-1e-6)
		fHi := excess(hi)
		if failed != nil {
			return 0, failed
		}
		if fLo <= 0 && fHi >= 0 {
			x, ok := saddle.Root(excess, lo, fLo, hi, fHi, 1e-13)
			if !ok || failed != nil {
				break
			}
			return x, nil
		}
		lo, fLo = hi, fHi
	}
	return 0, fmt.Errorf("connectivity: a margin above %v at alpha = %v: %w", from.Kappa, from.Alpha, theory.ErrNoConvergence)
}
