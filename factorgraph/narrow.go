package factorgraph

import "fbp/internal/kern"

// SweepNarrow implements [NarrowRow]. Rows of few free weights are swept in double
// precision, and their messages rounded.
func (f *Discrete) SweepNarrow(from, to, u []float32, damping float64, work *Workspace) {
	work.resize(len(f.Units))
	for k, signs := range f.Units {
		lo, hi := k*f.Inputs, (k+1)*f.Inputs
		work.at[k].omega, work.at[k].v = kern.CavityNarrow(work.narrow[lo:hi], from[lo:hi], u[lo:hi], signs)
	}
	if !f.narrow(work) {
		f.sweepWide(from, to, u, damping, work)
		return
	}
	for k, signs := range f.Units {
		want, at, degree := f.demand(k, work), work.at[k], 5
		if want.idle {
			work.c = [kern.MaxDegree + 1]float64{}
		} else {
			degree = want.degree
			work.interpolate(want.messenger, degree, at.omega, at.v)
		}
		lo, hi := k*f.Inputs, (k+1)*f.Inputs
		kern.UpdateNarrow(to[lo:hi], u[lo:hi], work.narrow[lo:hi], signs, &work.c, degree, damping)
	}
}

func (f *Discrete) sweepWide(from, to, u []float32, damping float64, work *Workspace) {
	n := len(f.Units) * f.Inputs
	wide, h := work.wide[:n], work.e[:n]
	kern.Widen(wide, u)
	kern.Widen(h, from)
	f.Sweep(Messages{B: h}, Messages{B: h}, Messages{B: wide}, damping, work)
	for k, signs := range f.Units {
		lo, hi := k*f.Inputs, (k+1)*f.Inputs
		to, u := to[lo:hi], u[lo:hi]
		for i, old := range u {
			u[i] = float32(wide[lo+i])
			to[i] += float32(kern.Sign(signs, i)) * (u[i] - old)
		}
	}
}

// AddToNarrow implements [NarrowRow].
func (f *Discrete) AddToNarrow(h []float64, u []float32) {
	for k, signs := range f.Units {
		lo, hi := k*f.Inputs, (k+1)*f.Inputs
		kern.AddNarrow(h[lo:hi], u[lo:hi], signs)
	}
}

// FreeEntropyNarrow implements [NarrowRow].
func (f *Discrete) FreeEntropyNarrow(h []float64, u []float32, work *Workspace) float64 {
	return f.FreeEntropy(Messages{B: h}, Messages{B: work.widened(u)}, work)
}

// widened are messages in double precision.
func (work *Workspace) widened(u []float32) []float64 {
	wide := work.wide[:len(u)]
	kern.Widen(wide, u)
	return wide
}
