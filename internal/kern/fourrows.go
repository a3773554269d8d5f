package kern

// FourRows collects rows of signs, four of which are read together, so that what they share is
// read from memory once. Each may have a number x_k. The zero value has no rows:
//
//	var rows FourRows
//	for … {
//		if rows.Take(signs, x) {
//			rows.AddNegatives(h)
//		}
//	}
//	rows.AddNegatives(h) // what is left
type FourRows struct {
	signs [4][]uint64
	x     [4]float64
	n     int
}

// Take takes a row with its number, and reports whether there are four, which have to be used
// before the next.
func (r *FourRows) Take(signs []uint64, x float64) (full bool) {
	r.signs[r.n], r.x[r.n] = signs, x
	r.n++
	return r.n == len(r.signs)
}

// Negatives returns for every row, in the order in which they were taken, the sum of m_i,
// i < len(m), over its negative signs, and lets the rows go. With Σ_i m_i that gives
//
//	Σ_i ξ_i m_i = Σ_i m_i − 2 Σ_{ξ_i=−1} m_i.
func (r *FourRows) Negatives(m []float64) (sums [4]float64) {
	if r.fill(len(m)) && len(m) > 0 {
		negatives(m, &r.signs[0][0], &r.signs[1][0], &r.signs[2][0], &r.signs[3][0], &sums)
	}
	return sums
}

// AddNegatives adds x_k to h_i, i < len(h), where the sign of row k is negative, one row after
// the other, and lets the rows go. With Σ_k c_k added before, x_k = −2c_k makes it
//
//	h_i ← h_i + Σ_k c_k ξ_ki.
func (r *FourRows) AddNegatives(h []float64) {
	if r.fill(len(h)) && len(h) > 0 {
		addNegatives(h, &r.x, &r.signs[0][0], &r.signs[1][0], &r.signs[2][0], &r.signs[3][0])
	}
}

// fill puts the last row, with x = 0, in the place of those that are missing of four, and
// reports whether there is any. It panics if a row is shorter than n weights.
func (r *FourRows) fill(n int) (any bool) {
	taken := r.n
	if r.n = 0; taken == 0 {
		return false
	}
	for k := taken; k < len(r.signs); k++ {
		r.signs[k], r.x[k] = r.signs[taken-1], 0
	}
	for _, signs := range r.signs {
		first(words(n), signs)
	}
	return true
}
