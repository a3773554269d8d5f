package kern

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"
)

// singles draws numbers of single precision.
func singles(x []float64) []float32 {
	y := make([]float32, len(x))
	for i := range x {
		y[i] = float32(x[i])
	}
	return y
}

// TestFMA32 compares with arbitrary precision: sums that fall halfway between
// two singles, tiny ones, and any others; near32 agrees or is in doubt, rarely of
// ordinary numbers.
func TestFMA32(t *testing.T) {
	doubted := 0
	rng := rand.New(rand.NewPCG(1, 2))
	check := func(x, y, z float32) {
		exact := new(big.Float).SetPrec(2000).SetFloat64(float64(x))
		exact.Mul(exact, big.NewFloat(float64(y))).Add(exact, big.NewFloat(float64(z)))
		want, _ := exact.Float32()
		if got := float32(fma32(float64(x), float64(y), float64(z))); got != want {
			t.Fatalf("%x·%x + %x = %x, want %x", x, y, z, got, want)
		}
		near, doubt := near32(float64(x), float64(y), float64(z))
		if sure := int64(doubt) >= 0; sure && near != float64(want) {
			t.Fatalf("%x·%x + %x is surely %x, want %x", x, y, z, near, want)
		} else if !sure {
			doubted++
		}
	}
	const ordinary = 100_000
	for i := range 3 * ordinary {
		e := math.Ldexp(1, rng.IntN(60)-30)
		check(float32(rng.NormFloat64()), float32(rng.NormFloat64()), float32(e*rng.NormFloat64()))
		if i == ordinary && doubted > ordinary/1000 {
			t.Errorf("in doubt %d times of %d", doubted, ordinary)
		} else if i < ordinary {
			continue
		}
		check(float32(rng.NormFloat64()*0x1p-70), float32(rng.NormFloat64()*0x1p-60), float32(e*rng.NormFloat64()*0x1p-125))
		// 1 + ½ ulp of a single, and a little more or less
		check(1+float32(rng.IntN(1<<23))*0x1p-23, 0x1p-24, float32(1+rng.IntN(1<<23))*0x1p-23+1)
		check(1+0x1p-23, float32(rng.IntN(3)-1)*0x1p-60, 0)
		check(1+0x1p-12, 1+0x1p-12, float32(rng.IntN(5)-2)*0x1p-70)
		check(1, float32(e), -float32(e))
		check(float32(rng.NormFloat64()*0x1p100), float32(e), float32(rng.NormFloat64()))
	}
	if !math.IsNaN(fma32(math.NaN(), 1, 1)) || !math.IsInf(fma32(math.MaxFloat32, 2, 1), 1) {
		t.Error("NaN or overflow lost")
	}
}

// TestNarrow: magnetisations to 2e-7, sums and updates as those in double
// precision to a few roundings of singles.
func TestNarrow(t *testing.T) {
	everyTier(t, func(t *testing.T) {
		for _, n := range lengths {
			for _, spread := range []float64{1e-8, 1, 30, 1e5} {
				r := newRow(n, spread)
				field, u, s := singles(r.h), singles(r.u), make([]float32, n+1)
				s[n] = 17
				Widen(r.u, u)
				Widen(r.h, field)
				omega, v := CavityNarrow(s[:n], field, u, r.signs)
				wide := make([]float64, n)
				wantOmega, wantV := Cavity(wide, r.h, r.u, r.signs)
				for i := range wide {
					if !scalar.EqualWithinAbs(float64(s[i]), wide[i], 2e-7) {
						t.Fatalf("n %d spread %g: s_%d = %v, want %v", n, spread, i, s[i], wide[i])
					}
				}
				if !scalar.EqualWithinAbs(omega, wantOmega, 5e-8*float64(n+1)) || !scalar.EqualWithinAbs(v, wantV, 1e-7*float64(n+1)) || s[n] != 17 {
					t.Errorf("n %d spread %g: sums %v, %v, want %v, %v; past the end %v", n, spread, omega, v, wantOmega, wantV, s[n])
				}
				h := append([]float64{}, r.h...)
				AddNarrow(h, u, r.signs)
				for i := range h {
					if h[i] != r.h[i]+Sign(r.signs, i)*r.u[i] {
						t.Fatalf("n %d: h_%d = %v", n, i, h[i])
					}
				}
				for _, degree := range classes {
					var c [MaxDegree + 1]float64
					halfLineCoefficients(&c, degree, 1, omega, max(v, 50))
					h, u, wideU := singles(r.h), singles(r.u), append([]float64{}, r.u...)
					UpdateNarrow(h, u, s[:n], r.signs, &c, degree, 0.25)
					Widen(wide, s[:n])
					Update(append([]float64{}, r.h...), wideU, wide, r.signs, &c, degree, 0.25)
					for i := range wide {
						if !scalar.EqualWithinAbsOrRel(float64(u[i]), wideU[i], 1e-6, 1e-6) {
							t.Fatalf("n %d degree %d: u_%d = %v, want %v", n, degree, i, u[i], wideU[i])
						}
						follows := float32(r.h[i]) + float32(Sign(r.signs, i))*(u[i]-float32(r.u[i]))
						if h[i] != follows {
							t.Fatalf("n %d degree %d: h_%d = %v, want %v", n, degree, i, h[i], follows)
						}
					}
				}
			}
		}
	})
}

// guardedSingles is guarded for singles.
func guardedSingles(x []float32) (inside, all []float32) {
	const margin = 32
	all = make([]float32, len(x)+2*margin)
	for i := range all {
		all[i] = guard
	}
	inside = all[margin : margin+len(x) : margin+len(x)]
	copy(inside, x)
	return inside, all
}

// narrowAnswers is what the kernels in single precision make of a problem,
// guards included.
func (p *problem) narrowAnswers(degrees []int) (all [][]float64) {
	keep := func(x []float32) {
		wide := make([]float64, len(x))
		Widen(wide, x)
		all = append(all, wide)
	}
	h, hAll := guarded(p.h)
	field, fieldAll := guardedSingles(singles(p.h))
	u, uAll := guardedSingles(singles(p.u))
	s, sAll := guardedSingles(make([]float32, len(p.h)))
	omega, v := CavityNarrow(s, field, u, p.signs)
	all = append(all, []float64{omega, v})
	keep(sAll)
	copy(h, p.h)
	AddNarrow(h, singles(p.u), p.signs)
	all = append(all, append([]float64{}, hAll...))
	for _, degree := range degrees {
		c := p.c
		clear(c[degree+1:])
		for _, s := range [][]float32{s, singles(p.s)} {
			copy(field, singles(p.h))
			copy(u, singles(p.u))
			UpdateNarrow(field, u, s, p.signs, &c, degree, 1-p.gain)
			keep(fieldAll)
			keep(uAll)
		}
	}
	return all
}
