package factorgraph

import (
	"math"

	"fbp/gauss"
	"fbp/internal/kern"
)

// Power is the channel of patterns that count with a power B > 0 of what their stability
// has beyond the margin,
//
//	f(S) = ((S − Theta)/Root)^B for S > Theta, and 0 below.
//
// With x = (ω − θ)/√V and I_b of [gauss.LogPower], ln Z = b ln(√V/Root) + ln I_b(x). Its f
// may exceed 1.
type Power struct{ Theta, Root, B float64 }

// NewPower is the channel of the power b of the stabilities S/root beyond θ/root: for b = 0
// the [HalfLine] that every sum above θ passes.
//
// On the lattice of sums of signs θ is the margin itself: the Gaussian integral of b = 1
// is smaller than the sum over the lattice by g/6N, g being the density of the stability
// at a margin midway between two sums. For 0 < b < 1 and another margin the difference is
// of order N^{−(1+b)/2}.
func NewPower(theta, root, b float64) Channel {
	if b == 0 {
		return HalfLine{theta}
	}
	return Power{theta, root, b}
}

// half is the half-line where f differs from zero.
func (c Power) half() HalfLine { return HalfLine{c.Theta} }

func (c Power) logZ(omega, v float64) float64 { return c.Output(omega, v).LogZ }

func (c Power) message(omega, xm, x, v float64) float64 {
	return 0.5 * (c.logZ(omega-xm+x, v) - c.logZ(omega-xm-x, v))
}

func (c Power) over(scaled func(float64) float64) Channel {
	return Power{scaled(c.Theta), scaled(c.Root), c.B}
}

// Output implements [Channel].
func (c Power) Output(omega, v float64) Output {
	root := math.Sqrt(max(v, kern.LeastVariance))
	logI, r, r1 := gauss.LogPower(c.B, (omega-c.Theta)/root)
	return Output{logI + float64(c.B*gauss.Log(root/c.Root)), r / root, r1 / float64(root*root)}
}

// Messages implements [Channel].
func (c Power) Messages(f, s []float64, omega, v float64) {
	for k, m := range s {
		f[k] = c.message(omega, m, 1, math.FMA(m, m, v-1))
	}
}

// Weight implements [Channel].
func (c Power) Weight(sum int) float64 {
	s := (float64(sum) - c.Theta) / c.Root
	switch {
	case !(s > 0):
		return 0
	case c.B == 1:
		return s
	}
	return gauss.Exp(float64(c.B * gauss.Log(s)))
}

// Step implements [kern.Lattice].
func (Power) Step() (least int, below float64, ok bool) { return 0, 0, false }

// Need implements [kern.Lattice].
func (c Power) Need(sum int) (flips int, gain float64) { return c.half().Need(sum) }

// Idle implements [Channel]: no sum leaves f as it is.
func (c Power) Idle(float64, float64) bool { return false }
