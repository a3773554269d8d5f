package layered

import "fbp/internal/kern"

// nodes are messages node by node, approximate message passing or, without its
// corrections, mean field: with gᵗ that of iteration t,
//
//	ω_k  = Σ_i m x − gᵗ⁻¹_k Σ_i [(1 − m²) x² + m² D]
//	h_ki = Σ_n [x g − m (x² ∂g + D gᵗ gᵗ⁻¹)],  B_i = Σ_k [m g − x (m² ∂g + (1 − m²) gᵗ gᵗ⁻¹)]
//
// where D = 1 − x² of hidden units and 0 of data. In the first iteration, as x has not seen
// B, the terms with gᵗ⁻¹ are absent.
type nodes struct {
	corrected bool // approximate message passing

	squares    []float64 // m², unit by unit
	across     []float64 // m and m², input by input: rows of all units
	acrossOf2  []float64
	sum, curve []float64 // scratch, of units or inputs
	xx         []float64 // x² of the inputs of all patterns of the batch
}

func newNodes(l *layer, corrected bool, patterns int) *nodes {
	n := &nodes{corrected: corrected}
	if l.below != nil {
		n.squares, n.across, n.acrossOf2 = make([]float64, l.Weights()), make([]float64, l.Weights()), make([]float64, l.Weights())
		n.xx = make([]float64, l.Inputs*patterns)
	}
	most := max(l.Units, l.Inputs)
	n.sum, n.curve = make([]float64, most), make([]float64, most)
	return n
}

func (n *nodes) state() [][]float64 { return nil }

func (n *nodes) forward(l *layer, patterns int, first bool) {
	if l.below == nil {
		n.forwardData(l, patterns, first)
		return
	}
	total := 0.0 // of m² of a unit
	n.turn(l)
	for j := range patterns {
		x, xx, all := l.inputs(j, nil), n.xx[j*l.Inputs:(j+1)*l.Inputs], 0.0
		for i, v := range x {
			xx[i] = float64(v * v)
			all += xx[i]
		}
		omega, spread := n.sum[:l.Units], n.curve[:l.Units]
		clear(omega)
		clear(spread)
		addRows(omega, x, n.across)
		addRows(spread, xx, n.acrossOf2)
		for k := range omega {
			p := j*l.Units + k
			if n.corrected && !first {
				total = 0
				for _, q := range l.of(k, n.squares) {
					total += q
				}
				omega[k] -= float64(l.g[p] * (all + total - 2*spread[k]))
			}
			l.meet(p, omega[k], float64(l.Inputs)-spread[k], first)
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

// forwardData is forward where the inputs are signs.
func (n *nodes) forwardData(l *layer, patterns int, first bool) {
	for k := range l.Units {
		m, sum, v := l.of(k, l.m), 0.0, 0.0
		for _, x := range m {
			sum += x
			v += 1 - float64(x*x)
		}
		for j := 0; j < patterns; j += 4 {
			rows, number := fourOf(l.bits, j, patterns)
			against := kern.Negatives(m, &rows)
			for r, x := range against[:number] {
				p, omega := (j+r)*l.Units+k, sum-2*x
				if n.corrected && !first {
					omega -= float64(l.g[p] * v)
				}
				l.meet(p, omega, v, first)
			}
		}
	}
}

func (n *nodes) backward(l *layer, patterns int, first bool) {
	l.derive(patterns, first)
	if l.below == nil {
		return
	}
	for j := range patterns {
		g, slope, old := l.at(j, l.g), l.at(j, l.slope), l.at(j, l.old)
		b, reaction := l.below.at(j, l.below.b), n.curve[:l.Inputs]
		clear(b)
		addRows(b, g, l.m)
		if !n.corrected {
			continue
		}
		both, c := 0.0, n.sum[:l.Units]
		for k, s := range slope {
			c[k] = s
			if !first {
				pair := float64(g[k] * old[k])
				c[k] -= pair
				both += pair
			}
		}
		clear(reaction)
		addRows(reaction, c, n.squares)
		for i, x := range l.inputs(j, nil) {
			b[i] -= float64(x * (reaction[i] + both))
		}
	}
}

func (n *nodes) learn(l *layer, patterns int, first bool) {
	if l.below == nil {
		n.learnData(l, patterns)
		return
	}
	for k := range l.Units {
		h, both := l.of(k, l.h), 0.0
		reaction := n.curve[:l.Inputs]
		clear(reaction)
		var of, squares fourRows
		for j := range patterns {
			p := j*l.Units + k
			of.add(h, l.g[p], l.inputs(j, nil))
			if !n.corrected {
				continue
			}
			c := l.slope[p]
			if !first {
				pair := float64(l.g[p] * l.old[p])
				c -= pair
				both += pair
			}
			squares.add(reaction, c, n.xx[j*l.Inputs:(j+1)*l.Inputs])
		}
		of.flush(h)
		if squares.flush(reaction); !n.corrected {
			continue
		}
		for i, m := range l.of(k, l.m) {
			h[i] -= float64(m * (reaction[i] + both))
		}
	}
}

// learnData is learn where the inputs are signs: x² = 1, D = 0.
func (n *nodes) learnData(l *layer, patterns int) {
	for k := range l.Units {
		h, sum, slopes := l.of(k, l.h), 0.0, 0.0
		for j := 0; j < patterns; j += 4 {
			rows, number := fourOf(l.bits, j, patterns)
			var x [4]float64
			for r := range number {
				p := (j+r)*l.Units + k
				sum += l.g[p]
				slopes += l.slope[p]
				x[r] = -2 * l.g[p]
			}
			kern.AddNegatives(h, &x, &rows)
		}
		if !n.corrected {
			slopes = 0
		}
		for i, m := range l.of(k, l.m) {
			h[i] += sum - float64(m*slopes)
		}
	}
}
