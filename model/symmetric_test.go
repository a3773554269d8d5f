package model

import (
	"math"
	"math/bits"
	"testing"

	"fbp/theory/symmetric"
)

// TestFirstMoment: over all instances of N = 5 weights and P = 2 patterns the mean number
// of solutions is 2^N P₁^P, P₁ the binomial probability of |S| ≤ κ√N, and that of pairs at
// Hamming distance k is 2^N (N over k) P₂(k)^P: the first moments that are exact for N → ∞.
func TestFirstMoment(t *testing.T) {
	const n, p = 5, 2
	m := &Symmetric{N: n, Kappa: 1.5} // |S| ≤ 3
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

// TestTypicalEntropyOfWidth: with κ midway between two sums, the first moment of the lattice
// is that of the Gaussian up to an order 1/N.
func TestTypicalEntropyOfWidth(t *testing.T) {
	const n = 2001
	for _, most := range []int{21, 45, 67} {
		m := &Symmetric{N: n, Kappa: float64(most+1) / math.Sqrt(n)}
		inside := 0.0
		for k := range n + 1 {
			if sum := 2*k - n; sum*sum <= most*most {
				a, _ := math.Lgamma(n + 1)
				b, _ := math.Lgamma(float64(k + 1))
				c, _ := math.Lgamma(float64(n - k + 1))
				inside += math.Exp(a - b - c - n*math.Ln2)
			}
		}
		const alpha = 0.7
		got, ok := m.TypicalEntropy(alpha)
		if want := math.Ln2 + alpha*math.Log(inside); !ok || math.Abs(got-want) > 0.5/n {
			t.Errorf("most = %d: entropy %v, want %v", most, got, want)
		}
		if c, err := symmetric.Capacity(m.Kappa); err != nil || math.Abs(math.Ln2/c+math.Log(inside)) > 0.5/n {
			t.Errorf("most = %d: alpha_c = %v (%v), want %v", most, c, err, -math.Ln2/math.Log(inside))
		}
	}
}

// TestTypicalEntropyOfCommittees: a tree of one unit is the perceptron, one
// whose units must all vote for the label as many perceptrons, and that of a full committee is not known.
func TestTypicalEntropyOfCommittees(t *testing.T) {
	tree := func(hidden int, kappa float64) *Committee {
		m := NewCommittee()
		m.N, m.Hidden, m.Kappa = 45, hidden, kappa
		return m
	}
	one, ok := tree(1, 0).TypicalEntropy(0.4)
	perceptron, _ := (&Perceptron{N: 45}).TypicalEntropy(0.4)
	if !ok || math.Abs(one-perceptron) > 1e-9 {
		t.Errorf("a tree of one unit has the entropy %v, want that of the perceptron, %v", one, perceptron)
	}
	all, ok := tree(3, 0.6).TypicalEntropy(0.2) // (2n − 3)/√3 > 0.6 for n = 3: three perceptrons
	if perceptron, _ = (&Perceptron{N: 15}).TypicalEntropy(0.6); !ok || math.Abs(all-perceptron) > 1e-9 {
		t.Errorf("entropy %v with three votes of three, want %v", all, perceptron)
	}
	full := tree(3, 0)
	full.Layout = Full
	if _, ok := full.TypicalEntropy(0.4); ok {
		t.Error("a full committee has a typical entropy")
	}
}
