package factorgraph

import "fbp/internal/kern"

// Moments are mean and variance of a row's sum Σ_i ξ_i w_i.
type Moments struct{ Omega, V float64 }

// Moments are those that the last row that was read in this workspace has.
func (work *Workspace) Moments() Moments { return Moments{work.at[0].omega, work.at[0].v} }

// Slope is dF/ds at s = 0 of the messages F(s) that were last sent with this workspace.
func (work *Workspace) Slope() float64 { return work.c[1] }

// Single implements [Row].
func (f *Discrete) Single() bool {
	_, ok := f.Combination.(*One)
	return ok
}

// Predict sets the messages u of a row that sees its weights through one sum, which belong to
// moments was, to those that go with the fields in from and with moments will, and adds what
// changed to the fields to. The message F(s; ω, V) depends on the cavity
// magnetisation s = tanh(ξ_i h_i − u_i) under the message that is looked for. Under the
// old one it is s₀, and to first order in what changes
//
//	s = s₀ − (1 − s₀²) [F(s₀; will) − F(s₀; was)],
//
// a function of s₀ again, so that there is one polynomial for the row. That takes the old
// message for F(s₀; was), which it is but for what the fields have changed since; the caller
// allows for that in from. A row of few free weights is swept as it is.
func (f *Discrete) Predict(from, to, u Messages, was, will Moments, work *Workspace) {
	f.read(from.B, u.B, work)
	at := work.at[0]
	if !(min(at.v, was.V, will.V) >= kern.GaussianAbove) {
		work.exchange = exchange{from.B, to.B, u.B, 0}
		f.sweepUnits(work)
		return
	}
	degree := kern.Degree(min(will.V, was.V))
	nodes := kern.Nodes(degree)
	n := len(nodes)
	before, shifted := work.shifted[0][:n], work.shifted[1][:n]
	f.messages(0, before, nodes, was.Omega, was.V, work)
	f.messages(0, work.values[:n], nodes, will.Omega, will.V, work)
	for k, s := range nodes {
		shifted[k] = s - float64((1-float64(s*s))*(work.values[k]-before[k]))
	}
	f.messages(0, work.values[:n], shifted, will.Omega, will.V, work)
	kern.Interpolate(&work.c, degree, &work.values)
	kern.Update(to.B, u.B, f.part(0, work.a), f.Units[0], &work.c, degree, 0)
}
