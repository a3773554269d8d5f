package kern

import (
	"math"
	"math/rand/v2"
	"testing"
)

// AddRows is a row of fused products after the other, to the bit on every tier, and
// nothing past its end.
func TestAddRows(t *testing.T) {
	everyTier(t, func(t *testing.T) {
		for _, n := range lengths {
			rng := rand.New(rand.NewPCG(uint64(n), 3))
			h, want, x := make([]float64, n+1), make([]float64, n+1), [4]float64{}
			var rows [4][]float64
			for i := range h {
				h[i] = rng.NormFloat64()
				want[i] = h[i]
			}
			for k := range rows {
				x[k], rows[k] = rng.NormFloat64(), make([]float64, n)
				for i := range rows[k] {
					rows[k][i] = rng.NormFloat64()
					want[i] = math.FMA(x[k], rows[k][i], want[i])
				}
			}
			AddRows(h[:n], &x, &rows)
			for i := range h {
				if h[i] != want[i] {
					t.Fatalf("n %d: element %d is %v, want %v", n, i, h[i], want[i])
				}
			}
		}
	})
}

func BenchmarkAddRows(b *testing.B) {
	const n = 101
	h, x, rows := make([]float64, n), [4]float64{1, 2, 3, 4}, [4][]float64{}
	for k := range rows {
		rows[k] = make([]float64, n)
	}
	best(b, 4*n, func() { AddRows(h, &x, &rows) })
}
