package kern

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/gauss"
)

// tailH is [tailsH] of one number.
func tailH(x float64) float64 {
	t, e := [1]float64{x}, [1]float64{}
	tailsH(t[:], e[:])
	return t[0]
}

// TestTailH: the normal tail of the vector kernels is that of package gauss, to the
// errors that its comment states.
func TestTailH(t *testing.T) {
	for x := -45.0; x <= farthest; x += 0.0007 {
		tolerance := 2e-15
		if x > 5 {
			tolerance += 1.7e-17 * x * x // the exponent x²/2, of which an ulp or two are lost
		}
		if got, want := tailH(x), gauss.H(x); !(math.Abs(got/want-1) <= tolerance) {
			t.Fatalf("H(%v) = %v, want %v", x, got, want)
		}
	}
	for x, want := range map[float64]float64{math.Inf(1): tailH(farthest), math.Inf(-1): 1, 1e300: tailH(farthest), 0: 0.5} {
		if got := tailH(x); got != want {
			t.Errorf("H(%v) = %v, want %v", x, got, want)
		}
	}
	if got := tailH(math.NaN()); !math.IsNaN(got) {
		t.Errorf("H(NaN) = %v", got)
	}
}

// TestHalfLogRatio: over the whole range of doubles, either number the larger.
func TestHalfLogRatio(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 62))
	for range 20_000 {
		n, d := math.Exp(80*rng.NormFloat64()), math.Exp(80*rng.NormFloat64())
		if rng.Float64() < 0.5 {
			d = n * math.Exp(math.Exp(-20*rng.Float64())*rng.NormFloat64())
		}
		want := 0.5 * (math.Log(n) - math.Log(d))
		switch r := n / d; {
		case r > 0.5 && r < 2:
			want = 0.5 * math.Log1p((n-d)/d)
		case r > 1e-9 && r < 1e9:
			want = 0.5 * math.Log(r)
		}
		if got := halfLogRatio(n, d); !scalar.EqualWithinAbsOrRel(got, want, 3e-16, 3e-16) {
			t.Fatalf("½ ln(%v/%v) = %v, want %v", n, d, got, want)
		}
	}
}

// TestNodeMessages: the messages at the nodes, on every tier, are those of the formula
// in functions of package gauss. Where probabilities are no doubles, nothing is
// written.
func TestNodeMessages(t *testing.T) {
	everyTier(t, func(t *testing.T) {
		rng, few := rand.New(rand.NewPCG(63, 64)), 0
		for range 4000 {
			v := math.Exp(2 + 5*rng.Float64())
			omega, end := 10*rng.NormFloat64()*math.Sqrt(v), math.Exp(4*rng.Float64())
			sure := math.Exp(-50 * rng.ExpFloat64())
			s := Nodes([]int{5, 7, 11, 15}[rng.IntN(4)])
			f := make([]float64, len(s))
			z := func(x, scale float64) float64 { return gauss.H((x-end)*scale) - gauss.H((x+end)*scale) }
			compare := func(name string, written bool, want func(m, scale float64) (up, down float64)) {
				if !written {
					few++
					return
				}
				for k, m := range s {
					up, down := want(m, 1/math.Sqrt(v-1+m*m))
					want := 0.5 * (math.Log(up) - math.Log(down))
					// the band's two tails lose a digit or two of their difference
					if !scalar.EqualWithinAbsOrRel(f[k], want, 2e-13, 2e-13) {
						t.Fatalf("%s ω %v, V %v, sure %v, end %v: F(%v) = %v, want %v", name, omega, v, sure, end, m, f[k], want)
					}
				}
			}
			compare("vote", VoteMessages(f, s, omega, v, sure, 1-sure), func(m, scale float64) (up, down float64) {
				return sure + (1-sure)*gauss.H((m-1-omega)*scale), sure + (1-sure)*gauss.H((m+1-omega)*scale)
			})
			compare("band", BandMessages(f, s, omega, v, end), func(m, scale float64) (up, down float64) {
				return z(math.Abs(omega-m+1), scale), z(math.Abs(omega-m-1), scale)
			})
		}
		if few == 0 {
			t.Error("no row was too improbable")
		}
	})
}
