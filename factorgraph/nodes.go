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
	e, least := f.Magnetized(m, h, fields), leastBlocks
	if fields != nil {
		least = leastPrepared
	}
	cores.Divide(f.Cores.Parts(len(e.v), least), len(e.v), 1, e, Magnetized.blocks)
	e.Variances(v)
}

// Magnetized is what [Nodes.Moments] does, for whoever does it piece by piece. There is one
// at a time.
func (f *Nodes) Magnetized(m, h []float64, fields Prepared) Magnetized {
	n := len(h) / len(f.units)
	each := (n + kern.MagnetizeBlock - 1) / kern.MagnetizeBlock
	if blocks := each * len(f.units); len(f.part) < blocks {
		f.part = make([]float64, blocks)
	}
	return Magnetized{m: m, h: h, v: f.part[:each*len(f.units)], n: n, each: each, fields: fields}
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

// Magnetized are weights of which the moments are wanted, the variances block by block;
// each unit has n weights in so many blocks.
type Magnetized struct {
	m, h, v []float64
	n, each int
	fields  Prepared
}

// Reads tells whether a unit can be read in pieces of multiples of so many weights.
func (e Magnetized) Reads(piece int) bool { return piece%kern.MagnetizeBlock == 0 }

// Read does it for the weights lo … hi−1 of unit k, a piece.
func (e Magnetized) Read(k, lo, hi int) {
	first := k * e.each
	e.blocks(0, first+lo/kern.MagnetizeBlock, first+(hi+kern.MagnetizeBlock-1)/kern.MagnetizeBlock)
}

// Variances adds up the variances of each unit, when all has been read.
func (e Magnetized) Variances(v []float64) {
	for k := range v {
		v[k] = 0
		for _, x := range e.v[k*e.each : (k+1)*e.each] {
			v[k] += x
		}
	}
}

func (e Magnetized) blocks(_, from, to int) {
	if e.fields != nil {
		e.fields.Prepare(e.start(from), e.start(to))
	}
	for b := from; b < to; b++ {
		lo, hi := e.start(b), e.start(b+1)
		e.v[b] = kern.Magnetize(e.m[lo:hi], e.h[lo:hi])
	}
}

// start is the first weight of a block.
func (e Magnetized) start(b int) int { return b/e.each*e.n + b%e.each*kern.MagnetizeBlock }

// leastOf is how many numbers are worth a goroutine, with so many pairs of a weight and a
// pattern each: some hundred microseconds of work.
func leastOf(pairs int) int {
	const least = 1 << 20
	return max(1, least/max(1, pairs))
}
