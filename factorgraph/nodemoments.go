package factorgraph

import (
	"fbp/internal/cores"
	"fbp/internal/kern"
)

// Moments writes the magnetisations m_i = tanh h_i of the weights, and to v the variance
// Σ_i (1 − m_i²) of the sum of each unit. Where prepare is not nil, it prepares h first.
func (f *Nodes) Moments(m, v, h []float64, prepare Prepare) {
	b, least := f.WeightBlocks(m, h, prepare), leastBlocks
	if prepare != nil {
		least = leastPrepared
	}
	cores.Divide(f.Cores.Parts(len(b.variances), least), len(b.variances), 1, b, WeightBlocks.compute)
	b.Variances(v)
}

// The number of blocks of weights that is worth a goroutine, and that if their fields are
// prepared first.
const (
	leastBlocks   = 64
	leastPrepared = 8
)

// Prepare computes the fields of weights lo … hi−1 before they are read, and touches no others.
type Prepare func(lo, hi int)

// WeightBlocks computes the moments of [Nodes.Moments] block by block. A block is
// [kern.MagnetizeBlock] weights of a unit, or those that are left at the unit's end. The variances of
// blocks are added up in their order, whichever goroutine has computed them, so that the bits
// are those of one goroutine.
type WeightBlocks struct {
	m, h      []float64
	variances []float64 // Σ_i (1 − m_i²) of each block
	inputs    int       // weights of a unit
	blocks    int       // of a unit
	prepare   Prepare   // nil: h is ready
}

// WeightBlocks are those of the weights with fields h, whose magnetisations go to m. The next
// call uses the same scratch.
func (f *Nodes) WeightBlocks(m, h []float64, prepare Prepare) WeightBlocks {
	inputs := len(h) / len(f.units)
	blocks := (inputs + kern.MagnetizeBlock - 1) / kern.MagnetizeBlock
	all := blocks * len(f.units)
	if len(f.variances) < all {
		f.variances = make([]float64, all)
	}
	return WeightBlocks{m: m, h: h, variances: f.variances[:all], inputs: inputs, blocks: blocks, prepare: prepare}
}

// Whole tells whether pieces of so many weights consist of whole blocks.
func (b WeightBlocks) Whole(piece int) bool { return piece%kern.MagnetizeBlock == 0 }

// Compute computes the moments of weights lo … hi−1 of unit k. The piece consists of whole
// blocks.
func (b WeightBlocks) Compute(k, lo, hi int) {
	first := k * b.blocks
	b.compute(0, first+lo/kern.MagnetizeBlock, first+(hi+kern.MagnetizeBlock-1)/kern.MagnetizeBlock)
}

// Variances writes the variance of each unit to v, when all blocks have been computed.
func (b WeightBlocks) Variances(v []float64) {
	for k := range v {
		v[k] = 0
		for _, x := range b.variances[k*b.blocks : (k+1)*b.blocks] {
			v[k] += x
		}
	}
}

// compute computes blocks from … to−1, counted through all units.
func (b WeightBlocks) compute(_, from, to int) {
	if b.prepare != nil {
		b.prepare(b.start(from), b.start(to))
	}
	for block := from; block < to; block++ {
		lo, hi := b.start(block), b.start(block+1)
		b.variances[block] = kern.Magnetize(b.m[lo:hi], b.h[lo:hi])
	}
}

// start is the first weight of a block.
func (b WeightBlocks) start(block int) int {
	return block/b.blocks*b.inputs + block%b.blocks*kern.MagnetizeBlock
}
