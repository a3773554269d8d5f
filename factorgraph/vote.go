package factorgraph

import (
	"math"

	"fbp/gauss"
	"fbp/internal/kern"
)

// Vote is how a pattern sees one hidden unit of sign, given what the other units
// are likely to do: its sum S must be positive with probability Swing, and may be
// anything with probability Sure = 1 − Swing,
//
//	f(S) = Sure + Swing [S > 0],   Z(ω, V) = Sure + Swing H(−ω/√V),
//
// or where the vote is wanted to be −1, Against, the same with S < 0 for S > 0 and ω for −ω.
// Every term is positive. Ratio is ln(Sure/Swing) where Sure is below [likely], down to
// units so far from what the pattern wants that Sure is no double.
type Vote struct {
	Sure, Swing, Ratio float64
	Against            bool
}

// ratio is ln(Sure/Swing). Most votes never need it.
func (c *Vote) ratio() float64 {
	if c.Sure < likely {
		return c.Ratio
	}
	return ratio(c.Sure, c.Swing)
}

// logZ is ln (Sure + Swing p), given ln p.
func (c *Vote) logZ(logP float64) float64 {
	if p := gauss.Exp(max(logP, leastLog)); c.Sure+float64(c.Swing*p) > leastProbability {
		return gauss.Log(c.Sure + float64(c.Swing*p))
	}
	return addLogs(c.ratio(), logP)
}

// leastLog is where a probability is no normal double; about ln [leastProbability].
const leastLog = -690

// addLogs is ln (e^a + e^b).
func addLogs(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if !(a-b <= 40) { // b = −∞ too, and both
		return a
	}
	return a + gauss.Log1p(gauss.Exp(b-a))
}

// gauge is −1 where the vote is wanted to be −1.
func (c *Vote) gauge() float64 {
	if c.Against {
		return -1
	}
	return 1
}

// Messages is as in [Channel], for at most 16 values of s.
func (c *Vote) Messages(f, s []float64, omega, v float64) {
	if c.Against {
		c.opposite(f, s, omega, v)
	} else if !kern.VoteMessages(f, s, omega, v, c.Sure, c.Swing) {
		c.inLogs(f, s, omega, v)
	}
}

// opposite is Messages where S < 0 is wanted.
func (c *Vote) opposite(f, s []float64, omega, v float64) {
	var turned [kern.MaxDegree + 1]float64
	for k, m := range s {
		turned[k] = -m
	}
	if turned := turned[:len(s)]; !kern.VoteMessages(f, turned, -omega, v, c.Sure, c.Swing) {
		c.inLogs(f, turned, -omega, v)
	}
	for k := range s {
		f[k] = -f[k]
	}
}

// inLogs is Messages where S > 0 is wanted and the probabilities are no doubles.
func (c *Vote) inLogs(f, s []float64, omega, v float64) {
	for k, m := range s {
		f[k] = c.half(m-1-omega, m+1-omega, math.FMA(m, m, v-1))
	}
}

// half is ½ ln of the ratio of Z of means −up and −down and the same variance.
func (c *Vote) half(up, down, v float64) float64 {
	scale := 1 / math.Sqrt(max(v, kern.LeastVariance))
	return 0.5 * (c.logZ(gauss.LogH(float64(up*scale))) - c.logZ(gauss.LogH(float64(down*scale))))
}

// message is as in [Channel].
func (c *Vote) message(omega, xm, x, v float64) float64 {
	g := c.gauge()
	mean := float64(g * (xm - omega))
	return float64(g * c.half(mean-x, mean+x, v))
}

// Weight implements [kern.Lattice], in the gauge in which S > 0 is wanted.
func (c *Vote) Weight(sum int) float64 {
	if sum > 0 {
		return 1
	}
	return c.Sure
}

// Step implements [kern.Lattice].
func (c *Vote) Step() (least int, below float64, ok bool) { return 1, c.Sure, true }

// Need implements [kern.Lattice].
func (c *Vote) Need(int) (flips int, gain float64) { return 0, 0 }

// likely is the least Sure for which flips that are left out, of probability below
// 1e-18, do not matter; below, messages come from those of a unit that has to vote +1.
const likely = 1e-7

// among turns messages u of a pattern that wants S > 0 into those of this vote,
// x being the gauged cavity fields of the weights: with g± the probability of
// S > 0 given w = ±ξ, over that without condition, e^logP,
//
//	½ ln [(b + g₊)/(b + g₋)],   b = Sure/(Swing e^logP),   g₊/g₋ = e^2u.
func (c *Vote) among(u []float64, x func(i int) float64, logP float64) {
	ratio := c.ratio() - logP
	switch {
	case ratio < -40:
		return
	case ratio > 40:
		clear(u)
		return
	}
	b := gauss.Exp(ratio)
	for i, ui := range u {
		up := 1 / (1 + gauss.Exp(-2*x(i)))
		down := 1 / (1 + gauss.Exp(2*x(i)))
		rise := gauss.Exp(2 * ui)
		g := 1 / (float64(up*rise) + down)
		u[i] = 0.5 * logRatio(b+float64(rise*g), b+g)
	}
}

// voteDegree is that of the row polynomial of a [Vote]. Where V is small, zeros of
// Sure + Swing H lie nearer to the real axis than those of H, so that it takes more
// than [kern.Degree]. Of fields that are normal with standard deviation 2√V, one in
// 100 has an error above 4e-10.
func voteDegree(v float64) int {
	if v < 30 {
		return kern.MaxDegree
	}
	return kern.Degree(v)
}

// pull is r(z) = Swing G(z)/(Sure + Swing Φ(z)), and −r(−z) where −1 is wanted. Written with the Mills ratio it
// neither cancels nor underflows: −z − 1/z … for z → −∞ where Sure = 0.
func (c *Vote) pull(z float64) float64 {
	if c.Against {
		return -c.towards(-z)
	}
	return c.towards(z)
}

func (c *Vote) towards(z float64) float64 {
	if sum := c.Sure + float64(c.Swing*gauss.H(-z)); sum > leastProbability {
		return float64(c.Swing*gauss.G(z)) / sum
	}
	return gauss.Mills(-z) / (1 + gauss.Exp(c.ratio()-gauss.LogH(-z)))
}
