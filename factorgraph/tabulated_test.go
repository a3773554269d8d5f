package factorgraph

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/internal/kern"
	"fbp/loss"
)

// temperedChannel is a channel with what it is of.
type temperedChannel struct {
	name string
	*Tabulated
}

// tempered are channels of n weights at inverse temperatures, of smooth, kinked and
// jumping losses, and one that is zero on one side.
func tempered(n int, betas ...float64) (channels []temperedChannel) {
	for _, beta := range betas {
		for _, l := range []loss.Loss{loss.CrossEntropy{Gamma: 0.5}, loss.CrossEntropy{Gamma: 6}, loss.Hinge{Kappa: 0.3}, loss.Errors{}, loss.Quadratic{}} {
			channels = append(channels, temperedChannel{fmt.Sprintf("%T%v beta %v", l, l, beta), NewTabulated(n, widthOf(l)*math.Sqrt(float64(n)), func(sum int) float64 {
				f, _, _ := l.At(float64(sum) / math.Sqrt(float64(n)))
				return -beta * f
			})})
		}
	}
	return append(channels, temperedChannel{"errors alone", NewTabulated(n, 0, func(sum int) float64 {
		if sum > 0 {
			return math.Inf(-1)
		}
		return -1
	})})
}

// widthOf is the width of a smooth loss.
func widthOf(l loss.Loss) float64 {
	_, width := l.Bend()
	return width
}

// TestTabulatedSum: the sum over part of the lattice is that over all of it.
func TestTabulatedSum(t *testing.T) {
	const n = 1001
	for _, c := range tempered(n, 0.3, 5, 80) {
		for _, v := range []float64{7, 20, 300, 1000} {
			for _, omega := range []float64{-700, -90.3, -20, 0, 3.7, 40, 300, 990} {
				got, top := c.Output(omega, v).LogZ, math.Inf(-1)
				term := func(k int) float64 {
					d := float64(c.first+2*k) - omega
					return c.logs[k] - d*d/(2*v)
				}
				for k := range c.logs {
					top = max(top, term(k))
				}
				sum := 0.0
				for k := range c.logs {
					sum += math.Exp(term(k) - top)
				}
				want := top + math.Log(sum*2/math.Sqrt(2*math.Pi*v))
				if !scalar.EqualWithinAbsOrRel(got, want, 1e-11, 1e-11) {
					t.Errorf("%s, V = %v, ω = %v: ln Z = %v, of the whole sum %v", c.name, v, omega, got, want)
				}
			}
		}
	}
}

// TestTabulated: ln Z of rows of all variances, and messages, are those of nothing
// approximated: where the flips are counted to the rounding of frozen moments, which
// the exact factor takes as they are; where the sum is Gaussian to what that misses.
func TestTabulated(t *testing.T) {
	const n = 201
	rng := rand.New(rand.NewPCG(31, 32))
	table := NewSumTable(n)
	for _, c := range tempered(n, 0.3, 5, 80) {
		for _, row := range []struct{ v, tolerance float64 }{{0.01, 1e-6}, {1, 1e-6}, {7.9, 1e-6}, {40, 0.06}, {120, 0.06}} {
			worst := 0.0
			for range 4 {
				signs := []uint64{rng.Uint64(), rng.Uint64(), rng.Uint64(), rng.Uint64()}
				x, m, v := fields(rng, n, row.v), make([]float64, n), make([]float64, n)
				for i, xi := range x {
					m[i] = kern.Sign(signs, i) * math.Tanh(xi)
					v[i] = 1 / (math.Cosh(xi) * math.Cosh(xi))
				}
				exact, accurate := make([]float64, n), make([]float64, n)
				e, a := convolved(c.Tabulated, signs, n, table), &dense{c.Tabulated, signs, n}
				z := e.LogZ(m, v)
				if omega, sum := a.sums(m, v); z < -300 || row.v > 8 && math.Abs(c.Output(omega, sum).Slope) > 0.3 {
					continue // beyond doubles; a pull under which no sum is Gaussian
				}
				e.Update(Messages{B: exact}, m, v)
				a.Update(Messages{B: accurate}, m, v)
				for i, want := range exact {
					worst = max(worst, math.Abs(accurate[i]-want)/max(1, math.Abs(want)))
				}
				worst = max(worst, math.Abs(a.LogZ(m, v)-z))
			}
			if !(worst <= row.tolerance) {
				t.Errorf("%s, V = %g: error %.1e, want at most %g", c.name, row.v, worst, row.tolerance)
			}
		}
	}
}

// TestTabulatedStep: of a step it is the half-line of the same sums, which puts the
// threshold midway: the lattice sum differs from that by O(1/V).
func TestTabulatedStep(t *testing.T) {
	const n, v = 501, 300
	step := NewTabulated(n, 0, func(sum int) float64 {
		if sum < 5 {
			return math.Inf(-1)
		}
		return 0
	})
	for _, omega := range []float64{-60, -5, 0, 3, 40} {
		got, want := step.Output(omega, v), AtLeast(5).Output(omega, v)
		if !scalar.EqualWithinAbsOrRel(got.LogZ, want.LogZ, 0.3/v, 0.6/v) {
			t.Errorf("ω %v: ln Z = %v, of the half-line %v", omega, got.LogZ, want.LogZ)
		}
	}
}
