package factorgraph

import (
	"math"

	"fbp/internal/kern"
)

// Gaussian is one pattern of inputs ±1 as a factor on real weights, the weights of
// unit k being those from k Inputs on. Given the cavity means and variances of the
// others, a weight sees its unit's sum as Gaussian, which it is. With r(z) the
// derivative of ln Z by z = (ω − θ)/√V, where θ is the threshold of the unit's channel,
//
//	B_i = ξ_i r/√V_i,   A_i = (r (r + z) − b)/V_i,
//
// ω_i and V_i being those of the unit without the weight itself: the first two
// derivatives of ln Z by ω. Of a unit that has to exceed θ, b = 0 and ln Z = ln Φ(z); b of a
// [Power] is its own; of a unit that votes, b = 0 and Z = Sure + Swing Φ(z) (see [Vote]), and
// A is negative where its vote may not
// matter. B is kept gauged by the pattern. Source: Baldassi, Pittorino and Zecchina,
// PNAS 117, 161 (2020), appendix D, with the majority counted exactly.
type Gaussian struct {
	Combination
	Units  [][]uint64 // the inputs of each unit: bit i set means ξ_i = −1
	Inputs int        // of one unit
}

// cavity writes gauged cavity means and variances of the weights, and returns ln Z of
// the pattern.
func (f *Gaussian) cavity(h, u Messages, work *Workspace) (logZ float64) {
	work.resize(len(f.Units))
	for k, signs := range f.Units {
		lo, hi := k*f.Inputs, (k+1)*f.Inputs
		sums := kern.GaussCavity(work.a[lo:hi], work.b[lo:hi], h.A[lo:hi], h.B[lo:hi], u.A[lo:hi], u.B[lo:hi], signs)
		work.sums[k], work.at[k] = sums, moments{sums.Omega, sums.V}
	}
	return f.look(work)
}

// Sweep implements [Row].
func (f *Gaussian) Sweep(from, to, u Messages, damping float64, work *Workspace) {
	f.cavity(from, u, work)
	for k, signs := range f.Units {
		sums := work.sums[k]
		sums.Omega -= f.offset()
		power := f.power()
		lo, hi := k*f.Inputs, (k+1)*f.Inputs
		s, v, u, to := work.a[lo:hi], work.b[lo:hi], u.Slice(lo, hi), to.Slice(lo, hi)
		z := sums.Omega / math.Sqrt(sums.V)
		if power == 0 && work.pull.Expand(z, f.pull(k, z, work), reach(sums)) {
			kern.GaussUpdate(to.A, to.B, u.A, u.B, s, v, signs, sums, &work.pull, damping)
			continue
		}
		for i, m := range s { // the definition
			precision := 1 / (sums.V - v[i])
			scale := math.Sqrt(precision)
			z := float64((sums.Omega - m) * scale)
			r := f.pull(k, z, work)
			a := float64((1 - damping) * (float64((float64(r*(r+z))-power)*precision) - u.A[i]))
			b := float64((1 - damping) * (float64(r*scale) - u.B[i]))
			u.A[i] += a
			to.A[i] += a
			u.B[i] += b
			to.B[i] += float64(kern.Sign(signs, i) * b)
		}
	}
}

// reach is how far from ω/√V the z of a weight of the unit can lie.
func reach(s kern.RowSums) float64 {
	most, scale := 1/math.Sqrt(s.V-s.MostV), 1/math.Sqrt(s.V)
	return float64(s.MostS*most) + float64(math.Abs(s.Omega)*(most-scale))
}

// AddTo implements [Row].
func (f *Gaussian) AddTo(h, u Messages) {
	for k, signs := range f.Units {
		lo, hi := k*f.Inputs, (k+1)*f.Inputs
		kern.Add(h.B[lo:hi], u.B[lo:hi], signs)
		for i, a := range u.A[lo:hi] {
			h.A[lo+i] += a
		}
	}
}

// FreeEntropy implements [Row].
func (f *Gaussian) FreeEntropy(h, u Messages, work *Workspace) float64 {
	logZ := f.cavity(h, u, work)
	n := h.Len()
	cavity := Messages{work.d[:n], work.e[:n]}
	for i := range n {
		a := h.A[i] - u.A[i]
		cavity.A[i], cavity.B[i] = a, float64(a*work.a[i])
	}
	return logZ + Spherical{}.LogZ(cavity)
}
