package factorgraph

import (
	"sync/atomic"

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
	part  []float64    // of sums of variances, block by block

	scratch []nodeScratch             // of each goroutine
	totals  atomic.Pointer[[]float64] // of each unit: the sum of its magnetisations, once one has added it up
	Cores   cores.Count               // that weights and patterns are divided among
}

// NewNodes are the nodes of some rows, of so many units.
func NewNodes(rows []*Discrete, units int) *Nodes {
	f := &Nodes{rows: rows, units: make([][][]uint64, units)}
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

// Moments writes the magnetisations m_i = tanh h_i of the weights, and to v the variance
// Σ_i (1 − m_i²) of the sum of each unit. What is to be done to the fields before, by
// the weights that are read next, is fields; nil: nothing.
func (f *Nodes) Moments(m, v, h []float64, fields Prepared) {
	n := len(h) / len(v)
	e := magnetized{m: m, h: h, n: n, each: (n + kern.MagnetizeBlock - 1) / kern.MagnetizeBlock, fields: fields}
	blocks, least := e.each*len(v), leastBlocks
	if fields != nil {
		least = leastPrepared
	}
	if len(f.part) < blocks {
		f.part = make([]float64, blocks)
	}
	e.v = f.part[:blocks]
	cores.Divide(f.Cores.Parts(blocks, least), blocks, 1, e, magnetized.blocks)
	for k := range v {
		v[k] = 0
		for _, x := range f.share(k, e.v) {
			v[k] += x
		}
	}
}

// Prepared fields are those of weights lo … hi−1 once Prepare has been called, which may
// touch no others.
type Prepared interface{ Prepare(lo, hi int) }

// leastBlocks is how many blocks of weights are worth a goroutine, and leastPrepared how
// many if their fields are prepared.
const (
	leastBlocks   = 64
	leastPrepared = 8
)

// magnetized are weights of which the moments are wanted, the variances block by block;
// each unit has n weights in so many blocks.
type magnetized struct {
	m, h, v []float64
	n, each int
	fields  Prepared
}

func (e magnetized) blocks(_, from, to int) {
	if e.fields != nil {
		e.fields.Prepare(e.start(from), e.start(to))
	}
	for b := from; b < to; b++ {
		lo, hi := e.start(b), e.start(b+1)
		e.v[b] = kern.Magnetize(e.m[lo:hi], e.h[lo:hi])
	}
}

// start is the first weight of a block.
func (e magnetized) start(b int) int { return b/e.each*e.n + b%e.each*kern.MagnetizeBlock }

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
