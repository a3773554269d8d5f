package factorgraph

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"
)

// The Gaussian average of b = 1 is smaller than the sum over the lattice S odd by g/6N, g
// being the density of S/√N at zero, and 4e-3 of Z at ω = −40; the next term is of the order of
// (ω/V)² times that.
func TestPowerIsTheSumOverTheLattice(t *testing.T) {
	const n = 1001
	c := NewPower(0, math.Sqrt(n), 1)
	for _, omega := range []float64{-40, -3, 0, 11, 70} {
		const v = 300.0
		sum := 0.0
		for s := -1001; s <= 1001; s += 2 {
			d := float64(s) - omega
			sum += 2 * c.Weight(s) * math.Exp(-d*d/(2*v)) / math.Sqrt(2*math.Pi*v)
		}
		g := math.Exp(-omega*omega/(2*v)) / math.Sqrt(2*math.Pi*v/n)
		got := math.Exp(c.Output(omega, v).LogZ) + g/(6*n)
		if !scalar.EqualWithinRel(got, sum, 1e-4) {
			t.Errorf("ω = %v: %v, want %v", omega, got, sum)
		}
	}
}

// The slope and the curvature are the derivatives of ln Z, and a message is its difference.
func TestPowerHasItsDerivatives(t *testing.T) {
	for _, b := range []float64{0.5, 1, 2, 3.25} {
		c := NewPower(-7, 31, b)
		for _, omega := range []float64{-60, -8, 0, 25} {
			const v, h = 200.0, 1e-3
			at, up, down := c.Output(omega, v), c.Output(omega+h, v), c.Output(omega-h, v)
			// of third derivatives times h², and of rounding over h
			if want := (up.LogZ - down.LogZ) / (2 * h); !scalar.EqualWithinAbsOrRel(at.Slope, want, 1e-10, 1e-8) {
				t.Errorf("b = %v, ω = %v: slope %v, want %v", b, omega, at.Slope, want)
			}
			if want := (up.Slope - down.Slope) / (2 * h); !scalar.EqualWithinAbsOrRel(at.Curvature, want, 1e-11, 1e-7) {
				t.Errorf("b = %v, ω = %v: curvature %v, want %v", b, omega, at.Curvature, want)
			}
			f := []float64{0}
			c.Messages(f, []float64{0.3}, omega, v)
			rest := v - 1 + 0.09
			if want := 0.5 * (c.Output(omega+0.7, rest).LogZ - c.Output(omega-1.3, rest).LogZ); f[0] != want {
				t.Errorf("b = %v, ω = %v: message %v, want %v", b, omega, f[0], want)
			}
		}
	}
}

func TestPowerZeroIsTheHalfLine(t *testing.T) {
	if c := NewPower(3, 31, 0); c != Channel(HalfLine{3}) {
		t.Errorf("%#v", c)
	}
}
