package factorgraph

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"
)

// TestThrough compares with the definition where package math's atanh of a
// product is well conditioned, and with its limits where it is not.
func TestThrough(t *testing.T) {
	for _, gamma := range []float64{0, 1e-3, 0.3, 1, 3} {
		c := NewCoupling(gamma)
		for h := -6.0; h <= 6; h += 0.125 {
			want := math.Atanh(math.Tanh(gamma) * math.Tanh(h))
			if got := c.Through(h); !scalar.EqualWithinAbs(got, want, 2e-13) { // atanh loses 1/(1−x²) ulps near γ = 3
				t.Errorf("%v ⊛ %v = %v, want %v", gamma, h, got, want)
			}
		}
	}
	// both large: γ ⊛ h → min(γ, |h|) − ½ ln(1 + e^−2|γ−|h||)
	if got, want := NewCoupling(10).Through(-40), -10.0; !scalar.EqualWithinAbs(got, want, 1e-14) {
		t.Errorf("10 ⊛ −40 = %v, want %v", got, want)
	}
	if got, want := NewCoupling(30).Through(30), 30-math.Ln2/2; !scalar.EqualWithinAbs(got, want, 1e-13) {
		t.Errorf("30 ⊛ 30 = %v, want %v", got, want)
	}
	if got := NewCoupling(math.Inf(1)).Through(5); got != 5 {
		t.Errorf("∞ ⊛ 5 = %v", got)
	}
}

// star enumerates a centre spin coupled by γ to y replicas in fields b, and
// returns the mean of a replica, and its mean product with the centre.
func star(y int, gamma, b float64) (mean, product float64) {
	z := 0.0
	for state := range 1 << (y + 1) {
		spin := func(a int) float64 { return 1 - 2*float64(state>>a&1) }
		energy := 0.0
		for a := 1; a <= y; a++ {
			energy += gamma*spin(0)*spin(a) + b*spin(a)
		}
		w := math.Exp(energy)
		z += w
		mean += w * spin(1)
		product += w * spin(0) * spin(1)
	}
	return mean / z, product / z
}

// TestReplicas: on a star, a tree, a replica's magnetisation is exactly
// tanh(b + û).
func TestReplicas(t *testing.T) {
	for _, y := range []int{1, 2, 3, 4, 7} {
		for _, gamma := range []float64{0, 0.2, 0.7, 2} {
			for _, b := range []float64{-1.3, -0.1, 0, 0.05, 0.8} {
				u := pull(NewReplicas(float64(y), gamma), b, 0.1)
				mean, _ := star(y, gamma, b)
				if got := math.Tanh(b + u); !scalar.EqualWithinAbs(got, mean, 1e-14) {
					t.Errorf("y %d γ %v b %v: %v, enumeration %v", y, gamma, b, got, mean)
				}
			}
		}
	}
}

// TestReinforcement: at γ = ∞ the replicas are one weight of y times the field.
func TestReinforcement(t *testing.T) {
	if u := pull(NewReplicas(5, math.Inf(1)), 0.7, 0); !scalar.EqualWithinAbs(u, 4*0.7, 1e-15) {
		t.Errorf("û = %v, want 2.8", u)
	}
}

func TestBias(t *testing.T) {
	u := make([]float64, 2)
	Bias{Rho: 0.3, Reference: []float64{1, -1}}.Pull(Messages{B: u}, Messages{B: []float64{9, 9}}, Messages{B: []float64{1, 1}})
	if u[0] != 0.3 || u[1] != -0.3 {
		t.Errorf("%v, want 0.3, -0.3", u)
	}
}

// pull is the message of f to a weight that has the message sum b of its patterns and
// had the message e from f before.
func pull(f Field, b, e float64) float64 {
	u := []float64{math.NaN()}
	f.Pull(Messages{B: u}, Messages{B: []float64{b + e}}, Messages{B: []float64{e}})
	return u[0]
}

// TestParts: a field on binary weights gives each its message in parts too.
func TestParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	const n = 11
	h, e, reference := normal(rng, n), normal(rng, n), normal(rng, n)
	for _, f := range []Field{Free{}, Bias{0.7, reference}, Pinned{reference}, NewReplicas(5, 0.4), NewReplicas(5, math.Inf(1))} {
		whole, parts := make([]float64, n), make([]float64, n)
		f.Pull(Messages{B: whole}, Messages{B: h}, Messages{B: e})
		for _, part := range [][2]int{{0, 3}, {3, 4}, {4, n}} {
			lo, hi := part[0], part[1]
			f.Part(lo, hi).Pull(Messages{B: parts[lo:hi]}, Messages{B: h[lo:hi]}, Messages{B: e[lo:hi]})
		}
		if !slices.Equal(whole, parts) {
			t.Errorf("%T: %v in parts, %v as a whole", f, parts, whole)
		}
	}
}
