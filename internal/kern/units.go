package kern

import (
	"math"

	"fbp/gauss"
)

// SignTails takes Gaussian fields of mean ω, in u, and variance V, in rv, and no variance to
// be less than least. It replaces them by u = ω/√V and 1/√V, and writes the ratio R(|u|) = H(|u|)/G(u), the
// rarity 1/G(u), infinite from |u| = 38.6 on, and the mean x = 2Φ(u) − 1 of the field's sign.
func SignTails(u, rv, ratio, rarity, x []float64, least float64) {
	n := len(u)
	signTails(u, first(n, rv), first(n, ratio), first(n, rarity), first(n, x), least)
}

// SignAnswers writes what such a field learns from log-odds b of its sign (±∞: it is
// known): with s = ±1 the sign of b and e = exp(−2|b|),
//
//	g = ∂_ω ln[e^b Φ(u) + e^−b Φ(−u)] = s (1 − e)/√V / [R(−su) + e R(su)],   ∂_ω g = −g (ω/V + g),
//
// which vanish where R is infinite, given the tails of [SignTails]: R(u) and R(−u) add up
// to the rarity.
func SignAnswers(g, slope, b, u, rv, ratio, rarity []float64) {
	n := len(g)
	signAnswers(g, first(n, slope), first(n, b), first(n, u), first(n, rv), first(n, ratio), first(n, rarity))
}

// What the vector code has in place of the exponential of package gauss, operation by
// operation the same for x ≤ 0.
const (
	// leastExponent is an x of which e^−x is 0.
	leastExponent = 800
	// evenMagic is as roundMagic, with room for the powers of two of subnormal numbers; an even
	// number is added, or what lies halfway would not be rounded to even. evenScale takes that room away.
	evenMagic = roundMagic + 601
	evenScale = 0x1p-601
)

func signTailsGo(u, rv, ratio, rarity, x []float64, least float64) {
	for i, omega := range u {
		scale := 1 / math.Sqrt(max(rv[i], least))
		f := float64(omega * scale)
		r, rare := 1/gauss.Mills(math.Abs(f)), 1/gauss.G(f)
		u[i], rv[i], ratio[i], rarity[i] = f, scale, r, rare
		x[i] = math.Copysign(1-float64(2*r)/rare, f)
	}
}

func signAnswersGo(g, slope, b, u, rv, ratio, rarity []float64) {
	for i, above := range b[:len(g)] {
		s, against, along := 1.0, ratio[i], rarity[i]-ratio[i]
		if u[i] < 0 {
			against, along = along, against
		}
		if above < 0 {
			s, against, along = -1, along, against
		}
		e := gauss.Exp(-2 * math.Abs(above))
		if e > 0 { // 0 times infinity otherwise
			along += float64(e * against)
		}
		root := s * (1 - e) / along
		g[i] = float64(root * rv[i])
		slope[i] = -float64(g[i] * (float64(u[i]*rv[i]) + g[i]))
	}
}
