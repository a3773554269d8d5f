package bp

import (
	"fbp/factorgraph"
	"fbp/gauss"
)

// outputs computes m and V of the fields of s, and ln Z, g and g' of all patterns of some factors.
func (a *amp) outputs(s *State, factors *factorgraph.Nodes) {
	a.factors.Moments(a.m, a.v, s.H.B, nil)
	factors.Outputs(a.out, a.m, a.v, a.slope, 0)
}

// freeEntropy expands the Bethe free entropy to the same order: with E = Σ_μ g_μ²,
//
//	N φ = Σ_i [ln 2cosh h_i − m_i (h_i − h_i^ext) + ½ (1 − m_i²) E] + Σ_μ ln Z_μ.
func (a *amp) freeEntropy(s *State) float64 {
	a.outputs(s, a.factors)
	units, p, sum := len(a.v), a.factors.Len(), 0.0
	energy := a.stiffness // E of each unit, in scratch that the next block writes anew
	clear(energy)
	for mu := range p {
		sum += a.out[mu*units].LogZ
		for k := range energy {
			g := a.slope[k*p+mu]
			energy[k] += float64(g * g)
		}
	}
	n := a.inputs()
	for i, h := range s.H.B {
		sum += gauss.Log2Cosh(h) - float64(a.m[i]*(h-s.Ext.B[i])) + float64(0.5*gauss.Sech2(h)*energy[i/n])
	}
	return sum
}

// shares implements [messages]: the share of a factor is its ln Z, the rest is that of the weights.
func (a *amp) shares(s *State, g *factorgraph.Graph) []float64 {
	factors := a.factors
	if g != nil {
		factors = g.Nodes
	}
	a.outputs(s, factors)
	list := make([]float64, factors.Len())
	for mu := range list {
		list[mu] = a.out[mu*len(a.v)].LogZ
	}
	return list
}

// curvature is Σ_μ g'_μ².
func (a *amp) curvature(s *State) (sum float64) {
	a.outputs(s, a.factors)
	for _, out := range a.out {
		sum += float64(out.Curvature * out.Curvature)
	}
	return sum
}
