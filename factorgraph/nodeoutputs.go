package factorgraph

import (
	"fbp/internal/cores"
	"fbp/internal/kern"
)

// Outputs writes the outputs of the patterns from, from+1, …, to whom the sum of each unit
// is Gaussian, of mean and variance
//
//	ω = Σ_i ξ_i m_i − V g,   V = Σ_i (1 − m_i²).
//
// m are the magnetisations, v the variances V of the units, g the slopes of all patterns. The
// outputs of one pattern, one for each unit and all with its ln Z, follow each other in out.
func (f *Nodes) Outputs(out []Output, m, v, g []float64, from int) {
	f.outputs(outputs{Nodes: f, out: out, m: m, v: v, g: g, from: from})
}

// Climb is Outputs, and then moves the slopes of these patterns towards those of the outputs,
//
//	d = gain (∂_ω ln Z − g),   g ← g + d.
func (f *Nodes) Climb(out []Output, d, m, v, g []float64, from int, gain float64) {
	f.outputs(outputs{f, out, m, v, g, from, d, gain})
}

func (f *Nodes) outputs(o outputs) {
	patterns := len(o.out) / len(f.units)
	parts := f.Cores.Parts(patterns, leastOf(len(o.m)))
	f.room(parts)
	f.totals.Store(nil)
	cores.Divide(parts, patterns, 4, o, outputs.compute) // rows are read four at a time
}

// outputs are those that [Nodes.Outputs] or [Nodes.Climb] computes.
type outputs struct {
	*Nodes
	out     []Output
	m, v, g []float64
	from    int
	d       []float64 // nil: slopes stay
	gain    float64
}

// nodeScratch is scratch of a goroutine.
type nodeScratch struct {
	work     *Workspace
	negative [][sumsAhead]float64 // Σ_{ξ_i=−1} m_i of each unit and some patterns
	totals   []float64            // of each unit
}

// sumsAhead is the number of patterns whose sums are computed together, before their outputs.
const sumsAhead = 64

// room makes scratch for so many goroutines.
func (f *Nodes) room(parts int) {
	for units := len(f.units); len(f.scratch) < parts; {
		work := NewWorkspace(0)
		work.resize(units)
		f.scratch = append(f.scratch, nodeScratch{work, make([][sumsAhead]float64, units), make([]float64, units)})
	}
}

// compute does it for patterns from + lo … from + hi − 1.
func (o outputs) compute(part, lo, hi int) {
	scratch := &o.scratch[part]
	if part == 1 {
		o.total(scratch) // while goroutine 0 computes the sums of its patterns
	}
	for ; lo < hi; lo += sumsAhead {
		n := min(sumsAhead, hi-lo)
		for k := range o.units {
			o.negatives(scratch.negative[k][:n], k, lo)
		}
		totals := o.total(scratch)
		for j := lo; j < lo+n; j++ {
			for k, v := range o.v {
				sum := totals[k] - float64(2*scratch.negative[k][j-lo])
				scratch.work.at[k] = moments{sum - float64(v*o.share(k, o.g)[o.from+j]), max(v, kern.LeastVariance)}
			}
			out := o.out[j*len(o.v) : (j+1)*len(o.v)]
			o.rows[o.from+j].outputs(out, scratch.work)
			o.climb(out, j)
		}
	}
}

// climb moves the slopes of pattern from + j, if they are to be moved.
func (o outputs) climb(out []Output, j int) {
	if o.d == nil {
		return
	}
	for k := range out {
		slope := &o.share(k, o.g)[o.from+j]
		d := float64(o.gain * (out[k].Slope - *slope))
		o.share(k, o.d)[j] = d
		*slope += d
	}
}

// negatives writes Σ_{ξ_i=−1} m_i of unit k, from pattern from + lo on, with which
//
//	Σ_i ξ_i m_i = Σ_i m_i − 2 Σ_{ξ_i=−1} m_i.
func (o outputs) negatives(sums []float64, k, lo int) {
	var rows kern.FourRows
	m := o.share(k, o.m)
	for j, signs := range o.units[k][o.from+lo:][:len(sums)] {
		if full := rows.Take(signs, 0); full || j == len(sums)-1 {
			four := rows.Negatives(m)
			copy(sums[j/4*4:], four[:])
		}
	}
}

// total is Σ_i m_i of each unit. It is computed by the goroutine that needs it first, or by several
// at the same time, with the same result: none waits for another.
func (o outputs) total(scratch *nodeScratch) []float64 {
	if known := o.totals.Load(); known != nil {
		return *known
	}
	for k := range scratch.totals {
		sum := 0.0
		for _, mi := range o.share(k, o.m) {
			sum += mi
		}
		scratch.totals[k] = sum
	}
	o.totals.Store(&scratch.totals)
	return scratch.totals
}
