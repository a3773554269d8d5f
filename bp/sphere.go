package bp

import (
	"math"

	"fbp/factorgraph"
	"fbp/gauss"
)

// Real weights of fixed norm: the field of weight i is exp(−ζ_i w²/2 + μ̃_i w), with ζ_i the number
// H.A and μ̃_i the number H.B. ζ_i contains the multiplier χ of the norm.

// normalize makes the fields meet the norms that the prior fixes, and reports whether it can.
func (s *State) normalize() bool { return s.normed == nil || s.normed.Normalize(s.chi, s.H) }

// normsMoved is the largest change of a multiplier since it was last called, times the mean variance of a
// weight, v being the sum of the variances.
func (s *State) normsMoved(v float64) float64 {
	most := 0.0
	for k, chi := range s.chi {
		most = max(most, math.Abs(chi-s.lastChi[k]))
		s.lastChi[k] = chi
	}
	return float64(most*v) / float64(s.H.Len())
}

// possible is the largest entropy per weight, relative to that of all weights, that rounding and
// loops can make of one that is zero.
const possible = 1e-4

// entropyOfNormed is the entropy per weight of the weights under the external field (A, B) as it
// stands, relative to that of all weights: the logarithm of the fraction of the sphere, in nats per
// weight,
//
//	S = φ + (1/N) Σ_i [(χ_i + A_i) ⟨w_i²⟩/2 − B_i m_i] − ½ ln(2πe),
//
// with m_i = μ̃_i/ζ_i and ⟨w_i²⟩ = 1/ζ_i + m_i².
func (s *State) entropyOfNormed() float64 {
	work := s.normed.Energy(s.chi, s.H)
	for i, zeta := range s.H.A {
		v := 1 / zeta
		m := float64(s.H.B[i] * v)
		work += float64(0.5*float64(s.Ext.A[i]*(v+float64(m*m)))) - float64(s.Ext.B[i]*m)
	}
	return s.FreeEntropy() + work/float64(s.H.Len()) - s.normed.Measure()
}

// elasticThermo is [Thermo] of weights that springs λ couple to a centre c. With (a, b) = h, the field
// of a weight by its patterns and its norm, and h ∗ λ what that is for c through the spring, the fields of the
// centre are (ζ_c, μ̃_c) = y (h ∗ λ) + (χ̃, 0), and with ⟨c⟩ = μ̃_c/ζ_c, ⟨c²⟩ = 1/ζ_c + ⟨c⟩²
//
//	Φ_loc = Φ + Σ_i [⟨ln ∫dw exp(−a w²/2 + b w − λ (w−c)²/2)⟩_c − ½ ln(2π/ζ) − μ̃²/(2ζ)]
//	      = Φ + Σ_i [½ ln(2π/(a+λ)) + ⟨(b + λc)²⟩_c/(2(a+λ)) − λ⟨c²⟩/2 − ½ ln(2π/ζ) − μ̃²/(2ζ)]
//	S     = ⟨w c⟩ = (1/N) Σ_i (b⟨c⟩ + λ⟨c²⟩)/(a+λ)
//	Σ_int = Φ_loc/N + ⟨χ⟩/2 + λ (1 − S) − ½ ln(2πe)
//	Σ_ext = −(1/2N) Σ_i ln ζ_c.
func (s *State) elasticThermo(f factorgraph.ElasticReplicas) (t Thermo, err error) {
	n, lambda := s.H.Len(), f.Lambda
	own := func(i int) (a, b float64) { return s.H.A[i] - s.Ext.A[i], s.H.B[i] - s.Ext.B[i] }
	seen := factorgraph.NewMessages(n, true) // h ∗ λ
	for i := range n {
		seen.A[i], seen.B[i] = f.Seen(own(i))
	}
	local, logs := s.messages.freeEntropy(s)-s.prior.LogZ(s.H)+s.normed.Energy(s.chi, s.H), 0.0
	for lo := 0; lo < n; lo += f.Each {
		chi := f.Multiplier(seen.Slice(lo, lo+f.Each)) // χ̃
		for i := lo; i < lo+f.Each; i++ {
			a, b := own(i)
			zeta := float64(f.Y*seen.A[i]) + chi // ζ_c
			v, mean := 1/zeta, float64(f.Y*seen.B[i])/zeta
			square := v + float64(mean*mean)                                                 // ⟨c²⟩
			field := float64(b*b) + float64(2*lambda*b*mean) + float64(lambda*lambda*square) // ⟨(b + λc)²⟩
			local += float64(0.5 * (math.Ln2 + gauss.Log(math.Pi/(a+lambda)) + field/(a+lambda) - float64(lambda*square)))
			t.CenterOverlap += (float64(b*mean) + float64(lambda*square)) / (a + lambda)
			t.CenterNorm += float64(mean * mean)
			logs += gauss.Log(zeta)
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
