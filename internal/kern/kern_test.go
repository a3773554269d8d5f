package kern

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/gauss"
)

// lengths meet empty rows, rows shorter than a register, tails of every kind
// and more than one word of signs.
var lengths = []int{0, 1, 7, 8, 9, 15, 16, 17, 31, 63, 64, 65, 71, 127, 128, 1000, 2001}

// row is a random row: fields of scale spread, small messages, random signs.
type row struct {
	h, u  []float64
	signs []uint64
}

func newRow(n int, spread float64) row {
	rng := rand.New(rand.NewPCG(uint64(n), 7))
	r := row{make([]float64, n), make([]float64, n), make([]uint64, n/wordBits+1)}
	for i := range n {
		r.h[i], r.u[i] = spread*rng.NormFloat64(), 0.05*rng.NormFloat64()
	}
	for k := range r.signs {
		r.signs[k] = rng.Uint64()
	}
	return r
}

// TestCavity compares with package math, whose tanh is good to an ulp, over
// fields that are small, ordinary, and saturated.
func TestCavity(t *testing.T) { everyTier(t, checkCavity) }

func checkCavity(t *testing.T) {
	for _, n := range lengths {
		for _, spread := range []float64{1e-8, 1, 30, 1e5} {
			r := newRow(n, spread)
			s := make([]float64, n+1)
			s[n] = 17
			omega, v := Cavity(s[:n], r.h, r.u, r.signs)
			wantOmega, wantV := 0.0, 0.0
			for i := range n {
				x := Sign(r.signs, i)*r.h[i] - r.u[i]
				want := math.Tanh(x)
				if !scalar.EqualWithinAbs(s[i], want, 4e-16) { // two roundings of numbers near 1
					t.Fatalf("n %d: tanh(%v) = %v, want %v", n, x, s[i], want)
				}
				wantOmega += want
				wantV += 1 / (math.Cosh(x) * math.Cosh(x))
			}
			rounding := 1e-15 * float64(n+1)
			if !scalar.EqualWithinAbs(omega, wantOmega, rounding) || !scalar.EqualWithinAbsOrRel(v, wantV, 1e-300, 1e-12) {
				t.Errorf("n %d spread %g: sums %v, %v, want %v, %v", n, spread, omega, v, wantOmega, wantV)
			}
			if s[n] != 17 {
				t.Errorf("n %d: wrote past the end", n)
			}
		}
	}
}

// TestMagnetize compares with package math, beyond one block.
func TestMagnetize(t *testing.T) {
	everyTier(t, func(t *testing.T) {
		for _, n := range append([]int{512, 513, 1100}, lengths...) {
			r, m, want := newRow(n, 3), make([]float64, n+1), 0.0
			m[n] = 17
			v := Magnetize(m[:n], r.h)
			for i, h := range r.h[:n] {
				if !scalar.EqualWithinAbs(m[i], math.Tanh(h), 4e-16) {
					t.Fatalf("n %d: tanh(%v) = %v", n, h, m[i])
				}
				want += 1 / (math.Cosh(h) * math.Cosh(h))
			}
			if !scalar.EqualWithinAbsOrRel(v, want, 1e-300, 1e-12) || m[n] != 17 {
				t.Errorf("n %d: V = %v, want %v; past the end %v", n, v, want, m[n])
			}
		}
	})
}

// TestCavityFrozen checks that V is accurate to rounding where 1 − s² is not.
func TestCavityFrozen(t *testing.T) { everyTier(t, checkCavityFrozen) }

func checkCavityFrozen(t *testing.T) {
	h, u, s := []float64{25, -25, 30}, make([]float64, 3), make([]float64, 3)
	_, v := Cavity(s, h, u, []uint64{0})
	want := 4 * (2*math.Exp(-50) + math.Exp(-60))
	if !scalar.EqualWithinRel(v, want, 1e-14) {
		t.Errorf("V = %v, want %v", v, want)
	}
}

// TestCavityPropagatesNaN: a broken message must not disappear in a maximum.
func TestCavityPropagatesNaN(t *testing.T) { everyTier(t, checkCavityPropagatesNaN) }

func checkCavityPropagatesNaN(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1) - math.Inf(1)} {
		s := make([]float64, 9)
		h := []float64{0, 1, 2, 3, bad, 5, 6, 7, 8}
		if omega, v := Cavity(s, h, make([]float64, 9), []uint64{0}); !math.IsNaN(omega) || !math.IsNaN(v) {
			t.Errorf("sums %v, %v of a row with NaN", omega, v)
		}
	}
}

// TestLogCosh compares with the sum of logarithms, also beyond one block.
func TestLogCosh(t *testing.T) { everyTier(t, checkLogCosh) }

func checkLogCosh(t *testing.T) {
	for _, n := range append(lengths, 3*logCoshBlock+5) {
		for _, spread := range []float64{0.1, 2, 400} {
			r := newRow(n, spread)
			s := make([]float64, n)
			Cavity(s, r.h, r.u, r.signs)
			want := 0.0
			for i := range n {
				want += gauss.Log2Cosh(Sign(r.signs, i)*r.h[i] - r.u[i])
			}
			if got := LogCosh(s, r.h, r.u, r.signs); !scalar.EqualWithinAbsOrRel(got, want, 1e-15, 1e-13) {
				t.Errorf("n %d spread %g: %v, want %v", n, spread, got, want)
			}
		}
	}
}

// TestPolynomial measures the interpolation error of a message at every row
// variance where a polynomial is used, over thresholds from satisfied to badly
// violated. The bound is the accuracy stated for the kernels, 1e-10, relative where messages
// exceed one.
func TestPolynomial(t *testing.T) {
	for _, v := range []float64{6.001, 12, 16, 16.1, 80, 110, 110.1, 400, 600, 600.1, 1e4, 1e6} {
		t.Run(fmt.Sprint(v), func(t *testing.T) {
			degree, worst := Degree(v), 0.0
			for z := -8.0; z <= 8; z += 0.25 {
				omega := z * math.Sqrt(v)
				var c [MaxDegree + 1]float64
				halfLineCoefficients(&c, degree, 0, omega, v)
				for s := -1.0; s <= 1; s += 1.0 / 64 {
					p := 0.0
					for k := degree; k >= 0; k-- {
						p = p*s + c[k]
					}
					want := message(s, 0, omega, v)
					worst = max(worst, math.Abs(p-want)/max(1, math.Abs(want)))
				}
			}
			t.Logf("degree %d: error %.1e", degree, worst)
			if worst > 1e-10 {
				t.Errorf("degree %d: error %.2e", degree, worst)
			}
		})
	}
}

// TestUpdate compares both loops with the definition, edge by edge.
func TestUpdate(t *testing.T) { everyTier(t, checkUpdate) }

func checkUpdate(t *testing.T) {
	for _, n := range lengths {
		for _, degree := range []int{5, 7, 11, 15} {
			r := newRow(n, 1)
			s := make([]float64, n)
			omega, v := Cavity(s, r.h, r.u, r.signs)
			var c [MaxDegree + 1]float64
			halfLineCoefficients(&c, degree, 1, omega, max(v, 50))
			h, u := append([]float64{}, r.h...), append([]float64{}, r.u...)
			Update(r.h, r.u, s, r.signs, &c, degree, 0.25)
			for i := range n {
				p := 0.0
				for k := degree; k >= 0; k-- {
					p = p*s[i] + c[k]
				}
				d := 0.75 * (p - u[i])
				if !scalar.EqualWithinAbs(r.u[i], u[i]+d, 1e-14) || !scalar.EqualWithinAbs(r.h[i], h[i]+Sign(r.signs, i)*d, 1e-14) {
					t.Fatalf("n %d degree %d: edge %d", n, degree, i)
				}
			}
		}
	}
}

// TestFrozenRow: when every other weight is frozen the message is a hard
// constraint, large and finite, never NaN.
func TestFrozenRow(t *testing.T) {
	for _, s := range []float64{-1, 0, 1} {
		for _, omega := range []float64{-3, 0, 3} {
			if u := message(s, 0, omega, 1-s*s); math.IsNaN(u) || math.IsInf(u, 0) || u < 0 {
				t.Errorf("s %v omega %v: message %v", s, omega, u)
			}
		}
	}
}

func TestSigns(t *testing.T) { everyTier(t, checkSigns) }

func checkSigns(t *testing.T) {
	for _, n := range lengths {
		r := newRow(n, 1)
		h := append([]float64{}, r.h...)
		for i := range n {
			h[i] += Sign(r.signs, i) * r.u[i]
		}
		Add(r.h, r.u, r.signs)
		four, x, sums := [4][]uint64{}, [4]float64{2, -3, 0.5, 7}, [4]float64{}
		for k := range four {
			four[k] = newRow(n+64*(k+1), 1).signs
			for i := range n {
				if Sign(four[k], i) < 0 {
					sums[k] += r.u[i]
					h[i] += x[k]
				}
			}
		}
		for k, got := range fourOf(four, x).Negatives(r.u) {
			if !scalar.EqualWithinAbs(got, sums[k], 1e-12) {
				t.Errorf("n %d: sum %d is %v, want %v", n, k, got, sums[k])
			}
		}
		fourOf(four, x).AddNegatives(r.h)
		for i := range n {
			if r.h[i] != h[i] {
				t.Fatalf("n %d: element %d is %v, want %v", n, i, r.h[i], h[i])
			}
		}
	}
}

// halfLineCoefficients are those of the row of a half-line.
func halfLineCoefficients(c *[MaxDegree + 1]float64, degree int, theta, omega, v float64) {
	var f [MaxDegree + 1]float64
	nodes := Nodes(degree)
	HalfLineMessages(f[:len(nodes)], nodes, theta, omega, v)
	Interpolate(c, degree, &f)
}
