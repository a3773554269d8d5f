package kern

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/gauss"
)

// pulled is r(z) = p G(z)/(q + p Φ(z)), q + p = 1.
func pulled(p, z float64) float64 {
	if p == 1 {
		return gauss.Mills(-z)
	}
	return p * gauss.G(z) / (1 - p + p*gauss.H(-z))
}

// TestExpand: the series of the pull is r(z) to 1e-9 wherever it says that it is one,
// and there is one up to distances of 1 from most centres: poles lie 2.8 away from the
// real axis, but nearer where a unit of the wrong sign may be outvoted.
func TestExpand(t *testing.T) {
	refused := 0
	for _, p := range []float64{1e-9, 0.01, 0.5, 0.999, 1 - 1e-7, 1} {
		for centre := -9.0; centre < 9; centre += 0.31 {
			for _, reach := range []float64{0, 1e-9, 0.05, 0.3, 1} {
				var s Pull
				if !s.Expand(centre, pulled(p, centre), reach) {
					refused++
					continue
				}
				for _, x := range []float64{-reach, -0.6 * reach, 0.3 * reach, reach} {
					got := s.C[s.Degree]
					for k := s.Degree - 1; k >= 0; k-- {
						got = math.FMA(got, x, s.C[k])
					}
					if want := pulled(p, centre+x); !scalar.EqualWithinAbsOrRel(got, want, 1e-9, 1e-9) {
						t.Fatalf("p = %v: r(%v%+v) = %v, degree %d, want %v", p, centre, x, got, s.Degree, want)
					}
				}
			}
		}
	}
	if refused > 60 {
		t.Errorf("no series in %d cases of 1770", refused)
	}
}

// TestExpandRefuses what is no number and what is too far.
func TestExpandRefuses(t *testing.T) {
	var s Pull
	for _, x := range [][3]float64{{math.NaN(), 1, 0.1}, {0, math.NaN(), 0.1}, {0, 0.8, math.NaN()}, {0, 0.8, 5}, {0, 0.8, math.Inf(1)}} {
		if s.Expand(x[0], x[1], x[2]) {
			t.Errorf("a series about %v of value %v up to %v", x[0], x[1], x[2])
		}
	}
}

// TestGaussRows: moments and messages of a row are those of their definitions, on every
// tier.
func TestGaussRows(t *testing.T) {
	everyTier(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(4, 15))
		for _, n := range lengths {
			draw := func(f func() float64) []float64 {
				x := make([]float64, n)
				for i := range x {
					x[i] = f()
				}
				return x
			}
			r := newRow(n, 1)
			a, ua := draw(func() float64 { return 2 + 3*rng.Float64() }), draw(func() float64 { return 0.1 * rng.NormFloat64() })
			b, ub := append([]float64{}, r.h...), append([]float64{}, r.u...)
			s, v := make([]float64, n), make([]float64, n)
			sums := GaussCavity(s, v, a, b, ua, ub, r.signs)
			var want RowSums
			for i := range s {
				variance := 1 / (a[i] - ua[i])
				mean := (Sign(r.signs, i)*b[i] - ub[i]) * variance
				if !scalar.EqualWithinAbsOrRel(s[i], mean, 1e-15, 1e-14) || !scalar.EqualWithinRel(v[i], variance, 1e-15) {
					t.Fatalf("n %d: moments %v, %v of weight %d, want %v, %v", n, s[i], v[i], i, mean, variance)
				}
				want.Omega, want.V = want.Omega+mean, want.V+variance
				want.MostS, want.MostV = max(want.MostS, math.Abs(mean)), max(want.MostV, variance)
			}
			if !scalar.EqualWithinAbs(sums.Omega, want.Omega, 1e-11) || !scalar.EqualWithinAbs(sums.V, want.V, 1e-11) ||
				!scalar.EqualWithinAbs(sums.MostS, want.MostS, 1e-14) || sums.MostV != want.MostV {
				t.Fatalf("n %d: sums %+v, want %+v", n, sums, want)
			}
			if n < 63 { // too far for a series
				continue
			}
			centre := sums.Omega / math.Sqrt(sums.V)
			for _, reach := range []float64{0.1, 0.3, 0.6} { // more than there is needs a higher degree, no more
				var pull Pull
				if !pull.Expand(centre, pulled(0.9, centre), max(reach, sums.MostS/math.Sqrt(sums.V-sums.MostV)+math.Abs(centre)/10)) {
					t.Fatalf("n %d: no series", n)
				}
				fa, fb := append([]float64{}, a...), append([]float64{}, b...)
				na, nb := append([]float64{}, ua...), append([]float64{}, ub...)
				GaussUpdate(fa, fb, na, nb, s, v, r.signs, sums, &pull, 0.25)
				for i := range s {
					rest := sums.V - v[i]
					z := (sums.Omega - s[i]) / math.Sqrt(rest)
					x := pulled(0.9, z)
					wantA, wantB := 0.25*ua[i]+0.75*x*(x+z)/rest, 0.25*ub[i]+0.75*x/math.Sqrt(rest)
					if !scalar.EqualWithinAbs(na[i], wantA, 1e-9) || !scalar.EqualWithinAbs(nb[i], wantB, 1e-9) {
						t.Fatalf("n %d: messages %v, %v, want %v, %v", n, na[i], nb[i], wantA, wantB)
					}
					if !scalar.EqualWithinAbs(fa[i]-a[i], wantA-ua[i], 1e-9) || !scalar.EqualWithinAbs(fb[i]-b[i], Sign(r.signs, i)*(wantB-ub[i]), 1e-9) {
						t.Fatalf("n %d: fields change by %v, %v", n, fa[i]-a[i], fb[i]-b[i])
					}
				}
			}
		}
	})
}
