package kern

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// fewFree draws cavity fields of n weights with row variance near v, most of
// them far from free, and the sum of their signs near sum.
func fewFree(rng *rand.Rand, n int, v float64, sum int) (h []float64) {
	h = make([]float64, n)
	for i := range h {
		h[i] = 2 + 2*rng.ExpFloat64()
		if rng.Float64() > 0.5*(1+float64(sum)/float64(n)) {
			h[i] = -h[i]
		}
	}
	lo, hi := -3.0, 20.0 // added to |h|
	for range 60 {
		mid, total := 0.5*(lo+hi), 0.0
		for _, x := range h {
			c := math.Cosh(max(math.Abs(x)+mid, 0))
			total += 1 / (c * c)
		}
		if total > v {
			lo = mid
		} else {
			hi = mid
		}
	}
	for i, x := range h {
		h[i] = math.Copysign(max(math.Abs(x)+lo, 0), x)
	}
	return h
}

// counted is the oracle of [Flips]: the probability that the sum of all weights
// but one is at least so much, by sums of positive terms only, forwards and
// backwards over all sums there can be. up is the probability that a weight of
// field x points along the pattern.
func counted(x []float64, least int) (messages []float64, logZ float64) {
	n := len(x)
	up := func(x float64) (along, against float64) { return 1 / (1 + math.Exp(-2*x)), 1 / (1 + math.Exp(2*x)) }
	before, after := make([][]float64, n+1), make([][]float64, n+1)
	for i := range before { // of k weights along the pattern
		before[i], after[i] = make([]float64, n+2), make([]float64, n+2)
	}
	before[0][0] = 1
	for k := range n + 2 {
		if 2*k-n >= least {
			after[n][k] = 1
		}
	}
	for i, xi := range x {
		along, against := up(xi)
		for k := range i + 1 {
			before[i+1][k] += against * before[i][k]
			before[i+1][k+1] += along * before[i][k]
		}
	}
	for i := n - 1; i >= 0; i-- {
		along, against := up(x[i])
		for k := range n + 1 {
			after[i][k] = against*after[i+1][k] + along*after[i+1][k+1]
		}
	}
	messages = make([]float64, n)
	for i := range x {
		plus, minus := 0.0, 0.0
		for k := range i + 1 {
			plus += before[i][k] * after[i+1][k+1]
			minus += before[i][k] * after[i+1][k]
		}
		messages[i] = 0.5 * math.Log(plus/minus)
	}
	return messages, math.Log(after[0][0])
}

// TestFlips: messages and ln Z are those of counting all sums, for every row
// variance at which they are used and beyond, patterns that the signs satisfy
// with room to spare, barely, and not at all, weights that alone decide, and
// weights frozen beyond what a tanh can tell.
func TestFlips(t *testing.T) {
	const n = 61
	rng := rand.New(rand.NewPCG(11, 12))
	f, s, u, got := new(Flips), make([]float64, n), make([]float64, n), make([]float64, n)
	worst := 0.0
	for _, v := range []float64{1e-20, 1e-9, 1e-4, 0.1, 0.5, 1, 2, 4, 8, 16} {
		for trial := range 60 {
			x := fewFree(rng, n, v, 1)
			if trial%3 == 1 { // a few weights freer than all others
				for range 1 + trial%5 {
					x[rng.IntN(n)] = 0.3 * rng.NormFloat64()
				}
			}
			signs := []uint64{rng.Uint64()}
			h := make([]float64, n)
			sum := 0
			for i := range h {
				h[i] = flip(x[i], signs, i)
				sum += int(math.Copysign(1, x[i]))
			}
			for _, need := range []int{-30, -12, -6, -3, -2, -1, 0, 1, 2, 3, 5} {
				least := sum + 2*need
				want, logZ := counted(x, least)
				Cavity(s, h, u, signs)
				f.Load(s, h, u, signs, least)
				if z := f.LogZ(); !(math.Abs(z-logZ) <= 1e-12*max(1, math.Abs(logZ))) {
					t.Fatalf("V = %g, %d flips needed: ln Z = %v, counted %v", v, need, z, logZ)
				}
				f.Load(s, h, u, signs, least)
				f.Messages(got)
				for i, w := range want {
					e := math.Abs(got[i]-w) / max(1, math.Abs(w))
					if worst = max(worst, e); !(e <= 1e-11) {
						t.Fatalf("V = %g, %d flips needed, field %g: message %v, counted %v", v, need, x[i], got[i], w)
					}
				}
			}
		}
	}
	t.Logf("worst error of a message %.1e", worst)
}

func BenchmarkFlips(b *testing.B) {
	const n = 2001
	u, out, signs := make([]float64, n), make([]float64, n), make([]uint64, words(n))
	for _, v := range []float64{0.5, 5, 12} {
		for _, sum := range []int{15, -9} {
			h := fewFree(rand.New(rand.NewPCG(1, 1)), n, v, sum)
			f, s := new(Flips), make([]float64, n)
			Cavity(s, h, u, signs)
			b.Run(fmt.Sprintf("V=%g/S=%d", v, sum), func(b *testing.B) {
				for b.Loop() {
					f.Load(s, h, u, signs, 1)
					f.Messages(out)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/edge")
			})
		}
	}
}
