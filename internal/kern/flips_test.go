package kern

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
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

// halfLine allows sums from some value on.
type halfLine int

func (l halfLine) Weight(sum int) float64 {
	if sum < int(l) {
		return 0
	}
	return 1
}

func (l halfLine) Step() (int, float64, bool) { return int(l), 0, true }

func (l halfLine) Need(sum int) (int, float64) { return max(0, (int(l)-sum)/2), math.Inf(1) }

// band allows sums from one value to another.
type band [2]int

func (b band) Weight(sum int) float64 {
	if sum < b[0] || sum > b[1] {
		return 0
	}
	return 1
}

func (b band) Step() (int, float64, bool) { return 0, 0, false }

func (b band) Need(sum int) (int, float64) {
	return max(0, (b[0]-sum)/2) - max(0, (sum-b[1])/2), math.Inf(1)
}

// soft allows all sums, the better the larger.
type soft float64

func (x soft) Weight(sum int) float64 {
	return math.Exp(-float64(x) * math.Log1p(math.Exp(-0.3*float64(sum))))
}
func (soft) Step() (int, float64, bool) { return 0, 0, false }
func (soft) Need(int) (int, float64)    { return 0, 0 }

// counted is the oracle of [Flips]: the probability that the sum of all weights
// but one is at least so much, by sums of positive terms only, forwards and
// backwards over all sums there can be. up is the probability that a weight of
// field x points along the pattern.
func counted(x []float64, f Lattice) (messages []float64, logZ float64) {
	n := len(x)
	up := func(x float64) (along, against float64) { return 1 / (1 + math.Exp(-2*x)), 1 / (1 + math.Exp(2*x)) }
	before, after := make([][]float64, n+1), make([][]float64, n+1)
	for i := range before { // of k weights along the pattern
		before[i], after[i] = make([]float64, n+2), make([]float64, n+2)
	}
	before[0][0] = 1
	for k := range n + 2 {
		after[n][k] = f.Weight(2*k - n)
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
// with room to spare, barely, and not at all, on one side or two or softly,
// weights that alone decide, and weights frozen beyond what a tanh can tell.
func TestFlips(t *testing.T) {
	const n = 61
	rng := rand.New(rand.NewPCG(11, 12))
	f, u, got := new(Flips), make([]float64, n), make([]float64, n)
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
			lattices := []Lattice{soft(0.5), soft(20), band{sum - 4, sum + 2}, band{sum + 6, sum + 8}, band{sum - 10, sum - 6},
				step{0.3}, step{1e-3}, step{1e-5}, step{1e-7}}
			for _, need := range []int{-30, -12, -6, -3, -2, -1, 0, 1, 2, 3, 5} {
				lattices = append(lattices, halfLine(sum+2*need))
			}
			for _, lattice := range lattices {
				want, logZ := counted(x, lattice)
				tolerance := 1e-11
				if f, ok := lattice.(step); ok { // all payoffs can be as low, and err by a few 1e-16
					tolerance = max(tolerance, 2e-15/f.below)
				}
				f.Load(h, u, signs)
				if z := f.LogZ(lattice); !(math.Abs(z-logZ) <= 1e-12*max(1, math.Abs(logZ))) {
					t.Fatalf("V = %g, %T %v, signs add up to %d: ln Z = %v, counted %v", v, lattice, lattice, sum, z, logZ)
				}
				f.Messages(got, lattice)
				for i, w := range want {
					e := math.Abs(got[i]-w) / max(1, math.Abs(w))
					if worst = max(worst, e); !(e <= tolerance) {
						t.Fatalf("V = %g, %T %v, signs add up to %d, field %g: message %v, counted %v", v, lattice, lattice, sum, x[i], got[i], w)
					}
				}
			}
		}
	}
	t.Logf("worst error of a message %.1e", worst)
}

// TestFlipsSameBits: every tier gives the same bits, of rows of any length.
func TestFlipsSameBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for trial := range 400 {
		n := 1 + rng.IntN(200+600*(trial%2))
		h := fewFree(rng, n, 12*rng.Float64()*rng.Float64(), rng.IntN(9)-4)
		sum := 0
		for _, x := range h {
			sum += int(math.Copysign(1, x))
		}
		u, signs := make([]float64, n), make([]uint64, words(n))
		lattices := []Lattice{halfLine(sum - 4), halfLine(sum + 2*rng.IntN(8)), step{0.1}, step{1e-6}, band{sum - 4, sum + 2}, band{sum - 10, sum - 6}, halfLine(sum + 12 + 2*rng.IntN(16))}
		lattice, want := lattices[trial%len(lattices)], []float64(nil)
		for _, tier := range []string{"go", "avx2", "avx512"} {
			if !slices.Contains(Tiers(), tier) {
				continue
			}
			use(t, tier)
			var f Flips
			got := make([]float64, n+1)
			f.Load(h, u, signs)
			got[n] = f.LogZ(lattice)
			f.Messages(got[:n], lattice)
			if want == nil {
				want = got
			}
			for i := range got {
				if !sameBits(got[i], want[i]) {
					t.Fatalf("n %d, %T %v, tier %s: message %d is %v, in Go %v", n, lattice, lattice, tier, i, got[i], want[i])
				}
			}
		}
	}
}

func BenchmarkFlips(b *testing.B) {
	const n = 2001
	u, out, signs := make([]float64, n), make([]float64, n), make([]uint64, words(n))
	for _, v := range []float64{0.5, 5, 12} {
		for _, sum := range []int{15, -9} {
			h := fewFree(rand.New(rand.NewPCG(1, 1)), n, v, sum)
			f := new(Flips)
			b.Run(fmt.Sprintf("V=%g/S=%d", v, sum), func(b *testing.B) {
				best(b, n, func() {
					f.Load(h, u, signs)
					f.Messages(out, halfLine(1))
				})
			})
		}
	}
}

// step is 1 above 0 and something else below.
type step struct{ below float64 }

func (f step) Weight(sum int) float64 {
	if sum > 0 {
		return 1
	}
	return f.below
}

func (f step) Step() (int, float64, bool) { return 1, f.below, true }

func (f step) Need(sum int) (int, float64) {
	if f.below > 0 {
		return 0, 0
	}
	return max(0, (1-sum)/2), math.Inf(1)
}
