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
	// Weight is f(S), between 0 and 1, at an integer S of the parity of N, for rows
	// of few free weights, whose sum is no Gaussian.
	Weight(sum int) float64
	// Need is the number of weights that have to flip, each adding 2 to the sum, or
	// −2 if it is negative, before f differs from zero.
	Need(sum int) int
	// Idle tells that f is 1 for every sum that a row of these moments can have,
	// but for a probability of 1e-18.
	Idle(omega, v float64) bool
}

// Output is the logarithm of a channel's Gaussian average and its first two
// derivatives with respect to the mean ω.
type Output struct{ LogZ, Slope, Curvature float64 }

// HalfLine is the channel of the perceptron, f(S) = 1 for S ≥ Least and 0 below.
// Its Gaussian average is ln H((θ − ω)/√V) with θ = Least − 1, midway between the
// least allowed sum and the next one below it: on a lattice of spacing 2 that is
// where the Gaussian form is right.
type HalfLine struct {
	Least int // of the parity of N
}

func (c HalfLine) theta() float64 { return float64(c.Least - 1) }

// Output implements [Channel]: with x = (θ − ω)/√V and the Mills ratio A = G/H,
// ln H(x), A/√V and −A (A − x)/V.
func (c HalfLine) Output(omega, v float64) Output {
	scale := 1 / math.Sqrt(max(v, kern.LeastVariance))
	x := float64((c.theta() - omega) * scale)
	a := gauss.Mills(x)
	return Output{gauss.LogH(x), a * scale, -a * (a - x) * scale * scale}
}

// Messages implements [Channel], as ratios of H and not as differences of its
// logarithms.
func (c HalfLine) Messages(f, s []float64, omega, v float64) {
	kern.HalfLineMessages(f, s, c.theta(), omega, v)
}

// Weight implements [Channel].
func (c HalfLine) Weight(sum int) float64 {
	if sum < c.Least {
		return 0
	}
	return 1
}

// Step implements [kern.Stepped].
func (c HalfLine) Step() (least int, below float64) { return c.Least, 0 }

// Need implements [Channel].
func (c HalfLine) Need(sum int) int { return max(0, (c.Least-sum)/2) }

// Idle implements [Channel].
func (c HalfLine) Idle(omega, v float64) bool { return kern.Idle(omega-float64(c.Least), v) }

// Band is the channel of the symmetric perceptron, f(S) = 1 for |S| ≤ Most and 0
// beyond. Its Gaussian average is the probability of |S| < Most + 1.
type Band struct {
	Most int // of the parity of N, at least 0
}

// edges are the two ends of the band in standard deviations from |ω|.
func (c Band) edges(omega, scale float64) (near, far float64) {
	end := float64(c.Most + 1)
	return float64((math.Abs(omega) - end) * scale), float64((math.Abs(omega) + end) * scale)
}

// logZ is ln [H(x) − H(y)] = ln H(x) + ln (1 − H(y)/H(x)), x < y.
func (c Band) logZ(omega, v float64) float64 {
	x, y := c.edges(omega, 1/math.Sqrt(max(v, kern.LeastVariance)))
	return gauss.LogH(x) + gauss.Log(-gauss.Expm1(-gauss.LogRatioH(x, y)))
}

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
	if kern.BandMessages(f, s, omega, v, float64(c.Most+1)) {
		return
	}
	for k, m := range s {
		rest := max(math.FMA(m, m, v-1), kern.LeastVariance)
		f[k] = 0.5 * (c.logZ(omega-m+1, rest) - c.logZ(omega-m-1, rest))
	}
}

// Weight implements [Channel].
func (c Band) Weight(sum int) float64 {
	if sum > c.Most || sum < -c.Most {
		return 0
	}
	return 1
}

// Need implements [Channel].
func (c Band) Need(sum int) int {
	if sum > 0 {
		return -max(0, (sum-c.Most)/2)
	}
	return max(0, (-c.Most-sum)/2)
}

// Idle implements [Channel].
func (c Band) Idle(omega, v float64) bool { return kern.Idle(float64(c.Most)-math.Abs(omega), v) }
