package factorgraph

import (
	"math"

	"fbp/gauss"
	"fbp/internal/kern"
)

// SphericalCommittee is one pattern as a factor on the real weights of a committee of
// sign units, whose output wants a majority. The weights of unit k are those from
// k Inputs on. Given the cavity means and variances of the others, a weight sees its
// unit's sum as Gaussian, which it is, and what the other units vote as a [Vote]:
//
//	Z(ω, V) = Sure + Swing Φ(z),   z = ω/√V,   r(z) = Swing G(z)/(Sure + Swing Φ(z))
//	B_i = ξ_i r/√V_i,   A_i = r (r + z)/V_i,
//
// ω_i and V_i being those of the unit without the weight itself: the first two
// derivatives of ln Z by ω. A is negative where the vote of the unit may not matter. B
// is kept gauged by the pattern. Source: Baldassi, Pittorino and Zecchina, PNAS 117,
// 161 (2020), appendix D, with the majority counted exactly.
type SphericalCommittee struct {
	Majority
	Units  [][]uint64 // the inputs of each unit: bit i set means ξ_i = −1
	Inputs int        // of one unit
}

// cavity writes gauged cavity means and variances of the weights, counts votes, and
// returns ln Z of the pattern.
func (f *SphericalCommittee) cavity(h, u Messages, work *Workspace) (logZ float64) {
	units := &work.units
	units.resize(len(f.Units))
	for k, signs := range f.Units {
		lo, hi := k*f.Inputs, (k+1)*f.Inputs
		sums := kern.GaussCavity(work.a[lo:hi], work.b[lo:hi], h.A[lo:hi], h.B[lo:hi], u.A[lo:hi], u.B[lo:hi], signs)
		units.sums[k] = sums
		units.logP[k] = gauss.LogH(-sums.Omega / math.Sqrt(sums.V))
	}
	return f.count(units.votes, units.logP, &units.table)
}

// Sweep implements [Row].
func (f *SphericalCommittee) Sweep(from, to, u Messages, damping float64, work *Workspace) {
	f.cavity(from, u, work)
	for k, signs := range f.Units {
		vote, sums, pull := &work.units.votes[k], work.units.sums[k], &work.units.pull
		lo, hi := k*f.Inputs, (k+1)*f.Inputs
		s, v, u, to := work.a[lo:hi], work.b[lo:hi], u.Slice(lo, hi), to.Slice(lo, hi)
		z := sums.Omega / math.Sqrt(sums.V)
		if pull.Expand(z, vote.pull(z), reach(sums)) {
			kern.GaussUpdate(to.A, to.B, u.A, u.B, s, v, signs, sums, pull, damping)
			continue
		}
		for i, m := range s { // the definition
			precision := 1 / (sums.V - v[i])
			scale := math.Sqrt(precision)
			z := float64((sums.Omega - m) * scale)
			r := vote.pull(z)
			a := float64((1 - damping) * (float64(float64(r*(r+z))*precision) - u.A[i]))
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

// pull is r(z) = Swing G(z)/(Sure + Swing Φ(z)). Written with the Mills ratio it
// neither cancels nor underflows: −z − 1/z … for z → −∞ where Sure = 0.
func (c *Vote) pull(z float64) float64 {
	if sum := c.Sure + float64(c.Swing*gauss.H(-z)); sum > leastProbability {
		return float64(c.Swing*gauss.G(z)) / sum
	}
	return gauss.Mills(-z) / (1 + gauss.Exp(c.ratio()-gauss.LogH(-z)))
}

// AddTo implements [Row].
func (f *SphericalCommittee) AddTo(h, u Messages) {
	for k, signs := range f.Units {
		lo, hi := k*f.Inputs, (k+1)*f.Inputs
		kern.Add(h.B[lo:hi], u.B[lo:hi], signs)
		for i, a := range u.A[lo:hi] {
			h.A[lo+i] += a
		}
	}
}

// FreeEntropy implements [Row].
func (f *SphericalCommittee) FreeEntropy(h, u Messages, work *Workspace) float64 {
	logZ := f.cavity(h, u, work)
	n := h.Len()
	cavity := Messages{work.d[:n], work.e[:n]}
	for i := range n {
		a := h.A[i] - u.A[i]
		cavity.A[i], cavity.B[i] = a, float64(a*work.a[i])
	}
	return logZ + Spherical{}.LogZ(cavity)
}
