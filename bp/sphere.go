package bp

import (
	"math"

	"fbp/factorgraph"
	"fbp/gauss"
)

// possible is the largest entropy, relative to all weights, that rounding and loops
// can give to a set of weights that is none too large.
const possible = 1e-4

// entropyOfNormed is the entropy per weight of real weights of fixed norm under the
// external field (A, B) as it stands, relative to that of all weights: the logarithm
// of the fraction of the sphere, in nats per weight,
//
//	S = φ + (1/N) Σ_i [(χ_i + A_i) ⟨w_i²⟩/2 − B_i m_i] − ½ ln(2πe).
func (s *State) entropyOfNormed() float64 {
	work := s.normed.Energy(s.chi, s.H)
	for i, a := range s.H.A {
		v := 1 / a
		m := float64(s.H.B[i] * v)
		work += float64(0.5*float64(s.Ext.A[i]*(v+float64(m*m)))) - float64(s.Ext.B[i]*m)
	}
	return s.FreeEntropy() + work/float64(s.H.Len()) - s.normed.Measure()
}

// elasticThermo is [Thermo] of real weights: with ζ, μ̃ the total field of a weight,
// h = (a, b) that of its patterns and norm, and c a weight of the centre, whose
// fields are y (h ∗ λ) + (χ̃, 0),
//
//	Φ_loc = Φ + Σ_i [⟨ln ∫dw exp(−a w²/2 + b w − λ (w−c)²/2)⟩_c − ½ ln(2π/ζ) − μ̃²/(2ζ)]
//	S     = ⟨w c⟩
//	Σ_int = Φ_loc/N + ⟨χ⟩/2 + λ (1 − S) − ½ ln(2πe)
//	Σ_ext = −½ ⟨ln(y A_{h∗λ} + χ̃)⟩.
func (s *State) elasticThermo(f factorgraph.ElasticReplicas) (t Thermo, err error) {
	n, lambda := s.H.Len(), f.Lambda
	seen := factorgraph.NewMessages(n, true)
	for i := range n {
		seen.A[i], seen.B[i] = f.Seen(s.H.A[i]-s.Ext.A[i], s.H.B[i]-s.Ext.B[i])
	}
	local, logs := s.messages.freeEntropy(s)-s.prior.LogZ(s.H)+s.normed.Energy(s.chi, s.H), 0.0
	for lo := 0; lo < n; lo += f.Each {
		chi := f.Multiplier(seen.Slice(lo, lo+f.Each))
		for i := lo; i < lo+f.Each; i++ {
			a, b := s.H.A[i]-s.Ext.A[i], s.H.B[i]-s.Ext.B[i]
			precision := float64(f.Y*seen.A[i]) + chi
			v, mean := 1/precision, float64(f.Y*seen.B[i])/precision
			square := v + float64(mean*mean) // ⟨c²⟩
			field := float64(b*b) + float64(2*lambda*b*mean) + float64(lambda*lambda*square)
			local += float64(0.5 * (math.Ln2 + gauss.Log(math.Pi/(a+lambda)) + field/(a+lambda) - float64(lambda*square)))
			t.CenterOverlap += (float64(b*mean) + float64(lambda*square)) / (a + lambda)
			t.CenterNorm += float64(mean * mean)
			logs += gauss.Log(precision)
		}
	}
	t.CenterOverlap /= float64(n)
	t.CenterNorm /= float64(n)
	t.Complexity = -0.5 * logs / float64(n)
	t.LocalEntropy = local/float64(n) + float64(lambda*(1-t.CenterOverlap)) - s.normed.Measure()
	if math.IsNaN(t.LocalEntropy) || t.LocalEntropy > possible {
		return t, ErrFrozen
	}
	return t, nil
}

// normsMoved is by how much the multipliers of the norms changed since it was last
// called, times the mean variance of a weight, v being the sum.
func (s *State) normsMoved(v float64) float64 {
	most := 0.0
	for k, chi := range s.chi {
		most = max(most, math.Abs(chi-s.lastChi[k]))
		s.lastChi[k] = chi
	}
	return float64(most*v) / float64(s.H.Len())
}

// normalize makes the fields meet the norms that the prior fixes.
func (s *State) normalize() bool { return s.normed == nil || s.normed.Normalize(s.chi, s.H) }
