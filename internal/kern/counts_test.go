package kern

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// drawOdds are odds of n weights, some of them next to certain.
func drawOdds(rng *rand.Rand, n int) (s side) {
	s.odds = make([]float64, n+2*block)
	for i := range n {
		s.odds[i] = math.Exp(-12 * rng.Float64())
	}
	s.keep(n)
	return s
}

// TestCounts: the distribution of the number of flips has the same bits on every tier, one
// list or two at once, for every number of counts that is kept in registers and for many more.
func TestCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(81, 82))
	for _, n := range []int{0, 1, 31, 32, 33, 100, 333} {
		for size := 7; size < 260; size += 8 * (1 + size/64) {
			a, b := drawOdds(rng, n), drawOdds(rng, max(0, n-rng.IntN(40)))
			count := func(s *side) []float64 {
				s.prepare(2)
				s.size = size
				if !multiplyOne(s) {
					s.multiply()
				}
				return append([]float64{}, s.count...)
			}
			use(t, "go")
			wantA, wantB := count(&a), count(&b)
			everyTier(t, func(t *testing.T) {
				equalBits(t, fmt.Sprintf("%d weights", n), count(&a), wantA)
				if !multipliesBoth() {
					return
				}
				both := max(len(a.odds), len(b.odds))
				a.odds, b.odds = extend(a.odds, both), extend(b.odds, both)
				a.prepare(2)
				b.prepare(2)
				a.size, b.size = size, size
				multiplyTwo(&a, &b)
				equalBits(t, fmt.Sprintf("%d weights, first of two", n), a.count, wantA)
				equalBits(t, fmt.Sprintf("%d weights, second of two", n), b.count, wantB)
			})
		}
	}
}

// equalBits compares numbers to the bit.
func equalBits(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i, x := range got {
		if !sameBits(x, want[i]) {
			t.Fatalf("%s, %d counts: number %d is %v, in Go %v", what, len(want), i, x, want[i])
		}
	}
}

// TestCountsEnumerated: six weights flip in 64 ways, whose probabilities add up to those of
// the numbers of flips.
func TestCountsEnumerated(t *testing.T) {
	everyTier(t, func(t *testing.T) {
		s := drawOdds(rand.New(rand.NewPCG(83, 84)), 6)
		s.distribute(3)
		var want [7]float64
		for flips := range 64 {
			p, n := 1.0, 0
			for i, x := range s.odds[:6] {
				if p /= 1 + 3*x; flips>>i&1 == 1 {
					p *= 3 * x
					n++
				}
			}
			want[n] += p
		}
		for n, p := range s.count {
			if !(math.Abs(p-want[n]) <= 1e-15) { // a few roundings of numbers below 1
				t.Errorf("%d flips: %v, enumerated %v", n, p, want[n])
			}
		}
	})
}

// TestSumsOfCounts: partial sums are those of their definition, at every distance from the step.
func TestSumsOfCounts(t *testing.T) {
	x := []float64{0.5, 0.25, 0.125, 0.0625, 0.03125}
	for a := -9; a <= 9; a++ {
		below, above := make([]float64, 8), make([]float64, 8)
		sumsUpTo(below, x, a)
		sumsFrom(above, x, -a)
		for i := range below {
			low, high := 0.0, 0.0
			for k, y := range x {
				if k <= i+a {
					low += y
				}
				if k >= i-a {
					high += y
				}
			}
			if below[i] != low || above[i] != high {
				t.Errorf("a = %d, element %d: %v and %v, want %v and %v", a, i, below[i], above[i], low, high)
			}
		}
	}
}
