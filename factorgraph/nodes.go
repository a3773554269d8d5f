package factorgraph

import "fbp/internal/kern"

// Nodes are patterns of inputs ±1 on binary weights for approximate message passing: it
// sees the weights only through the sums Σ_i ξ_i w_i of the units, whose weights follow
// each other in runs of equal length, so that it can keep a single quantity for each sum
// and weight. Of n patterns, that of pattern j and unit k is element k n + j of a slice.
type Nodes struct {
	rows  []*Discrete
	units [][][]uint64 // of each unit: what it sees of the patterns
	work  *Workspace

	Cores Cores // that sums over weights and over patterns are divided among
}

// NewNodes are the nodes of some rows, of so many units.
func NewNodes(rows []*Discrete, units int) *Nodes {
	f := &Nodes{rows: rows, units: make([][][]uint64, units), work: NewWorkspace(0)}
	f.work.resize(units)
	for _, row := range rows {
		for k, signs := range row.Units {
			f.units[k] = append(f.units[k], signs)
		}
	}
	return f
}

// Len is the number of patterns.
func (f *Nodes) Len() int { return len(f.rows) }

// Units is the number of sums that each sees.
func (f *Nodes) Units() int { return len(f.units) }

// share is what belongs to unit k of numbers of which each unit has equally many.
func (f *Nodes) share(k int, x []float64) []float64 {
	n := len(x) / len(f.units)
	return x[k*n : (k+1)*n : (k+1)*n]
}

// Dots writes the sums Σ_i ξ_i m_i of the patterns from, from+1, … to sums.
func (f *Nodes) Dots(sums, m []float64, from int) {
	for k, signs := range f.units {
		f.dots(f.share(k, sums), f.share(k, m), signs, from)
	}
}

// Push adds Σ_j c_j ξ_i, pattern from+j having ξ, to the fields h of a unit's weights.
func (f *Nodes) Push(h, c []float64, from int) {
	for k, signs := range f.units {
		f.push(f.share(k, h), f.share(k, c), signs, from)
	}
}

// At writes to out the outputs of pattern mu by each of its sums, which are Gaussian
// of means ω and variances V; all have the same ln Z.
func (f *Nodes) At(out []Output, mu int, omega, v []float64) {
	for k := range f.work.at {
		f.work.at[k] = moments{omega[k], max(v[k], kern.LeastVariance)}
	}
	f.rows[mu].outputs(out, f.work)
}

// four are the signs of four patterns from mu on; what is missing of four is the last
// again.
func four(signs [][]uint64, mu int) (rows kern.Four) {
	for k := range rows {
		rows[k] = signs[min(mu+k, len(signs)-1)]
	}
	return rows
}

// dots is divided by patterns, each of which has a sum of its own.
func (f *Nodes) dots(sums, m []float64, signs [][]uint64, from int) {
	all := 0.0
	for _, mi := range m {
		all += mi
	}
	if parts := f.Cores.Parts(len(sums), leastOf(len(m))); parts > 1 {
		Divide(parts, len(sums), len(kern.Four{}), func(lo, hi int) { dots(sums[lo:hi], m, all, signs, from+lo) })
		return
	}
	dots(sums, m, all, signs, from)
}

// dots writes Σ_i ξ_i m_i = all − 2 Σ_{ξ_i=−1} m_i, where all is Σ_i m_i.
func dots(sums, m []float64, all float64, signs [][]uint64, from int) {
	for k := 0; k < len(sums); k += 4 {
		rows := four(signs, from+k)
		negative := kern.Negatives(m, &rows)
		for j := range min(4, len(sums)-k) {
			sums[k+j] = all - float64(2*negative[j])
		}
	}
}

// push is divided by weights, in whole words of signs: each adds the patterns up in
// their order.
func (f *Nodes) push(h, c []float64, signs [][]uint64, from int) {
	all := 0.0
	for _, ck := range c {
		all += ck
	}
	if parts := f.Cores.Parts(len(h), leastOf(len(c))); parts > 1 {
		Divide(parts, len(h), wordBits, func(lo, hi int) { push(h[lo:hi], c, all, signs, from, lo/wordBits) })
		return
	}
	push(h, c, all, signs, from, 0)
}

// push adds all, Σ_j c_j, and −2 c_j where ξ_i = −1, to the fields of weights whose signs
// begin at a word.
func push(h, c []float64, all float64, signs [][]uint64, from, word int) {
	for i := range h {
		h[i] += all
	}
	for k := 0; k < len(c); k += 4 {
		rows, x := four(signs, from+k), [4]float64{}
		for j := range rows {
			rows[j] = rows[j][word:]
		}
		for j := range min(4, len(c)-k) {
			x[j] = -2 * c[k+j]
		}
		kern.AddNegatives(h, &x, &rows)
	}
}

// wordBits is the number of signs in a word.
const wordBits = 64

// Cost implements [Costed].
func (f *Nodes) Cost(Precision) Cost {
	units, n := float64(len(f.units)), 64*len(f.units[0][0])
	c := Cost{Gaussian: float64(float64(n)*perPush) + perNode, Inputs: n}
	if len(f.units) > 1 {
		c.Gaussian = units * (c.Gaussian + perOutput)
	}
	return c
}
