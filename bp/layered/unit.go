package layered

import (
	"math"

	"fbp/gauss"
)

// below is F = ½ ln Φ(u)/Φ(−u).
func below(u float64) float64 { return float64(0.5 * (gauss.LogH(-u) - gauss.LogH(u))) }

// tails are what is needed of the Gaussian at u: R(|u|) = H(|u|)/G(u), and 1/G(u), infinite
// from |u| = 38.6 on.
type tails struct{ ratio, rarity float64 }

func tailsAt(u float64) tails { return tails{1 / gauss.Mills(math.Abs(u)), 1 / gauss.G(u)} }

// ratios are R(u) and R(−u), which add up to 1/G(u).
func (t tails) ratios(u float64) (up, down float64) {
	up, down = t.ratio, t.rarity-t.ratio
	if u < 0 {
		up, down = down, up
	}
	return up, down
}

// mean is that of the sign, 2Φ(u) − 1.
func (t tails) mean(u float64) float64 { return math.Copysign(1-float64(2*t.ratio)/t.rarity, u) }

// derivative is g = ∂_ω ln[e^B Φ(u) + e^{−B} Φ(−u)] and its own derivative by ω, where rv is
// 1/√V. With s the sign of B, e = exp(−2|B|),
//
//	√V g = s (1 − e)/[R(−s u) + e R(s u)],   ∂g = −g (ω/V + g),
//
// which vanish where R is infinite.
func (t tails) derivative(u, b, rv float64) (g, slope float64) {
	s, e := 1.0, 0.0
	against, along := t.ratios(u)
	if b < 0 {
		s, against, along = -1, along, against
	}
	if !math.IsInf(b, 0) {
		e = gauss.Exp(-2 * math.Abs(b))
	}
	if e > 0 {
		along += float64(e * against)
	}
	root := s * (1 - e) / along
	g = float64(root * rv)
	return g, -float64(g * (float64(u*rv) + g))
}
