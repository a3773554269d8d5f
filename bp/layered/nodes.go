package layered

import "fbp/internal/kern"

// nodes are messages node by node, approximate message passing or, without its
// corrections, mean field: with gᵗ that of iteration t,
//
//	ω_k  = Σ_i m x − gᵗ⁻¹_k Σ_i [(1 − m²) x² + m² D]
//	h_ki = Σ_n [x g − m (x² ∂g + D gᵗ gᵗ⁻¹)],  B_i = Σ_k [m g − x (m² ∂g + (1 − m²) gᵗ gᵗ⁻¹)]
//
// where D = 1 − x² of hidden units and 0 of data. In the first iteration, as x has not seen
// B, the terms with gᵗ⁻¹ are absent. Layers that read signs of data have [readers].
type nodes struct {
	corrected bool // approximate message passing

	squares           []float64 // m², unit by unit
	across, acrossOf2 []float64 // m and m², input by input: rows of all units
	xx                []float64 // x² of the inputs of all patterns of the batch

	// Of the corrections: ∂g − gᵗ gᵗ⁻¹ of unit k in the j-th pattern, at j·units + k; Σ gᵗ gᵗ⁻¹
	// over patterns, and over units; Σ_i m² of a unit.
	c, ofUnits, ofPatterns, total []float64

	reaction []float64 // scratch, of four rows of inputs
}

func newNodes(l *layer, corrected bool, patterns int) *nodes {
	n := &nodes{corrected: corrected}
	for x, size := range map[*[]float64]int{&n.squares: l.Weights(), &n.across: l.Weights(), &n.acrossOf2: l.Weights(), &n.xx: l.Inputs * patterns,
		&n.c: l.Units * patterns, &n.ofUnits: l.Units, &n.ofPatterns: patterns, &n.total: l.Units, &n.reaction: 4 * l.Inputs} {
		*x = make([]float64, size)
	}
	return n
}

func (n *nodes) state() [][]float64 { return nil }

func (n *nodes) forward(l *layer, patterns int, first bool) {
	all, x := patterns*l.Units, l.numbers(patterns)
	n.turn(l)
	for p, v := range x {
		n.xx[p] = float64(v * v)
	}
	omega, v := l.u[:all], l.rv[:all]
	clear(omega)
	clear(v)
	kern.AddProduct(omega, l.Units, kern.Factors{X: x, Row: l.Inputs, Term: 1}, n.across)
	kern.AddProduct(v, l.Units, kern.Factors{X: n.xx, Row: l.Inputs, Term: 1}, n.acrossOf2)
	if l.reals != nil {
		n.known(l, patterns, first)
		l.meet(patterns, first)
		return
	}
	if n.corrected && !first {
		n.correct(l, patterns)
	}
	for p, spread := range v {
		v[p] = float64(l.Inputs) - spread
	}
	l.meet(patterns, first)
}

// known makes V, and the correction of ω, of inputs that are data, D = 0: Σ (1 − m²) x² and gᵗ⁻¹ times that.
func (n *nodes) known(l *layer, patterns int, first bool) {
	for j := range patterns {
		all := total(n.xx[j*l.Inputs : (j+1)*l.Inputs])
		for k := range l.Units {
			p := j*l.Units + k
			if l.rv[p] = all - l.rv[p]; n.corrected && !first {
				l.u[p] -= float64(l.g[p] * l.rv[p])
			}
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

// correct takes from ω what came from above in the iteration before.
func (n *nodes) correct(l *layer, patterns int) {
	for k := range l.Units {
		n.total[k] = total(l.of(k, n.squares))
	}
	for j := range patterns {
		all := total(n.xx[j*l.Inputs : (j+1)*l.Inputs])
		for k := range l.Units {
			p := j*l.Units + k
			l.u[p] -= float64(l.g[p] * (all + n.total[k] - 2*l.rv[p]))
		}
	}
}

// turn writes m and m² input by input.
func (n *nodes) turn(l *layer) {
	for k := range l.Units {
		for i, m := range l.of(k, l.m) {
			q := float64(m * m)
			n.squares[k*l.Inputs+i] = q
			n.across[i*l.Units+k], n.acrossOf2[i*l.Units+k] = m, q
		}
	}
}

func (n *nodes) backward(l *layer, patterns int, first bool) {
	l.derive(patterns, first)
	if l.below == nil {
		n.react(l, patterns, true) // D = 0
		return
	}
	b := l.below.b[:patterns*l.Inputs]
	clear(b)
	kern.AddProduct(b, l.Inputs, kern.Factors{X: l.g, Row: l.Units, Term: 1}, l.m)
	if !n.corrected {
		return
	}
	n.react(l, patterns, first)
	for lo := 0; lo < patterns; lo += 4 {
		hi := min(patterns, lo+4)
		reaction := n.reactionOf(hi-lo, l, kern.Factors{X: n.c[lo*l.Units:], Row: l.Units, Term: 1}, n.squares)
		for j := lo; j < hi; j++ {
			subtract(l.below.at(j, b), l.below.at(j, l.below.x), reaction[(j-lo)*l.Inputs:], n.ofPatterns[j])
		}
	}
}

// react finds ∂g − gᵗ gᵗ⁻¹ and the sums of gᵗ gᵗ⁻¹, which are absent from the first iteration.
func (n *nodes) react(l *layer, patterns int, first bool) {
	copy(n.c, l.slope[:patterns*l.Units])
	clear(n.ofUnits)
	clear(n.ofPatterns)
	if first {
		return
	}
	for j := range patterns {
		for k := range l.Units {
			p := j*l.Units + k
			pair := float64(l.g[p] * l.old[p])
			n.c[p] -= pair
			n.ofUnits[k] += pair
			n.ofPatterns[j] += pair
		}
	}
}

// reactionOf are some rows, four at most, of a product of matrices.
func (n *nodes) reactionOf(rows int, l *layer, c kern.Factors, of []float64) []float64 {
	reaction := n.reaction[:rows*l.Inputs]
	clear(reaction)
	kern.AddProduct(reaction, l.Inputs, c, of)
	return reaction
}

// subtract takes y_i (reaction_i + both) from x_i.
func subtract(x, y, reaction []float64, both float64) {
	y, reaction = y[:len(x)], reaction[:len(x)]
	for i, v := range y {
		x[i] -= float64(v * (reaction[i] + both))
	}
}

func (n *nodes) learn(l *layer, patterns int, _ bool) {
	kern.AddProduct(l.h, l.Inputs, kern.Factors{X: l.g, Row: 1, Term: l.Units}, l.numbers(patterns))
	if !n.corrected {
		return
	}
	for lo := 0; lo < l.Units; lo += 4 {
		hi := min(l.Units, lo+4)
		reaction := n.reactionOf(hi-lo, l, kern.Factors{X: n.c[lo:], Row: 1, Term: l.Units}, n.xx[:patterns*l.Inputs])
		for k := lo; k < hi; k++ {
			subtract(l.of(k, l.h), l.of(k, l.m), reaction[(k-lo)*l.Inputs:], n.ofUnits[k])
		}
	}
}
