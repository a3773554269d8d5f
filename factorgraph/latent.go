package factorgraph

// Latent are the patterns of random features, for messages that know what features have in common. With the latent
// patterns x of D numbers and the projection F, the sum of a pattern is
//
//	Σ_i ξ_i w_i/√N = a Σ_k x_k s_k/√D + b Σ_i η_i w_i/√N,   s_k = Σ_i F_ik w_i/√N,
//
// where ξ = a F x/√D + b η, a² + b² = 1, and the entries of F, x and η are independent to leading order (Gaussian
// equivalence). The s_k are D more nodes, which are Gaussian.
type Latent struct {
	Channel
	A, B       float64
	Projection Matrix // F, a row for each feature
	Patterns   Matrix // x, a row for each pattern, its label absorbed
	Rest       Matrix // η, likewise
}

// Len is the number of patterns.
func (l *Latent) Len() int { return l.Rest.Rows }

// Matrix has its rows one after the other.
type Matrix struct {
	Rows, Columns int
	X             []float64
}

// NewMatrix is zeros.
func NewMatrix(rows, columns int) Matrix { return Matrix{rows, columns, make([]float64, rows*columns)} }

// Row is one of them.
func (m Matrix) Row(i int) []float64 { return m.X[i*m.Columns : (i+1)*m.Columns : (i+1)*m.Columns] }

// Times writes M v to to. Four sums of a row go side by side, and are added in pairs.
func (m Matrix) Times(to, v []float64) {
	v = v[:m.Columns]
	for i := range to {
		row, s0, s1, s2, s3 := m.Row(i), 0.0, 0.0, 0.0, 0.0
		k := 0
		for ; k+4 <= len(v); k += 4 {
			x, y := row[k:k+4:k+4], v[k:k+4:k+4]
			s0 += float64(x[0] * y[0])
			s1 += float64(x[1] * y[1])
			s2 += float64(x[2] * y[2])
			s3 += float64(x[3] * y[3])
		}
		for ; k < len(v); k++ {
			s0 += float64(row[k] * v[k])
		}
		to[i] = (s0 + s2) + (s1 + s3)
	}
}

// Back writes Mᵀ v to to. Rows are added four at a time, in their order.
func (m Matrix) Back(to, v []float64) {
	clear(to)
	i := 0
	for ; i+4 <= m.Rows; i += 4 {
		a, b, c, d := v[i], v[i+1], v[i+2], v[i+3]
		r0, r1, r2, r3 := m.Row(i)[:len(to)], m.Row(i + 1)[:len(to)], m.Row(i + 2)[:len(to)], m.Row(i + 3)[:len(to)]
		for k := range to {
			to[k] += (float64(a*r0[k]) + float64(b*r1[k])) + (float64(c*r2[k]) + float64(d*r3[k]))
		}
	}
	for ; i < m.Rows; i++ {
		a := v[i]
		for k, x := range m.Row(i) {
			to[k] += float64(a * x)
		}
	}
}
