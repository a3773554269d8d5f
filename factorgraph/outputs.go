package factorgraph

import (
	"fbp/internal/cores"
	"fbp/internal/kern"
)

// nodeScratch is scratch for the outputs of patterns.
type nodeScratch struct {
	work   *Workspace
	sums   [][sumsAhead]float64 // of each unit
	totals []float64            // of each unit
}

// sumsAhead is the number of patterns of which all sums are known before the outputs.
const sumsAhead = 64

// room makes scratch for so many goroutines.
func (f *Nodes) room(parts int) {
	for units := len(f.units); len(f.scratch) < parts; {
		work := NewWorkspace(0)
		work.resize(units)
		f.scratch = append(f.scratch, nodeScratch{work, make([][sumsAhead]float64, units), make([]float64, units)})
	}
}

// Outputs writes the outputs of the patterns from, from+1, … by each of their sums, which
// are Gaussian, of means ω = Σ_i ξ_i m_i − V g and variances V: m are the magnetisations,
// v the variances of the units, g the slopes of all patterns. Those of one pattern, which
// have the same ln Z, follow each other in out.
func (f *Nodes) Outputs(out []Output, m, v, g []float64, from int) {
	f.outputs(outputs{Nodes: f, out: out, m: m, v: v, g: g, from: from})
}

// Climb is Outputs, after which the slopes of these patterns go by gain toward those of
// the outputs; what they change by is written to d, unit by unit.
func (f *Nodes) Climb(out []Output, d, m, v, g []float64, from int, gain float64) {
	f.outputs(outputs{f, out, m, v, g, from, d, gain})
}

func (f *Nodes) outputs(o outputs) {
	rows := len(o.out) / len(f.units)
	parts := f.Cores.Parts(rows, leastOf(len(o.m)))
	f.room(parts)
	f.totals.Store(nil)
	cores.Divide(parts, rows, 4, o, outputs.rows) // rows are read four at a time
}

// outputs are those that [Nodes.Outputs] computes.
type outputs struct {
	*Nodes
	out     []Output
	m, v, g []float64
	from    int
	d       []float64 // nil: slopes stay
	gain    float64
}

// rows are patterns from + lo … from + hi − 1.
func (o outputs) rows(part, lo, hi int) {
	scratch := &o.scratch[part]
	if part == 1 {
		o.total(scratch) // while the first adds up its patterns' sums
	}
	for ; lo < hi; lo += sumsAhead {
		n := min(sumsAhead, hi-lo)
		for k := range o.units {
			o.negative(scratch.sums[k][:n], k, lo)
		}
		totals := o.total(scratch)
		for l := range n {
			mu := o.from + lo + l
			for k, v := range o.v {
				sum := totals[k] - float64(2*scratch.sums[k][l])
				scratch.work.at[k] = moments{sum - float64(v*o.share(k, o.g)[mu]), max(v, kern.LeastVariance)}
			}
			out := o.out[(lo+l)*len(o.v) : (lo+l+1)*len(o.v)]
			o.Nodes.rows[mu].outputs(out, scratch.work)
			o.climb(out, lo+l)
		}
	}
}

// climb moves the slopes of pattern from + j.
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

// total is Σ_i m_i of each unit. It is added up by whoever needs it first, or by several
// at the same time, who find the same; nobody waits.
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

// negative writes Σ_{ξ_i=−1} m_i of unit k, from pattern from + lo on, with which
// Σ_i ξ_i m_i = Σ_i m_i − 2 Σ_{ξ_i=−1} m_i.
func (o outputs) negative(sums []float64, k, lo int) {
	var rows kern.FourRows
	m := o.share(k, o.m)
	for j, signs := range o.units[k][o.from+lo:][:len(sums)] {
		if full := rows.Take(signs, 0); full || j == len(sums)-1 {
			negative := rows.Negatives(m)
			copy(sums[j/4*4:], negative[:])
		}
	}
}
