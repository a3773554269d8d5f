package gauss

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"
)

// TestLogRatiosH: a few pairs at once are the pairs one by one, wherever they
// lie, to 1e-12 where one cell serves them and to the bit where none does.
func TestLogRatiosH(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	shared := 0
	for range 20_000 {
		centre, width := 30*rng.Float64()-15, math.Exp(-6*rng.Float64())
		var a, b, r [7]float64
		for k := range a {
			a[k], b[k] = centre+width*(rng.Float64()-0.5), centre+width*(rng.Float64()-0.5)
		}
		LogRatiosH(r[:], a[:], b[:])
		for k, got := range r {
			want := LogRatioH(a[k], b[k])
			if got != want {
				shared++
			}
			if !scalar.EqualWithinAbs(got, want, 1e-12) || got != want && (width > 1 || math.Abs(centre) > 10) {
				t.Fatalf("ln H(%v)/H(%v) = %v, want %v", a[k], b[k], got, want)
			}
		}
	}
	if shared < 10_000 {
		t.Errorf("one cell served %d pairs only", shared)
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		r := [1]float64{}
		LogRatiosH(r[:], []float64{x}, []float64{0})
		if want := LogRatioH(x, 0); r[0] != want && !math.IsNaN(want) {
			t.Errorf("ln H(%v)/H(0) = %v, want %v", x, r[0], want)
		}
	}
	r, a, b := [3]float64{}, []float64{0.1, math.NaN(), 0.3}, []float64{0.2, 0.3, 0.4}
	for range 2 { // what is no number leaves the others as they are one by one
		LogRatiosH(r[:], a, b)
		if r[0] != LogRatioH(a[0], b[0]) || !math.IsNaN(r[1]) || r[2] != LogRatioH(a[2], b[2]) {
			t.Errorf("beside what is no number: %v", r)
		}
		a, b = b, a
	}
}
