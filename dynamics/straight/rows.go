package straight

import "fbp/internal/kern"

// fourRows collects rows of signs with their factors, four of which are added together.
type fourRows struct {
	rows    kern.Four
	factors [4]float64
	n       int
}

// add adds −2c to h_i, sooner or later, where the sign i of a row is negative: together
// with c added to all of h that is c ξ_i.
func (f *fourRows) add(h []float64, c float64, row []uint64) {
	f.rows[f.n], f.factors[f.n] = row, -2*c
	if f.n++; f.n == 4 {
		kern.AddNegatives(h, &f.factors, &f.rows)
		f.n = 0
	}
}

// flush adds what is left.
func (f *fourRows) flush(h []float64) {
	if f.n == 0 {
		return
	}
	for k := f.n; k < 4; k++ {
		f.rows[k], f.factors[k] = f.rows[0], 0
	}
	kern.AddNegatives(h, &f.factors, &f.rows)
	f.n = 0
}

// spread makes delta the sum over units k of c_k times the signs of their row.
func spread(delta, c []float64, row func(k int) []uint64) {
	sum := 0.0
	for _, x := range c {
		sum += x
	}
	for i := range delta {
		delta[i] = sum
	}
	var four fourRows
	for k, x := range c {
		if x != 0 {
			four.add(delta, x, row(k))
		}
	}
	four.flush(delta)
}
