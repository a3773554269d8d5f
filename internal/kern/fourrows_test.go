package kern

import (
	"math/rand/v2"
	"testing"
)

// TestFourRows: rows that are taken one after the other, used whenever there are four and once more at
// the end, give every sum and every field by its definition, whatever their number; what was used is
// gone.
func TestFourRows(t *testing.T) {
	everyTier(t, func(t *testing.T) {
		const n = 101
		for number := range 10 {
			rng := rand.New(rand.NewPCG(uint64(number), 7))
			m, h, want := make([]float64, n), make([]float64, n), make([]float64, n)
			for i := range m {
				m[i] = float64(rng.IntN(100)) // sums of integers are exact
			}
			var sums, wantSums []float64
			var rows, fields FourRows
			for k := range number {
				signs := []uint64{rng.Uint64(), rng.Uint64()}
				x, sum := float64(1+rng.IntN(9)), 0.0
				for i := range m {
					if Sign(signs, i) < 0 {
						sum += m[i]
						want[i] += x
					}
				}
				wantSums = append(wantSums, sum)
				if full := rows.Take(signs, 0); full != (k%4 == 3) {
					t.Fatalf("row %d: full is %v", k, full)
				}
				if k%4 == 3 || k == number-1 {
					got := rows.Negatives(m)
					sums = append(sums, got[:k%4+1]...)
				}
				if fields.Take(signs, x) {
					fields.AddNegatives(h)
				}
			}
			fields.AddNegatives(h)
			fields.AddNegatives(h) // there are none any more
			for k, sum := range wantSums {
				if sums[k] != sum {
					t.Errorf("%d rows: sum %d is %v, want %v", number, k, sums[k], sum)
				}
			}
			for i := range h {
				if h[i] != want[i] {
					t.Fatalf("%d rows: field %d is %v, want %v", number, i, h[i], want[i])
				}
			}
		}
	})
}
