package factorgraph

import (
	"math"

	"fbp/gauss"
	"fbp/internal/kern"
)

// Tabulated is a channel given by the values of ln f at every sum that a pattern of N
// weights can have, S = −N, −N+2 … N, such as −βℓ(S/√N) for a loss ℓ at inverse
// temperature β. Its Gaussian average is taken on the lattice where S lives,
//
//	Z(ω, V) = Σ_S 2 G((S − ω)/√V)/√V f(S),
//
// for V of at least 7: there the sum of the Gaussian alone is 1 to 1e-15. An f with a
// kink or a jump needs no more care than a smooth one.
//
// The Gaussian reaches beyond ±N, and f is asked for there too.
type Tabulated struct {
	first   int       // S of the first value
	logs    []float64 // ln f
	weights []float64 // f, at least leastWeight where ln f is finite
	lo, hi  int       // the first and the last value that are finite
	idle    int       // from here on f is 1
	jump    int       // f jumps up between the last place and this; 0 if it does not
}

// leastWeight keeps messages on the lattice finite.
const leastWeight = 1e-300

// NewTabulated makes the channel of n weights from ln f(S) ≤ 0, which is −Inf nowhere,
// or from some S on, on one side or both.
func NewTabulated(n int, log func(sum int) float64) *Tabulated {
	beyond := 20*(int(math.Sqrt(float64(n)))+1) + 40
	c := &Tabulated{first: -n - 2*(beyond/2)}
	size := -c.first + 1
	c.logs, c.weights = make([]float64, size), make([]float64, size)
	c.lo, c.hi, c.idle = size, -1, size
	for k := range c.logs {
		c.logs[k] = log(c.first + 2*k)
		if math.IsInf(c.logs[k], -1) {
			continue
		}
		c.weights[k] = max(gauss.Exp(c.logs[k]), leastWeight)
		c.lo, c.hi = min(c.lo, k), k
	}
	c.jump = c.jumps()
	for c.idle > 0 && c.weights[c.idle-1] == 1 {
		c.idle--
	}
	return c
}

// jumps finds the place up to which f is flat, and from which on it is more than
// e times as large.
func (c *Tabulated) jumps() int {
	for k := c.lo + 1; k <= c.hi; k++ {
		if step := c.logs[k] - c.logs[k-1]; step != 0 {
			if step > 1 {
				return k
			}
			break
		}
	}
	return 0
}

// Jump implements [kern.Jumping].
func (c *Tabulated) Jump(sum int) (flips int, gain float64) {
	k := c.place(sum)
	if k >= c.jump {
		return 0, 0
	}
	return c.jump - k, c.logs[c.jump] - c.logs[k]
}

// place is where a sum stands in the table, at its end for one beyond it.
func (c *Tabulated) place(sum int) int { return min(max((sum-c.first)/2, 0), len(c.logs)-1) }

// Weight implements [Channel].
func (c *Tabulated) Weight(sum int) float64 { return c.weights[c.place(sum)] }

// Need implements [Channel].
func (c *Tabulated) Need(sum int) int {
	k := c.place(sum)
	return max(0, c.lo-k) - max(0, k-c.hi)
}

// Idle implements [Channel].
func (c *Tabulated) Idle(omega, v float64) bool {
	return c.idle < len(c.logs) && kern.Idle(omega-float64(c.first+2*c.idle), v)
}

// leftOut is the exponent of terms that are neglected, relative to the largest one:
// e^−42 = 6e-19.
const leftOut = 42

// window are the places of all terms that matter. The term at S is at most its
// Gaussian e^{−(S−ω)²/2V}.
func (c *Tabulated) window(omega, v float64) (from, to int) {
	middle := min(max(c.place(int(omega)), c.lo), c.hi)
	d := float64(c.first+2*middle) - omega
	reach := math.Sqrt(float64(d*d) + float64(2*v*(leftOut-c.logs[middle])))
	from = c.place(int(omega - reach))
	to = c.place(int(omega+reach)) + 1
	return min(max(from, c.lo), middle), max(min(to, c.hi), middle)
}

// Output implements [Channel]: with averages ⟨⟩ of S over f and the Gaussian, the
// derivatives are ⟨S − ω⟩/V and ⟨(S − ω)²⟩/V² − 1/V − ⟨S − ω⟩²/V².
func (c *Tabulated) Output(omega, v float64) Output {
	v = max(v, kern.LeastVariance)
	from, to := c.window(omega, v)
	first, scale := float64(c.first)-omega, -0.5/v
	top := math.Inf(-1)
	for k := from; k <= to; k++ {
		d := first + float64(2*k)
		top = max(top, c.logs[k]+float64(float64(d*d)*scale))
	}
	sum, mean, square := 0.0, 0.0, 0.0
	for k := from; k <= to; k++ {
		d := first + float64(2*k)
		t := c.logs[k] + float64(float64(d*d)*scale) - top
		if t < -leftOut {
			continue
		}
		e := gauss.Exp(t)
		sum += e
		e = float64(e * d)
		mean += e
		square += float64(e * d)
	}
	slope, spread := mean/(sum*v), square/(sum*v)
	return Output{
		LogZ:      top + gauss.Log(float64(sum*math.Sqrt(2/(math.Pi*v)))),
		Slope:     slope,
		Curvature: (spread-1)/v - float64(slope*slope),
	}
}

// Messages implements [Channel].
func (c *Tabulated) Messages(f, s []float64, omega, v float64) {
	for k, m := range s {
		rest := max(math.FMA(m, m, v-1), kern.LeastVariance)
		f[k] = 0.5 * (c.Output(omega-m+1, rest).LogZ - c.Output(omega-m-1, rest).LogZ)
	}
}
