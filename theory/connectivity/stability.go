package connectivity

import (
	"math"

	"fbp/gauss"
	"fbp/theory/saddle"
)

// The stability u of a typical solution at a pattern, given its field z, is a Gaussian cut at the margin,
//
//	P(u|z) = θ(u − κ) G((u − √q z)/√(1−q))/[√(1−q) H(y(z))],   y(z) = (κ − √q z)/√(1−q),
//
// and max(z, κ) where q = 1. Averages over u, and over both, are rules of [gauss.Rule] with these weights.

// below is P(u' < u|z), the probability that the stability is below u given the field z:
//
//	1 − H((u − √q z)/√(1−q))/H(y(z)) for u > κ.
func (t Typical) below(u, z float64) float64 {
	if t.frozen() {
		if max(z, t.Kappa) < u {
			return 1
		}
		return 0
	}
	if u <= t.Kappa {
		return 0
	}
	return -math.Expm1(gauss.LogH((u-math.Sqrt(t.Q)*z)/math.Sqrt(t.V)) - gauss.LogH(t.at(z)))
}

// averageBelow is ⟨P(u' < u|z)⟩ over a field z, normal of this mean and deviation; where q = 1 the probability that z < u, for u > κ.
func (t Typical) averageBelow(u, mean, deviation float64) float64 {
	if t.frozen() && deviation >= 1e-7 { // of a narrower one the square is rounding
		if u <= t.Kappa {
			return 0
		}
		return gauss.H((mean - u) / deviation)
	}
	return t.average(func(z float64) float64 { return t.below(u, z) }, u, mean, deviation)
}

// errors is ∫Dz P(u' < u|z), the fraction of patterns with a stability below u.
func (t Typical) errors(u float64) float64 { return t.averageBelow(u, 0, 1) }

// decay is the length over which P(u|z) falls from the margin: √(1−q) where the mean √q z of the Gaussian is above it, and
// 1/|∂_u ln P| = (1−q)/(κ − √q z) where it is far below.
func (t Typical) decay(z float64) float64 {
	return t.V / (math.Sqrt(t.V) + max(0, t.Kappa-math.Sqrt(t.Q)*z))
}

// stabilities is a rule for ∫ du P(u|z) from κ to last.
func (t Typical) stabilities(last, z float64, features ...saddle.Feature) gauss.Rule {
	rule := t.mesh(last, z, 0, features...)
	logH, sd := gauss.LogH(t.at(z)), math.Sqrt(t.V)
	for i, u := range rule.X {
		x := (u - math.Sqrt(t.Q)*z) / sd
		rule.W[i] *= math.Exp(-x*x/2-logH) / (sd * math.Sqrt(2*math.Pi))
	}
	return rule
}

// around is a rule for ∫ du ⟨P(u|z)⟩_z from κ on, z normal of this mean and deviation.
func (t Typical) around(mean, deviation float64, features ...saddle.Feature) gauss.Rule {
	rule := t.mesh(math.Inf(1), mean, deviation, features...)
	sd := math.Sqrt(t.V)
	for i, u := range rule.X {
		rule.W[i] *= t.average(func(z float64) float64 {
			x := (u - math.Sqrt(t.Q)*z) / sd
			return math.Exp(-x*x/2-gauss.LogH(t.at(z))) / (sd * math.Sqrt(2*math.Pi))
		}, u, mean, deviation)
	}
	return rule
}

// mesh are the panels of both rules: u from κ, or where the Gaussian is negligible below, to last, or where P(u|z) is negligible, for
// fields z within cut deviations of the mean.
func (t Typical) mesh(last, mean, deviation float64, features ...saddle.Feature) gauss.Rule {
	const negligible = 25 // of the exponent
	lo, hi := mean-cut*deviation, mean+cut*deviation
	sd, low, high := math.Sqrt(t.V), math.Sqrt(t.Q)*lo, math.Sqrt(t.Q)*hi
	bottom := max(t.Kappa, low-math.Sqrt(2*negligible)*sd)
	top := min(last, high+math.Hypot(max(0, t.Kappa-high), math.Sqrt(2*negligible)*sd))
	if !(top > bottom) {
		return gauss.Rule{}
	}
	widest := min(1.5, 3*math.Sqrt(t.V+t.Q*deviation*deviation))
	return panels(bottom, top, widest, append(features, saddle.Feature{At: t.Kappa, Width: t.decay(lo)})...)
}
