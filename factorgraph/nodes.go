package factorgraph

import (
	"fbp/internal/cores"
	"fbp/internal/kern"
)

// Nodes are patterns of inputs ±1 on binary weights for approximate message passing: it
// sees the weights only through the sums Σ_i ξ_i w_i of the units, whose weights follow
// each other in runs of equal length, so that it can keep a single quantity for each sum
// and weight. Of n patterns, that of pattern j and unit k is element k n + j of a slice.
type Nodes struct {
	rows  []*Discrete
	units [][][]uint64 // of each unit: what it sees of the patterns
	all   []float64    // of each unit: the sum of its magnetisations
	part  []float64    // of a sum of variances, block by block

	scratch []nodeScratch // of each goroutine
	Cores   cores.Count   // that weights and patterns are divided among
}

// nodeScratch is scratch for the outputs of patterns.
type nodeScratch struct {
	work *Workspace
	sums [][sumsAhead]float64 // of each unit
}

// sumsAhead is the number of patterns of which all sums are known before the outputs.
const sumsAhead = 64

// NewNodes are the nodes of some rows, of so many units.
func NewNodes(rows []*Discrete, units int) *Nodes {
	f := &Nodes{rows: rows, units: make([][][]uint64, units), all: make([]float64, units)}
	for _, row := range rows {
		for k, signs := range row.Units {
			f.units[k] = append(f.units[k], signs)
		}
	}
	return f
}

// room makes scratch for so many goroutines.
func (f *Nodes) room(parts int) {
	for units := len(f.units); len(f.scratch) < parts; {
		work := NewWorkspace(0)
		work.resize(units)
		f.scratch = append(f.scratch, nodeScratch{work, make([][sumsAhead]float64, units)})
	}
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

// Moments writes the magnetisations m_i = tanh h_i of the weights, and to v the variance
// Σ_i (1 − m_i²) of the sum of each unit.
func (f *Nodes) Moments(m, v, h []float64) {
	for k := range v {
		e := magnetized{f.share(k, m), f.share(k, h), nil}
		blocks := (len(e.m) + kern.MagnetizeBlock - 1) / kern.MagnetizeBlock
		if len(f.part) < blocks {
			f.part = make([]float64, blocks)
		}
		e.v = f.part[:blocks]
		cores.Divide(f.Cores.Parts(blocks, leastBlocks), blocks, 1, e, magnetized.blocks)
		v[k] = 0
		for _, x := range e.v {
			v[k] += x
		}
	}
}

// leastBlocks is how many blocks of weights are worth a goroutine.
const leastBlocks = 64

// magnetized are weights of which the moments are wanted, the variances block by block.
type magnetized struct{ m, h, v []float64 }

func (e magnetized) blocks(_, from, to int) {
	for b := from; b < to; b++ {
		lo, hi := b*kern.MagnetizeBlock, min(len(e.m), (b+1)*kern.MagnetizeBlock)
		e.v[b] = kern.Magnetize(e.m[lo:hi], e.h[lo:hi])
	}
}

// Outputs writes the outputs of the patterns from, from+1, … by each of their sums, which
// are Gaussian, of means ω = Σ_i ξ_i m_i − V g and variances V: m are the magnetisations,
// v the variances of the units, g the slopes of all patterns. Those of one pattern, which
// have the same ln Z, follow each other in out.
func (f *Nodes) Outputs(out []Output, m, v, g []float64, from int) {
	for k := range f.all {
		all := 0.0
		for _, mi := range f.share(k, m) {
			all += mi
		}
		f.all[k] = all
	}
	rows := len(out) / len(f.units)
	parts := f.Cores.Parts(rows, leastOf(len(m)))
	f.room(parts)
	cores.Divide(parts, rows, len(kern.Four{}), outputs{f, out, m, v, g, from}, outputs.rows)
}

// outputs are those that [Nodes.Outputs] computes.
type outputs struct {
	*Nodes
	out     []Output
	m, v, g []float64
	from    int
}

// rows are patterns from + lo … from + hi − 1.
func (o outputs) rows(part, lo, hi int) {
	scratch := &o.scratch[part]
	for ; lo < hi; lo += sumsAhead {
		n := min(sumsAhead, hi-lo)
		for k := range o.units {
			o.sum(scratch.sums[k][:n], k, lo)
		}
		for l := range n {
			mu := o.from + lo + l
			for k, v := range o.v {
				omega := scratch.sums[k][l] - float64(v*o.share(k, o.g)[mu])
				scratch.work.at[k] = moments{omega, max(v, kern.LeastVariance)}
			}
			o.Nodes.rows[mu].outputs(o.out[(lo+l)*len(o.v):(lo+l+1)*len(o.v)], scratch.work)
		}
	}
}

// sum writes Σ_i ξ_i m_i = Σ_i m_i − 2 Σ_{ξ_i=−1} m_i of unit k, from pattern from + lo on.
func (o outputs) sum(sums []float64, k, lo int) {
	for j := 0; j < len(sums); j += 4 {
		rows := four(o.units[k], o.from+lo+j)
		negative := kern.Negatives(o.share(k, o.m), &rows)
		for l := range min(4, len(sums)-j) {
			sums[j+l] = o.all[k] - float64(2*negative[l])
		}
	}
}

// four are the signs of four patterns from mu on; what is missing of four is the last
// again.
func four(signs [][]uint64, mu int) (rows kern.Four) {
	for k := range rows {
		rows[k] = signs[min(mu+k, len(signs)-1)]
	}
	return rows
}

// Push is what the patterns from, from+1, … add to the fields of a unit's weights:
// Σ_j c_j ξ_i, pattern from+j having ξ.
type Push struct {
	cores cores.Count
	signs [][]uint64
	c     []float64
	all   float64 // Σ_j c_j
	from  int
}

// Push is that of unit k, c being the numbers of these patterns by all units.
func (f *Nodes) Push(k int, c []float64, from int) Push {
	p := Push{cores: f.Cores, signs: f.units[k], c: f.share(k, c), from: from}
	for _, cj := range p.c {
		p.all += cj
	}
	return p
}

// Parts is among how many goroutines it is worth dividing n weights.
func (p *Push) Parts(n int) int { return p.cores.Parts(n, leastOf(len(p.c))) }

// PushUnit is of which numbers pieces of a Push are multiples: a word of signs.
const PushUnit = 64

// Add adds to the fields h of the weights lo, lo+1, … of the unit: all, and −2 c_j where
// ξ_i = −1, one pattern after the other.
func (p *Push) Add(h []float64, lo int) {
	for i := range h {
		h[i] += p.all
	}
	for j := 0; j < len(p.c); j += 4 {
		rows, x := four(p.signs, p.from+j), [4]float64{}
		for l := range rows {
			rows[l] = rows[l][lo/PushUnit:]
		}
		for l := range min(4, len(p.c)-j) {
			x[l] = -2 * p.c[j+l]
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

// leastOf is how many numbers are worth a goroutine, with so many pairs of a weight and a
// pattern each: some hundred microseconds of work.
func leastOf(pairs int) int {
	const least = 1 << 20
	return max(1, least/max(1, pairs))
}
