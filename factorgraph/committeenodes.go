package factorgraph

import (
	"math"

	"fbp/gauss"
	"fbp/internal/kern"
)

// Unitwise is a row of hidden units, of which it sees one sum each: a [Committee] or a
// [Rectified] one.
type Unitwise interface {
	Row
	// signs are the inputs of each unit.
	signs() [][]uint64
	// outputs writes the outputs by each sum, given their means and variances.
	outputs(out []Output, at []moments, work *Workspace)
}

// CommitteeNodes are rows of hidden units, for approximate message passing.
type CommitteeNodes struct {
	rows  []Unitwise
	units []DenseNodes // what each unit sees of the patterns
	at    []moments
	work  *Workspace
}

// NewCommitteeNodes are the nodes of some rows, of so many units.
func NewCommitteeNodes(rows []Unitwise, units int) *CommitteeNodes {
	f := &CommitteeNodes{rows, make([]DenseNodes, units), make([]moments, units), NewWorkspace(0)}
	for _, row := range rows {
		for k, signs := range row.signs() {
			f.units[k].Signs = append(f.units[k].Signs, signs)
		}
	}
	return f
}

// Len implements [Nodes].
func (f *CommitteeNodes) Len() int { return len(f.rows) }

// Units implements [Nodes].
func (f *CommitteeNodes) Units() int { return len(f.units) }

// share is what belongs to unit k of numbers of which each unit has equally many.
func (f *CommitteeNodes) share(k int, x []float64) []float64 {
	n := len(x) / len(f.units)
	return x[k*n : (k+1)*n : (k+1)*n]
}

// Dots implements [Nodes].
func (f *CommitteeNodes) Dots(sums, m []float64, from int) {
	for k := range f.units {
		f.units[k].Dots(f.share(k, sums), f.share(k, m), from)
	}
}

// Push implements [Nodes].
func (f *CommitteeNodes) Push(h, c []float64, from int) {
	for k := range f.units {
		f.units[k].Push(f.share(k, h), f.share(k, c), from)
	}
}

// At implements [Nodes].
func (f *CommitteeNodes) At(out []Output, mu int, omega, v []float64) {
	for k := range f.at {
		f.at[k] = moments{omega[k], max(v[k], kern.LeastVariance)}
	}
	f.rows[mu].outputs(out, f.at, f.work)
}

func (f *Committee) signs() [][]uint64 { return f.Units }

// outputs is as in [Unitwise]. With x = −ω/√V and A = G/H at x, and ψ = Swing H/Z the
// probability that the unit's vote decides, the derivatives of ln Z = ln(Sure + Swing H)
// are ψA/√V and −ψA (ψA − x)/V.
func (f *Committee) outputs(out []Output, at []moments, work *Workspace) {
	h := &work.units
	h.resize(len(at))
	for k, a := range at {
		h.logP[k] = gauss.LogH(-a.omega / math.Sqrt(a.v))
	}
	logZ := f.Majority.count(h.votes, h.logP, &h.table)
	for k, a := range at {
		scale := 1 / math.Sqrt(a.v)
		x := -float64(a.omega * scale)
		pull := gauss.Mills(x) / (1 + gauss.Exp(h.votes[k].ratio()-h.logP[k]))
		out[k] = Output{logZ, pull * scale, -pull * (pull - x) * scale * scale}
	}
}

func (f *Rectified) signs() [][]uint64 { return f.Units }

// outputs is as in [Unitwise], D being Gaussian. With m and s² of unit k as in
// [rectify] and a = ω/√V,
//
//	m' = H(−a),   m” = G(a)/√V,   s²' = 2m H(a),   s²” = 2H(a)H(−a) − 2m G(a)/√V,
//
// and of ln H(x), x = (θ − M)/S, the derivatives are −A x' and −A (A − x) x'² − A x”.
func (f *Rectified) outputs(out []Output, at []moments, _ *Workspace) {
	mean, variance := 0.0, 0.0
	for k, a := range at {
		r := rectify(a)
		mean += float64(float64(f.Second[k]) * r.omega)
		variance += r.v
	}
	variance = max(variance, kern.LeastVariance)
	scale := 1 / math.Sqrt(variance)
	x := float64((f.Threshold - mean) * scale)
	logZ, mills := gauss.LogH(x), gauss.Mills(x)
	for k, at := range at {
		c, m, root := float64(f.Second[k]), rectify(at).omega, math.Sqrt(at.v)
		a := at.omega / root
		off, g := gauss.H(a), gauss.G(a)/root
		m1, m2 := float64(c*gauss.H(-a)), float64(c*g)
		t1 := float64(2*m*off) / variance
		t2 := (float64(2*off*gauss.H(-a)) - float64(2*m*g)) / variance
		x1 := -float64(m1*scale) - float64(0.5*x*t1)
		x2 := -float64(m2*scale) + float64(0.5*m1*scale*t1) - float64(0.5*x1*t1) - float64(0.5*x*t2) + float64(0.5*x*t1*t1)
		out[k] = Output{logZ, -mills * x1, -float64(mills*(mills-x)*x1*x1) - float64(mills*x2)}
	}
}
