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
}

// NewNodes are the nodes of some rows, of so many units.
func NewNodes(rows []*Discrete, units int) *Nodes {
	f := &Nodes{rows, make([][][]uint64, units), NewWorkspace(0)}
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
		dots(f.share(k, sums), f.share(k, m), signs, from)
	}
}

// Push adds Σ_j c_j ξ_i, pattern from+j having ξ, to the fields h of a unit's weights.
func (f *Nodes) Push(h, c []float64, from int) {
	for k, signs := range f.units {
		push(f.share(k, h), f.share(k, c), signs, from)
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

func dots(sums, m []float64, signs [][]uint64, from int) {
	all := 0.0
	for _, mi := range m {
		all += mi
	}
	for k := 0; k < len(sums); k += 4 {
		rows := four(signs, from+k)
		negative := kern.Negatives(m, &rows)
		for j := range min(4, len(sums)-k) {
			sums[k+j] = all - float64(2*negative[j])
		}
	}
}

func push(h, c []float64, signs [][]uint64, from int) {
	all := 0.0
	for _, ck := range c {
		all += ck
	}
	for i := range h {
		h[i] += all
	}
	for k := 0; k < len(c); k += 4 {
		rows, x := four(signs, from+k), [4]float64{}
		for j := range min(4, len(c)-k) {
			x[j] = -2 * c[k+j]
		}
		kern.AddNegatives(h, &x, &rows)
	}
}

// Cost implements [Costed].
func (f *Nodes) Cost(Precision) Cost {
	units, n := float64(len(f.units)), 64*len(f.units[0][0])
	c := Cost{Gaussian: float64(float64(n)*perPush) + perNode, Inputs: n}
	if len(f.units) > 1 {
		c.Gaussian = units * (c.Gaussian + perOutput)
	}
	return c
}
