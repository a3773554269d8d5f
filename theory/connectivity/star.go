package connectivity

import (
	"fmt"
	"math"

	"fbp/theory"
	"fbp/theory/saddle"
)

// Margins are those from which on solutions on the sphere are connected by lines without
// errors at a margin κ < 0; NaN where there is none.
type Margins struct {
	Star   float64 // with typical solutions of margin κ
	Pair   float64 // two of the same margin with each other
	Center float64 // so many through their centre
	// Missing says why margins are NaN.
	Missing []string
}

// MarginsOf solves, for y solutions,
//
//	κ_star = κ p(κ_star, κ),   κ_pair = κ √((1+q(κ_pair))/2),   κ_center = κ √((1+(y−1) q(κ_center))/y),
//
// q the overlap of typical solutions of that margin and p that of margins κ_star and κ: the
// roots next above κ, accurate to 1e-9. Solutions of margin κ ≥ 0 are all connected: the
// set is convex, and all three are κ. There may be no κ_star: near the end of the branch solutions of larger margin
// are not closer to typical ones. The error is that of [TypicalOf] at κ, or wraps [theory.ErrDomain].
func MarginsOf(alpha, kappa, y float64) (Margins, error) {
	if !(y >= 1) {
		return Margins{}, fmt.Errorf("connectivity: y = %v: want y >= 1: %w", y, theory.ErrDomain)
	}
	typical, err := TypicalOf(theory.Spherical, alpha, kappa)
	if err != nil || kappa >= 0 {
		return Margins{Star: kappa, Pair: kappa, Center: kappa}, err
	}
	share := func(y float64) func(Typical) (float64, error) {
		return func(t Typical) (float64, error) { return kappa * math.Sqrt((1+(y-1)*t.Q)/y), nil }
	}
	var m Margins
	find := func(name string, wanted func(Typical) (float64, error)) float64 {
		margin, err := above(typical, wanted)
		if err != nil {
			m.Missing = append(m.Missing, fmt.Sprintf("%s: %v", name, err))
		}
		return margin
	}
	m.Star = find("kappa_star", func(t Typical) (float64, error) {
		pair, err := PairOf(t, typical)
		return kappa * pair.P, err
	})
	m.Pair = find("kappa_pair", share(2))
	m.Center = find("kappa_center", share(y))
	return m, nil
}

// above finds the least margin from that of a typical solution on which equals what is
// wanted at it, NaN with an error if there is none. What is wanted is not below the margin there.
func above(from Typical, wanted func(Typical) (float64, error)) (float64, error) {
	excess := func(kappa float64) float64 { // NaN beyond the end
		t, err := TypicalOf(from.Weights, from.Alpha, kappa)
		if err == nil {
			var want float64
			if want, err = wanted(t); err == nil {
				return kappa - want
			}
		}
		return math.NaN()
	}
	last, err := theory.Committee{Weights: theory.Spherical}.LargestMargin(from.Alpha)
	if err != nil {
		return math.NaN(), err
	}
	const steps = 24
	lo := from.Kappa
	fLo := excess(lo)
	if fLo == 0 { // as for one solution, whose centre it is
		return lo, nil
	}
	before, fBefore := lo, fLo
	for k := 1; k <= steps; k++ {
		hi := from.Kappa + (last-from.Kappa)*float64(k)/steps*(1-1e-6)
		fHi := excess(hi)
		if fBefore < fLo && fLo < 0 && fHi < fLo { // there may be two roots around a maximum
			if x, least := saddle.Minimum(func(kappa float64) float64 { return -excess(kappa) }, before, hi, (hi-before)/100); least <= 0 {
				hi, fHi, lo, fLo = x, -least, before, fBefore
			}
		}
		if math.IsNaN(fHi) {
			break
		}
		if fLo <= 0 && fHi >= 0 {
			if x, ok := saddle.Root(excess, lo, fLo, hi, fHi, 1e-13); ok {
				return x, nil
			}
			break
		}
		before, fBefore, lo, fLo = lo, fLo, hi, fHi
	}
	return math.NaN(), fmt.Errorf("no such margin from %.6g to %.6g", from.Kappa, lo)
}
