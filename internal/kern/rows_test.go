package kern

import (
	"math"
	"math/rand/v2"
	"testing"
)

// numbers are n random ones.
func numbers(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

// AddProduct is one fused product after the other, to the bit on every tier, with factors
// of any layout, and nothing past the end of H.
func TestAddProduct(t *testing.T) {
	everyTier(t, func(t *testing.T) {
		for _, columns := range append([]int{101}, lengths[1:len(lengths)-2]...) {
			for _, size := range [][2]int{{1, 1}, {3, 5}, {4, 4}, {9, 33}} {
				rng := rand.New(rand.NewPCG(uint64(columns), 3))
				rows, terms := size[0], size[1]
				h, all := guarded(numbers(rng, rows*columns))
				m := numbers(rng, terms*columns)
				for _, x := range []Factors{{numbers(rng, rows*terms), terms, 1}, {numbers(rng, rows*terms), 1, rows}, {numbers(rng, terms), 0, 1}, {numbers(rng, 1), 0, 0}} {
					want := append([]float64{}, all...)
					for r := range rows {
						for i := range columns {
							sum := h[r*columns+i]
							for t := range terms {
								sum = math.FMA(x.X[x.Row*r+x.Term*t], m[t*columns+i], sum)
							}
							want[16+r*columns+i] = sum
						}
					}
					AddProduct(h, columns, x, m)
					for i := range all {
						if !sameBits(all[i], want[i]) {
							t.Fatalf("%d columns, %d rows, %d terms: element %d is %v, want %v", columns, rows, terms, i-16, all[i], want[i])
						}
					}
				}
			}
		}
	})
}

// Slices of other sizes panic before anything is written; without rows or terms nothing is done.
func TestAddProductSizes(t *testing.T) {
	x := numbers(rand.New(rand.NewPCG(1, 2)), 40)
	for name, f := range map[string]func(){
		"H":            func() { AddProduct(x[:13], 4, Factors{x, 3, 1}, x[:12]) },
		"M":            func() { AddProduct(x[:12], 4, Factors{x, 3, 1}, x[:11]) },
		"few factors":  func() { AddProduct(x[:12], 4, Factors{x[:8], 3, 1}, x[:12]) },
		"before the x": func() { AddProduct(x[:12], 4, Factors{x, -3, 1}, x[:12]) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
	AddProduct(nil, 4, Factors{}, x[:4])
	AddProduct(x[:4], 4, Factors{}, nil)
}

func BenchmarkAddProduct(b *testing.B) {
	const n = 101
	h, m, x := make([]float64, 128*n), make([]float64, n*n), make([]float64, 128*n)
	best(b, 128*n*n, func() { AddProduct(h, n, Factors{x, n, 1}, m) })
}
