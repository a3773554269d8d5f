package factorgraph

import "fbp/internal/kern"

// Moments are mean and variance of a sum Σ_i ξ_i w_i, that of a unit.
type Moments struct{ Omega, V float64 }

// Moments writes those of the units of the row that was last read in this workspace.
func (work *Workspace) Moments(of []Moments) {
	for k, at := range work.at {
		of[k] = Moments{at.omega, at.v}
	}
}

// Slopes are dF/ds at s = 0 of the messages F(s) that were last sent to each unit with this workspace.
func (work *Workspace) Slopes() []float64 { return work.slopes }

// Single implements [Row].
func (f *Discrete) Single() bool {
	_, ok := f.Combination.(*One)
	return ok
}

// Predictable tells whether [Discrete.Predict] knows the messages of the row.
func (f *Discrete) Predictable() bool {
	switch f.Combination.(type) {
	case *One, *Signs:
		return true
	}
	return false
}

// foreseen are the messages to a unit at the nodes of its polynomial, before they are predicted.
type foreseen struct {
	degree int
	before [kern.MaxDegree + 1]float64
}

// Predict sets the messages u of a row, which belong to moments was of its units, to those that
// go with the fields in from and with moments will, and adds what
// changed to the fields to. The message F(s; ω, V) to a weight, in which ω and V are the moments of all units,
// depends on the cavity magnetisation s = tanh(ξ_i h_i − u_i) under the message that is looked for. Under the
// old one it is s₀, and to first order in what changes
//
//	s = s₀ − (1 − s₀²) [F(s₀; will) − F(s₀; was)],
//
// a function of s₀ again, so that there is one polynomial for the unit. That takes the old
// message for F(s₀; was), which it is but for what the fields have changed since; the caller
// allows for that in from. A row with a unit of few free weights is swept as it is.
func (f *Discrete) Predict(from, to, u Messages, was, will []Moments, work *Workspace) {
	f.read(from.B, u.B, work)
	for k, at := range work.at {
		work.foreseen[k].degree = f.degree(min(was[k].V, will[k].V))
		if f.degree(at.v) == 0 || work.foreseen[k].degree == 0 {
			work.exchange = exchange{from.B, to.B, u.B, 0}
			f.sweepUnits(work)
			return
		}
	}
	f.suppose(was, work)
	for k, at := range was {
		unit := &work.foreseen[k]
		nodes := kern.Nodes(unit.degree)
		f.messages(k, unit.before[:len(nodes)], nodes, at.Omega, at.V, work)
	}
	f.suppose(will, work)
	for k, at := range will {
		f.predictUnit(k, at, to, u, work)
	}
}

// suppose looks at the units as if their sums had these moments.
func (f *Discrete) suppose(moments []Moments, work *Workspace) {
	for k, at := range moments {
		work.at[k].omega, work.at[k].v = at.Omega, at.V
	}
	f.look(work)
}

// predictUnit sets the messages to unit k.
func (f *Discrete) predictUnit(k int, will Moments, to, u Messages, work *Workspace) {
	unit := &work.foreseen[k]
	nodes := kern.Nodes(unit.degree)
	values, shifted := work.values[:len(nodes)], work.shifted[:len(nodes)]
	f.messages(k, values, nodes, will.Omega, will.V, work)
	for j, s := range nodes {
		shifted[j] = s - float64((1-float64(s*s))*(values[j]-unit.before[j]))
	}
	f.messages(k, values, shifted, will.Omega, will.V, work)
	kern.Interpolate(&work.c, unit.degree, &work.values)
	kern.Update(f.part(k, to.B), f.part(k, u.B), f.part(k, work.a), f.Units[k], &work.c, unit.degree, 0)
}
