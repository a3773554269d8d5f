package factorgraph

import "fbp/internal/kern"

// DenseNodes are patterns seen through a channel, for approximate message passing.
type DenseNodes struct {
	Channel
	Signs [][]uint64 // of the patterns
}

// Len implements [Nodes].
func (f *DenseNodes) Len() int { return len(f.Signs) }

// four are the signs of the factors from mu on; what is missing of four is the
// last factor again.
func (f *DenseNodes) four(mu int) (rows kern.Four) {
	for k := range rows {
		rows[k] = f.Signs[min(mu+k, len(f.Signs)-1)]
	}
	return rows
}

// Dots implements [Nodes].
func (f *DenseNodes) Dots(sums, m []float64, from int) {
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
func (f *DenseNodes) Push(h, c []float64, from int) {
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

// Units implements [Nodes].
func (f *DenseNodes) Units() int { return 1 }

// At implements [Nodes]: all patterns have the same channel.
func (f *DenseNodes) At(out []Output, _ int, omega, v []float64) { out[0] = f.Output(omega[0], v[0]) }
