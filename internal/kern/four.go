package kern

// Four has the signs of four rows, which approximate message passing does
// together, so that what they share is read from memory only once.
type Four [4][]uint64

// Negatives returns the sums of m_i, i < len(m), over the negative signs of each
// row. With Σ_i m_i they give Σ_i ξ_i m_i = Σ_i m_i − 2 Σ_{ξ_i=−1} m_i.
func Negatives(m []float64, rows *Four) (sums [4]float64) {
	rows.check(len(m))
	if len(m) > 0 {
		negatives(m, &rows[0][0], &rows[1][0], &rows[2][0], &rows[3][0], &sums)
	}
	return sums
}

// AddNegatives adds x_k to h_i, i < len(h), where the sign of row k is negative,
// one row after the other. With Σ_k c_k added before, x_k = −2c_k makes it
// h_i ← h_i + Σ_k c_k ξ_ki.
func AddNegatives(h []float64, x *[4]float64, rows *Four) {
	rows.check(len(h))
	if len(h) > 0 {
		addNegatives(h, x, &rows[0][0], &rows[1][0], &rows[2][0], &rows[3][0])
	}
}

// check panics if a row is shorter than n weights.
func (rows *Four) check(n int) {
	for _, signs := range rows {
		first(words(n), signs)
	}
}
