package factorgraph

import (
	"math"

	"fbp/gauss"
	"fbp/internal/kern"
)

// Perceptrons are the constraints of [Perceptron] for approximate message
// passing, one a pattern.
type Perceptrons struct {
	Signs [][]uint64 // of the patterns
	Least int        // smallest sum that is allowed, of the parity of N
}

// Len implements [Nodes].
func (f *Perceptrons) Len() int { return len(f.Signs) }

// four are the signs of the factors from mu on; what is missing of four is the
// last factor over again.
func (f *Perceptrons) four(mu int) (rows kern.Four) {
	for k := range rows {
		rows[k] = f.Signs[min(mu+k, len(f.Signs)-1)]
	}
	return rows
}

// Dots implements [Nodes].
func (f *Perceptrons) Dots(sums, m []float64, from int) {
	all := 0.0
	for _, mi := range m {
		all += mi
	}
	for k := 0; k < len(sums); k += 4 {
		rows := f.four(from + k)
		negative := kern.Negatives(m, &rows)
		for j := range min(4, len(sums)-k) {
			sums[k+j] = all - float64(2*negative[j])
		}
	}
}

// Push implements [Nodes].
func (f *Perceptrons) Push(h, c []float64, from int) {
	all := 0.0
	for _, ck := range c {
		all += ck
	}
	for i := range h {
		h[i] += all
	}
	for k := 0; k < len(c); k += 4 {
		rows, x := f.four(from+k), [4]float64{}
		for j := range min(4, len(c)-k) {
			x[j] = -2 * c[k+j]
		}
		kern.AddNegatives(h, &x, &rows)
	}
}

// Output implements [Nodes]: with x = (θ − ω)/√V, θ midway between the least
// allowed sum and the next one below it, and the Mills ratio A = G/H,
// ln H(x), A/√V and −A (A − x)/V.
func (f *Perceptrons) Output(_ int, omega, v float64) Output {
	scale := 1 / math.Sqrt(max(v, kern.LeastVariance))
	x := float64((float64(f.Least-1) - omega) * scale)
	a := gauss.Mills(x)
	return Output{gauss.LogH(x), a * scale, -a * (a - x) * scale * scale}
}
