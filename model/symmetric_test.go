package model

import (
	"math"
	"math/bits"
	"testing"
)

// TestFirstMoment: over all instances of N = 5 weights and P = 2 patterns the mean number
// of solutions is 2^N P₁^P, P₁ the binomial probability of |S| ≤ κ√N, and that of pairs at
// Hamming distance k is 2^N (N over k) P₂(k)^P: the first moments that are exact for N → ∞.
func TestFirstMoment(t *testing.T) {
	const n, p = 5, 2
	m := NewSymmetric(n, 1.5) // |S| ≤ 3
	patterns := 1 << n
	learned := func(w, x int) bool { return m.Output(signs(w, n), signs(x, n)) > 0 }
	solutions, pairs := 0, make([]int, n+1)
	for instance := range patterns * patterns {
		var found []int
		for w := range patterns {
			if learned(w, instance%patterns) && learned(w, instance/patterns) {
				found = append(found, w)
			}
		}
		for _, w := range found {
			solutions++
			for _, v := range found {
				pairs[bits.OnesCount(uint(w^v))]++
			}
		}
	}
	choose := []float64{1, 5, 10, 10, 5, 1}
	one := 1 - 2/math.Pow(2, n) // but S = ±5
	if got, want := float64(solutions)/float64(patterns*patterns), math.Pow(2, n)*math.Pow(one, p); math.Abs(got-want) > 1e-12*want {
		t.Errorf("mean number of solutions %v, want %v", got, want)
	}
	for k, count := range pairs {
		both := 1 - 4/math.Pow(2, n) // not x = ±w, not x = ±v, which are four
		if k == 0 || k == n {        // or two
			both = one
		}
		if got, want := float64(count)/float64(patterns*patterns), math.Pow(2, n)*choose[k]*math.Pow(both, p); math.Abs(got-want) > 1e-12*want {
			t.Errorf("mean number of pairs at distance %d: %v, want %v", k, got, want)
		}
	}
}

// signs are the ±1 of n bits.
func signs(bits, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(2*(bits>>i&1) - 1)
	}
	return x
}
