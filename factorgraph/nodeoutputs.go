package factorgraph

import (
	"fbp/internal/cores"
	"fbp/internal/kern"
)

// Outputs writes the outputs of patterns from, from+1, …, for which the sum of each unit is Gaussian, of mean
// and variance
//
//	ω = Σ_i ξ_i m_i − V g,   V = Σ_i (1 − m_i²).
//
// m are the magnetisations, v the variances V of the units, g the slopes of all patterns. The
// outputs of one pattern, one for each unit and all with its ln Z, follow each other in out.
func (f *Nodes) Outputs(out []Output, m, v, g []float64, from int) {
	patternBlock{Nodes: f, out: out, m: m, v: v, g: g, from: from}.divide()
}

// UpdateSlopes is Outputs, and then moves the slopes g of these patterns towards those of the outputs,
//
//	Δg = gain (∂_ω ln Z − g),   g ← g + Δg.
func (f *Nodes) UpdateSlopes(out []Output, change, m, v, g []float64, from int, gain float64) {
	patternBlock{f, out, m, v, g, from, change, gain}.divide()
}

// patternBlock is the patterns of one call of [Nodes.Outputs] or [Nodes.UpdateSlopes]. Pattern j of the block is pattern
// from + j of the Nodes.
type patternBlock struct {
	*Nodes
	out     []Output
	m, v, g []float64
	from    int
	change  []float64 // Δg; nil: slopes stay
	gain    float64
}

// divide divides the patterns among goroutines.
func (b patternBlock) divide() {
	patterns := len(b.out) / len(b.units)
	parts := b.Cores.Parts(patterns, leastOf(len(b.m)))
	b.makeScratch(parts)
	b.totals.Store(nil)
	cores.Divide(parts, patterns, 4, b, patternBlock.compute) // rows are read four at a time
}

// nodeScratch is the scratch of a goroutine.
type nodeScratch struct {
	work     *Workspace
	negative [][sumsAhead]float64 // Σ_{ξ_i=−1} m_i of each unit and some patterns
	totals   []float64            // Σ_i m_i of each unit
}

// sumsAhead is the number of patterns whose sums are computed together, before their outputs.
const sumsAhead = 64

// makeScratch makes the scratch of so many goroutines, unless it is there.
func (f *Nodes) makeScratch(parts int) {
	for units := len(f.units); len(f.scratch) < parts; {
		work := NewWorkspace(0)
		work.resize(units)
		f.scratch = append(f.scratch, nodeScratch{work, make([][sumsAhead]float64, units), make([]float64, units)})
	}
}

// compute computes patterns lo … hi−1 of the block, as many at a time as sumsAhead: their sums, then their outputs, then their
// slopes.
func (b patternBlock) compute(part, lo, hi int) {
	scratch := &b.scratch[part]
	if part == 1 {
		b.total(scratch) // while goroutine 0 computes the sums of its patterns
	}
	for ; lo < hi; lo += sumsAhead {
		n := min(sumsAhead, hi-lo)
		for k := range b.units {
			b.negatives(scratch.negative[k][:n], k, lo)
		}
		totals := b.total(scratch)
		for j := lo; j < lo+n; j++ {
			for k, v := range b.v {
				sum := totals[k] - float64(2*scratch.negative[k][j-lo])
				scratch.work.at[k] = moments{sum - float64(v*b.share(k, b.g)[b.from+j]), max(v, kern.LeastVariance)}
			}
			out := b.out[j*len(b.v) : (j+1)*len(b.v)]
			b.rows[b.from+j].outputs(out, scratch.work)
			b.step(out, j)
		}
	}
}

// step moves the slopes of pattern j, if they are to be moved.
func (b patternBlock) step(out []Output, j int) {
	if b.change == nil {
		return
	}
	for k := range out {
		slope := &b.share(k, b.g)[b.from+j]
		d := float64(b.gain * (out[k].Slope - *slope))
		b.share(k, b.change)[j] = d
		*slope += d
	}
}

// negatives writes Σ_{ξ_i=−1} m_i of unit k, of patterns lo, lo+1, …, with which
//
//	Σ_i ξ_i m_i = Σ_i m_i − 2 Σ_{ξ_i=−1} m_i.
func (b patternBlock) negatives(sums []float64, k, lo int) {
	var rows kern.FourRows
	m := b.share(k, b.m)
	for j, signs := range b.units[k][b.from+lo:][:len(sums)] {
		if full := rows.Take(signs, 0); full || j == len(sums)-1 {
			four := rows.Negatives(m)
			copy(sums[j/4*4:], four[:])
		}
	}
}

// total is Σ_i m_i of each unit. It is computed by the goroutine that needs it first, or by several
// at the same time, with the same result: none waits for another.
func (b patternBlock) total(scratch *nodeScratch) []float64 {
	if known := b.totals.Load(); known != nil {
		return *known
	}
	for k := range scratch.totals {
		sum := 0.0
		for _, mi := range b.share(k, b.m) {
			sum += mi
		}
		scratch.totals[k] = sum
	}
	b.totals.Store(&scratch.totals)
	return scratch.totals
}
