package kern

import (
	"math"
	"math/rand/v2"
	"testing"
)

// everyTier runs f on each tier of this machine, the portable one first.
func everyTier(t *testing.T, f func(t *testing.T)) {
	names := Tiers()
	before := Tier()
	defer Use(before)
	for k := len(names) - 1; k >= 0; k-- {
		if err := Use(names[k]); err != nil {
			t.Fatal(err)
		}
		t.Run(names[k], f)
	}
}

// guard surrounds what a kernel may touch.
const guard = 1.2345e-300

// guarded copies x into the middle of guards, at an odd place in memory.
func guarded(x []float64) (inner, whole []float64) {
	whole = make([]float64, len(x)+19)
	for i := range whole {
		whole[i] = guard
	}
	inner = whole[9 : 9+len(x) : 9+len(x)]
	copy(inner, x)
	return inner, whole
}

func intact(t *testing.T, name string, inner, whole []float64) {
	t.Helper()
	for i, x := range whole {
		if (i < 9 || i >= 9+len(inner)) && x != guard {
			t.Errorf("%s: wrote at %d of a row of %d", name, i-9, len(inner))
		}
	}
}

// everything runs all kernels on one row and returns all they wrote and answered.
func everything(t *testing.T, h, u []float64, signs []uint64, degree int, damping float64) []float64 {
	n := len(h)
	h, wholeH := guarded(h)
	u, wholeU := guarded(u)
	s, wholeS := guarded(make([]float64, n))
	omega, v := Cavity(s, h, u, signs)
	out := []float64{omega, v, LogCosh(s, h, u, signs), Dot(u, signs)}
	out = append(out, s...)
	var c [MaxDegree + 1]float64
	for k := range c[:degree+1] {
		c[k] = 0.3 / float64(k*k+1) * float64(1-k%3)
	}
	out = append(out, Update(h, u, s, signs, &c, degree, damping))
	out = append(append(out, h...), u...)
	Add(h, u, signs)
	AddScaled(h, 0.7, signs)
	out = append(out, h...)
	intact(t, "h", h, wholeH)
	intact(t, "u", u, wholeU)
	intact(t, "s", s, wholeS)
	return out
}

// extremes are the values that kernels get wrong.
var extremes = []float64{
	0, math.Copysign(0, -1), 1, -1, 1e-300, -1e-320, 1e300, -1e300, 17.5, -40, 349.9, 350.1, -800,
	math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, math.SmallestNonzeroFloat64,
}

// compareTiers fails where a tier's bits are not those of the portable one. NaNs
// are equal whatever their payload.
func compareTiers(t *testing.T, h, u []float64, signs []uint64, degree int, damping float64) {
	t.Helper()
	before := Tier()
	defer Use(before)
	Use("go")
	want := everything(t, h, u, signs, degree, damping)
	for _, tier := range Tiers() {
		Use(tier)
		for k, got := range everything(t, h, u, signs, degree, damping) {
			if math.Float64bits(got) != math.Float64bits(want[k]) && !(math.IsNaN(got) && math.IsNaN(want[k])) {
				t.Fatalf("%s, n %d, degree %d: number %d of a row's results is %v, portable %v", tier, len(h), degree, k, got, want[k])
			}
		}
	}
}

// TestTiersAgree compares the bits of all tiers on rows of every tail length,
// ordinary, saturated, tiny, and with extreme values at random places.
func TestTiersAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for _, n := range []int{0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 71, 127, 128, 1000, 2001, logCoshBlock + 3} {
		for _, degree := range []int{5, 7, 11, 15} {
			for _, spread := range []float64{1e-9, 1, 30, 1e4} {
				r := newRow(n, spread)
				r.signs = maskedSigns(rng, n)
				compareTiers(t, r.h, r.u, r.signs, degree, 0.25)
				for range min(n, 4) {
					r.h[rng.IntN(n)] = extremes[rng.IntN(len(extremes))]
					r.u[rng.IntN(n)] = extremes[rng.IntN(len(extremes))]
					compareTiers(t, r.h, r.u, r.signs, degree, 0.5)
				}
			}
		}
	}
}

// maskedSigns are random signs; bits past n are zero.
func maskedSigns(rng *rand.Rand, n int) []uint64 {
	signs := make([]uint64, words(n))
	for k := range signs {
		signs[k] = rng.Uint64()
	}
	if n%wordBits != 0 {
		signs[len(signs)-1] &= 1<<(n%wordBits) - 1
	}
	return signs
}

// FuzzTiers gives all tiers the same three numbers, spread over a row.
func FuzzTiers(f *testing.F) {
	for k, x := range extremes {
		f.Add(x, extremes[(k+5)%len(extremes)], 0.3, uint64(k), uint8(3*k), uint8(k))
	}
	f.Fuzz(func(t *testing.T, a, b, c float64, seed uint64, size, kind uint8) {
		rng := rand.New(rand.NewPCG(seed, 1))
		r := newRow(int(size), 1)
		for i := range r.h {
			switch rng.IntN(4) {
			case 0:
				r.h[i] = a
			case 1:
				r.u[i] = b
			case 2:
				r.h[i], r.u[i] = c, -a
			}
		}
		compareTiers(t, r.h, r.u, maskedSigns(rng, int(size)), []int{5, 7, 11, 15}[kind%4], 0.5)
	})
}

// TestChoose: the environment forces a tier; what is not there is reported and
// replaced by the best.
func TestChoose(t *testing.T) {
	best := supported()[0]
	if got, err := choose(""); got != best || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := choose("go"); got != portable || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := choose("sse9"); got != best || err == nil {
		t.Errorf("%v, %v", got, err)
	}
}
