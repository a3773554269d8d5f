package connectivity

import (
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/theory"
	"fbp/theory/saddle"
)

// Redrawn is how much of an instance is left in another one whose patterns are partly drawn anew, their labels being
// kept: a share Common of the patterns is the same, and the entries of the others have the correlation Correlation.
type Redrawn struct{ Correlation, Common float64 }

// Overlap is the overlap p = Σ⟨w_i⟩⟨w'_i⟩/N of typical solutions of both instances, that is, of the solutions of
// either, all of one margin and with weights ±1.
//
// Take n replicas of each, n → 0. Solutions of one instance have the overlap q and the conjugate q̂ as if there
// were no other one. A pattern makes fields √q z and √q z' on the stabilities in both instances. Their covariance
// is Σ⟨w_i⟩⟨w'_i⟩⟨ξ_i ξ'_i⟩/N, which is p of a common pattern and c p of one whose entries have the correlation c.
// The field on a weight is Σ_μ ξ^μ_i f(z^μ)/√N, f = h(y)/√(1−q) as of [PairOf], of variance q̂; the entries
// of a pattern enter once more with their correlation in the covariance of the fields on w_i and w'_i:
//
//	p̂ = α [s ⟨f(z) f(z')⟩_{p/q} + (1−s) c ⟨f(z) f(z')⟩_{cp/q}],   s = Common, c = Correlation
//	p = ⟨tanh(√q̂ z) tanh(√q̂ z')⟩_{p̂/q̂},
//
// ⟨⟩_r being over normal z, z' of correlation r. Both averages are power series of r whose coefficients are squares, so
// that the right side is convex in p, not negative at 0 and below q at q unless s or c is 1: there is one p. It
// is q at s = 1 or c = 1, and 0 where both are 0. Where replica symmetry is unstable, p does not tend to q as c → 1.
//
// The derivation is our own. Accurate to 1e-10. The error wraps [theory.ErrDomain] unless both shares
// are from 0 to 1, and [theory.ErrNoConvergence].
func (r Redrawn) Overlap(t Typical) (p float64, err error) {
	within := func(x float64) bool { return x >= 0 && x <= 1 }
	switch {
	case !within(r.Correlation) || !within(r.Common):
		return math.NaN(), fmt.Errorf("connectivity: overlap at correlation %v and common %v: want both from 0 to 1: %w", r.Correlation, r.Common, theory.ErrDomain)
	case r.Correlation == 1 || r.Common == 1:
		return t.Q, nil
	case r.Correlation == 0 && r.Common == 0 || t.Q == 0:
		return 0, nil
	}
	mean := func(p float64) float64 {
		at := func(c float64) float64 { return correlated(t.answer, t.answer, t.bends(), t.bends(), c*p/t.Q) }
		pHat := 0.0
		if r.Common > 0 {
			pHat += t.Alpha * r.Common * at(1)
		}
		if r.Correlation > 0 {
			pHat += t.Alpha * (1 - r.Common) * r.Correlation * at(r.Correlation)
		}
		s := math.Sqrt(t.QHat)
		m := func(z float64) float64 { return math.Tanh(s * z) }
		return correlated(m, m, gauss.Around(0, 1/s), gauss.Around(0, 1/s), min(1, pHat/t.QHat))
	}
	excess := func(p float64) float64 { return mean(p) - p }
	p, ok := saddle.Root(excess, 0, excess(0), t.Q, excess(t.Q), 1e-14)
	if !ok || math.Abs(excess(p)) > 1e-10 {
		return p, fmt.Errorf("connectivity: overlap at correlation %v, common %v and alpha = %v: %w", r.Correlation, r.Common, t.Alpha, theory.ErrNoConvergence)
	}
	return p, nil
}
