package gauss

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// TestLargestEigenvalue: Lanczos steps find the largest eigenvalue of dense matrices,
// also below a negative one of larger modulus, and where it is degenerate.
func TestLargestEigenvalue(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name  string
		n     int
		shift float64 // of all eigenvalues
		rank  int     // 0: full
	}{{"one", 1, 0, 0}, {"two", 2, 0, 0}, {"five", 5, 0, 0}, {"random", 80, 0, 0}, {"negative", 60, -40, 0}, {"rank one", 30, 0, 1}, {"rank three", 70, 1, 3}} {
		a := make([][]float64, c.n)
		for i := range a {
			a[i] = make([]float64, c.n)
		}
		add := func(weight float64) {
			x := make([]float64, c.n)
			for i := range x {
				x[i] = rng.NormFloat64() / math.Sqrt(float64(c.n))
			}
			for i := range a {
				for j := range a {
					a[i][j] += weight * x[i] * x[j]
				}
			}
		}
		if c.rank == 0 {
			for range 2 * c.n {
				add(rng.NormFloat64())
			}
		}
		for r := range c.rank {
			add(float64(c.rank - r))
		}
		for i := range a {
			a[i][i] += c.shift
		}
		times := func(to, v []float64) {
			for i := range to {
				to[i] = dot(a[i], v)
			}
		}
		start := make([]float64, c.n)
		for i := range start {
			start[i] = rng.NormFloat64()
		}
		got, err := LargestEigenvalue(start, times, 1e-9, 200)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		dense, err := Eigenvalues(a, false)
		if err != nil {
			t.Fatal(err)
		}
		size := max(math.Abs(dense[0]), math.Abs(dense[c.n-1]))
		if want := dense[c.n-1]; math.Abs(got-want) > 1e-9*size { // the accuracy asked for
			t.Errorf("%s: %v, want %v", c.name, got, want)
		}
	}
}

// TestLanczosFails: too few steps, and matrices that are not finite, are errors.
func TestLanczosFails(t *testing.T) {
	start := make([]float64, 500)
	for i := range start {
		start[i] = 1
	}
	slow := func(to, v []float64) { // eigenvalues close to each other
		for i, x := range v {
			to[i] = x * (1 + 1e-9*float64(i))
		}
	}
	if _, err := LargestEigenvalue(start, slow, 1e-15, 3); !errors.Is(err, ErrLanczos) {
		t.Errorf("%v, want %v", err, ErrLanczos)
	}
	nan := func(to, _ []float64) { to[3] = math.NaN() }
	if _, err := LargestEigenvalue(start, nan, 1e-9, 300); !errors.Is(err, ErrEigenvalues) {
		t.Errorf("%v, want %v", err, ErrEigenvalues)
	}
	zero := func(to, v []float64) { clear(to) }
	if got, err := LargestEigenvalue(start, zero, 1e-9, 300); err != nil || got != 0 {
		t.Errorf("of zero: %v, %v", got, err)
	}
}
