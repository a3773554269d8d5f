package factorgraph

import (
	"math"

	"fbp/gauss"
	"fbp/internal/kern"
)

// Channel is how a pattern sees the sum S = Σ_i ξ_i w_i of its weights: through
// a function f(S), whose average over a Gaussian sum of mean ω and variance V is
//
//	Z(ω, V) = ∫ Dz f(ω + √V z).
//
// That is all that belief propagation needs of it: rows interpolate its messages
// as a polynomial, approximate message passing takes its derivatives.
type Channel interface {
	// Output is ln Z and its first two derivatives with respect to ω.
	Output(omega, v float64) Output
	// Messages writes the gauged message to a weight of gauged cavity magnetisation
	// s_k, ω and V being those of the whole row,
	//
	//	F(s) = ½ [ln Z(ω − s + 1, V − 1 + s²) − ln Z(ω − s − 1, V − 1 + s²)],
	//
	// for at most 16 values of s.
	Messages(f, s []float64, omega, v float64)
	// Lattice is f(S) at an integer S of the parity of N, for rows
	// of few free weights, whose sum is no Gaussian.
	kern.Lattice
	// Idle tells that f is 1 for every sum that a row of these moments can have,
	// but for a probability of 1e-18.
	Idle(omega, v float64) bool

	// logZ is ln Z(ω, V), and message and over as in [Combination].
	logZ(omega, v float64) float64
	message(omega, xm, x, v float64) float64
	over(scaled func(threshold float64) float64) Channel
}

// Output is the logarithm of a channel's Gaussian average and its first two
// derivatives with respect to the mean ω.
type Output struct{ LogZ, Slope, Curvature float64 }

// HalfLine is the channel of the perceptron, f(S) = 1 for S > Theta and 0 below. Its
// Gaussian average is ln H((θ − ω)/√V).
type HalfLine struct{ Theta float64 }

// AtLeast is the channel of sums on a lattice of spacing 2 that have to be at least
// least: θ = least − 1, midway between that sum and the next one below it, which is
// where the Gaussian form is right.
func AtLeast(least int) HalfLine { return HalfLine{float64(least - 1)} }

// least is the smallest integer above θ.
func (c HalfLine) least() int { return int(math.Floor(c.Theta)) + 1 }

func (c HalfLine) logZ(omega, v float64) float64 {
	return gauss.LogH((c.Theta - omega) / math.Sqrt(max(v, kern.LeastVariance)))
}

func (c HalfLine) message(omega, xm, x, v float64) float64 {
	scale := 1 / math.Sqrt(max(v, kern.LeastVariance))
	need := c.Theta - omega + xm
	return 0.5 * gauss.LogRatioH(float64((need-x)*scale), float64((need+x)*scale))
}

func (c HalfLine) over(scaled func(float64) float64) Channel { return HalfLine{scaled(c.Theta)} }

// Output implements [Channel]: with x = (θ − ω)/√V and the Mills ratio A = G/H,
// ln H(x), A/√V and −A (A − x)/V.
func (c HalfLine) Output(omega, v float64) Output {
	scale := 1 / math.Sqrt(max(v, kern.LeastVariance))
	x := float64((c.Theta - omega) * scale)
	a := gauss.Mills(x)
	return Output{gauss.LogH(x), a * scale, -a * (a - x) * scale * scale}
}

// Messages implements [Channel], as ratios of H and not as differences of its
// logarithms.
func (c HalfLine) Messages(f, s []float64, omega, v float64) {
	kern.HalfLineMessages(f, s, c.Theta, omega, v)
}

// Weight implements [Channel].
func (c HalfLine) Weight(sum int) float64 {
	if !(float64(sum) > c.Theta) {
		return 0
	}
	return 1
}

// Step implements [kern.Lattice].
func (c HalfLine) Step() (least int, below float64, ok bool) { return c.least(), 0, true }

// Need implements [kern.Lattice].
func (c HalfLine) Need(sum int) (flips int, gain float64) {
	return max(0, (c.least()-sum+1)/2), math.Inf(1)
}

// Idle implements [Channel].
func (c HalfLine) Idle(omega, v float64) bool { return kern.Idle(omega-(c.Theta+1), v) }

// Band is the channel of the symmetric perceptron, f(S) = 1 for |S| < End and 0
// beyond.
type Band struct{ End float64 }

// AtMost is the channel of sums on a lattice of spacing 2 that have to be at most most,
// of either sign: the end lies midway between that sum and the next one.
func AtMost(most int) Band { return Band{float64(most + 1)} }

// most is the largest integer below the end.
func (c Band) most() int { return int(math.Ceil(c.End)) - 1 }

// edges are the two ends of the band in standard deviations from |ω|.
func (c Band) edges(omega, scale float64) (near, far float64) {
	return float64((math.Abs(omega) - c.End) * scale), float64((math.Abs(omega) + c.End) * scale)
}

// logZ is ln [H(x) − H(y)] = ln H(x) + ln (1 − H(y)/H(x)), x < y.
func (c Band) logZ(omega, v float64) float64 {
	x, y := c.edges(omega, 1/math.Sqrt(max(v, kern.LeastVariance)))
	return gauss.LogH(x) + gauss.Log(-gauss.Expm1(-gauss.LogRatioH(x, y)))
}

func (c Band) message(omega, xm, x, v float64) float64 {
	return 0.5 * (c.logZ(omega-xm+x, v) - c.logZ(omega-xm-x, v))
}

func (c Band) over(scaled func(float64) float64) Channel { return Band{scaled(c.End)} }

// Output implements [Channel]. With P = H(x) − H(y), which is even in ω, the
// derivatives by |ω| are P' = [G(y) − G(x)]/√V and P” = [x G(x) − y G(y)]/V.
func (c Band) Output(omega, v float64) Output {
	scale := 1 / math.Sqrt(max(v, kern.LeastVariance))
	x, y := c.edges(omega, scale)
	logZ := c.logZ(omega, v)
	gx := float64(gauss.Mills(x) * gauss.Exp(gauss.LogH(x)-logZ))
	gy := float64(gauss.Mills(y) * gauss.Exp(gauss.LogH(y)-logZ))
	slope := float64((gy - gx) * scale)
	curvature := float64((float64(x*gx)-float64(y*gy))*scale*scale) - float64(slope*slope)
	if omega < 0 {
		slope = -slope
	}
	return Output{logZ, slope, curvature}
}

// Messages implements [Channel].
func (c Band) Messages(f, s []float64, omega, v float64) {
	if kern.BandMessages(f, s, omega, v, c.End) {
		return
	}
	for k, m := range s {
		rest := max(math.FMA(m, m, v-1), kern.LeastVariance)
		f[k] = 0.5 * (c.logZ(omega-m+1, rest) - c.logZ(omega-m-1, rest))
	}
}

// Weight implements [Channel].
func (c Band) Weight(sum int) float64 {
	if !(math.Abs(float64(sum)) < c.End) {
		return 0
	}
	return 1
}

// Step implements [kern.Lattice].
func (Band) Step() (least int, below float64, ok bool) { return 0, 0, false }

// Need implements [kern.Lattice].
func (c Band) Need(sum int) (flips int, gain float64) {
	if sum > 0 {
		return -max(0, (sum-c.most()+1)/2), math.Inf(1)
	}
	return max(0, (-c.most()-sum+1)/2), math.Inf(1)
}

// Idle implements [Channel].
func (c Band) Idle(omega, v float64) bool { return kern.Idle(c.End-1-math.Abs(omega), v) }
