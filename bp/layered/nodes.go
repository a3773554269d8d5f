package layered

import "fbp/internal/kern"

// nodes are messages node by node: approximate message passing or, without its corrections, mean field.
// With gᵗ that of iteration t, n a pattern, and D = 1 − x² of hidden units and 0 of data,
//
//	ω_k  = Σ_i m x − gᵗ⁻¹_k Σ_i [(1 − m²) x² + m² D],   V_k = Σ_i [(1 − m²) x² + D],
//	h_ki = Σ_n [x g − m (x² ∂g + D gᵗ gᵗ⁻¹)],
//	B_i  = Σ_k [m g − x (m² ∂g + (1 − m²) gᵗ gᵗ⁻¹)].
//
// In the first iteration, as x has not seen B, the terms with gᵗ⁻¹ are absent. All sums are products of
// matrices, since with c = ∂g − gᵗ gᵗ⁻¹ they are, of hidden units,
//
//	Σ_i [(1 − m²) x² + m² D] = Σ_i x² + Σ_i m² − 2 Σ_i m² x²,   V_k = N − Σ_i m² x²,
//	Σ_n (x² ∂g + D gᵗ gᵗ⁻¹)  = Σ_n x² c + Σ_n gᵗ gᵗ⁻¹,
//	Σ_k (m² ∂g + (1 − m²) gᵗ gᵗ⁻¹) = Σ_k m² c + Σ_k gᵗ gᵗ⁻¹,
//
// and of data Σ_i (1 − m²) x² = V_k = Σ_i x² − Σ_i m² x². Layers that read signs of data have [bitNodes].
type nodes struct {
	corrected bool // approximate message passing

	m2         []float64 // m², unit by unit
	byIn, m2In []float64 // m and m², input by input
	x2         []float64 // x² of the inputs of all patterns of the batch

	// Of the corrections:
	c                []float64 // of unit k in the j-th pattern, at j·units + k
	overN, overUnits []float64 // Σ_n gᵗ gᵗ⁻¹ of each unit, Σ_k gᵗ gᵗ⁻¹ of each pattern
	sumM2            []float64 // Σ_i m² of each unit

	rows []float64 // scratch, of four rows of inputs
}

func newNodes(l *layer, corrected bool, patterns int) *nodes {
	weights := func() []float64 { return make([]float64, l.Weights()) }
	units := func() []float64 { return make([]float64, l.Units) }
	return &nodes{
		corrected: corrected, m2: weights(), byIn: weights(), m2In: weights(), x2: make([]float64, l.Inputs*patterns),
		c: make([]float64, l.Units*patterns), overN: units(), overUnits: make([]float64, patterns), sumM2: units(), rows: make([]float64, 4*l.Inputs),
	}
}

func (n *nodes) state() [][]float64 { return nil }

func (n *nodes) forward(l *layer, patterns int, first bool) {
	all, x := patterns*l.Units, l.numbers(patterns)
	n.transpose(l)
	for p, v := range x {
		n.x2[p] = float64(v * v)
	}
	omega, m2x2 := l.u[:all], l.rv[:all] // V comes in the place of Σ_i m² x²
	clear(omega)
	clear(m2x2)
	kern.AddProduct(omega, l.Units, kern.Factors{X: x, Row: l.Inputs, Term: 1}, n.byIn)
	kern.AddProduct(m2x2, l.Units, kern.Factors{X: n.x2, Row: l.Inputs, Term: 1}, n.m2In)
	corrected := n.corrected && !first
	if l.reals != nil {
		n.ofData(l, patterns, corrected)
	} else {
		if corrected {
			n.correct(l, patterns)
		}
		for p, sum := range m2x2 {
			m2x2[p] = float64(l.Inputs) - sum
		}
	}
	l.normalize(patterns, first)
}

// transpose writes m and m² input by input.
func (n *nodes) transpose(l *layer) {
	for k := range l.Units {
		for i, m := range l.of(k, l.m) {
			q := float64(m * m)
			n.m2[k*l.Inputs+i] = q
			n.byIn[i*l.Units+k], n.m2In[i*l.Units+k] = m, q
		}
	}
}

// ofData makes V of Σ_i m² x², and corrects ω, where inputs are data.
func (n *nodes) ofData(l *layer, patterns int, corrected bool) {
	for j := range patterns {
		sumX2 := total(n.x2[j*l.Inputs : (j+1)*l.Inputs])
		for k := range l.Units {
			p := j*l.Units + k
			if l.rv[p] = sumX2 - l.rv[p]; corrected {
				l.u[p] -= float64(l.g[p] * l.rv[p])
			}
		}
	}
}

// correct corrects ω where inputs are hidden units.
func (n *nodes) correct(l *layer, patterns int) {
	for k := range l.Units {
		n.sumM2[k] = total(l.of(k, n.m2))
	}
	for j := range patterns {
		sumX2 := total(n.x2[j*l.Inputs : (j+1)*l.Inputs])
		for k := range l.Units {
			p := j*l.Units + k
			l.u[p] -= float64(l.g[p] * (sumX2 + n.sumM2[k] - 2*l.rv[p]))
		}
	}
}

// total is the sum of some numbers.
func total(x []float64) (sum float64) {
	for _, v := range x {
		sum += v
	}
	return sum
}

func (n *nodes) backward(l *layer, patterns int, first bool) {
	l.derive(patterns, first)
	if l.below == nil {
		n.answers(l, patterns, true) // D = 0
		return
	}
	b := l.below.b[:patterns*l.Inputs]
	clear(b)
	kern.AddProduct(b, l.Inputs, kern.Factors{X: l.g, Row: l.Units, Term: 1}, l.m)
	if !n.corrected {
		return
	}
	n.answers(l, patterns, first)
	for lo := 0; lo < patterns; lo += 4 {
		hi := min(patterns, lo+4)
		m2c := n.product(hi-lo, l, kern.Factors{X: n.c[lo*l.Units:], Row: l.Units, Term: 1}, n.m2)
		for j := lo; j < hi; j++ {
			subtract(l.below.at(j, b), l.below.at(j, l.below.x), m2c[(j-lo)*l.Inputs:], n.overUnits[j])
		}
	}
}

// answers finds c and the sums of gᵗ gᵗ⁻¹. Without gᵗ⁻¹ c is ∂g.
func (n *nodes) answers(l *layer, patterns int, without bool) {
	copy(n.c, l.slope[:patterns*l.Units])
	clear(n.overN)
	clear(n.overUnits)
	if without {
		return
	}
	for j := range patterns {
		for k := range l.Units {
			p := j*l.Units + k
			pair := float64(l.g[p] * l.old[p])
			n.c[p] -= pair
			n.overN[k] += pair
			n.overUnits[j] += pair
		}
	}
}

// product is some rows, four at most, of a product of matrices.
func (n *nodes) product(rows int, l *layer, c kern.Factors, of []float64) []float64 {
	product := n.rows[:rows*l.Inputs]
	clear(product)
	kern.AddProduct(product, l.Inputs, c, of)
	return product
}

// subtract takes y_i (each_i + all) from x_i.
func subtract(x, y, each []float64, all float64) {
	y, each = y[:len(x)], each[:len(x)]
	for i, v := range y {
		x[i] -= float64(v * (each[i] + all))
	}
}

func (n *nodes) learn(l *layer, patterns int, _ bool) {
	kern.AddProduct(l.h, l.Inputs, kern.Factors{X: l.g, Row: 1, Term: l.Units}, l.numbers(patterns))
	if !n.corrected {
		return
	}
	for lo := 0; lo < l.Units; lo += 4 {
		hi := min(l.Units, lo+4)
		x2c := n.product(hi-lo, l, kern.Factors{X: n.c[lo:], Row: 1, Term: l.Units}, n.x2[:patterns*l.Inputs])
		for k := lo; k < hi; k++ {
			subtract(l.of(k, l.h), l.of(k, l.m), x2c[(k-lo)*l.Inputs:], n.overN[k])
		}
	}
}
