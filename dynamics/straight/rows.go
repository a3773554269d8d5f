package straight

import "fbp/internal/kern"

// spread makes delta the sum over units k of c_k times the signs of their row.
func spread(delta, c []float64, row func(k int) []uint64) {
	sum := 0.0
	for _, x := range c {
		sum += x
	}
	for i := range delta {
		delta[i] = sum
	}
	var rows kern.FourRows
	for k, x := range c {
		if x != 0 && rows.Take(row(k), -2*x) {
			rows.AddNegatives(delta)
		}
	}
	rows.AddNegatives(delta)
}
