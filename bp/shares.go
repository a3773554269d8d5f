package bp

import (
	"fbp/factorgraph"
	"fbp/gauss"
)

// shares are those of the factors of g in the free entropy, of the state's own graph if g is nil: ln Z_μ, with Z_μ the normalisation
// of factor μ under the messages, plus terms of the messages alone (Σ_i ln 2cosh h_{i→μ} of edges, none of nodes).
//
// Averages at a fixed point are ratios of such normalisations. With Z'_μ that of the factor times a function g of
// the pattern's stability Δ, under the same messages,
//
//	⟨g(Δ_μ)⟩ = Z'_μ/Z_μ = exp(share'_μ − share_μ).
//
// The factors times g are those of another graph, on the same patterns.
func (s *State) shares(g *factorgraph.Graph) []float64 { return s.messages.shares(s, g) }

// ratios is Σ_μ ⟨g(Δ_μ)⟩ = Σ_μ Z'_μ/Z_μ, the factors of the other graph being those of the state times g.
func (s *State) ratios(other *factorgraph.Graph) float64 {
	return ratios(s.shares(other), s.shares(nil))
}

// ratios is Σ_μ e^{a_μ − b_μ}.
func ratios(a, b []float64) (sum float64) {
	for mu, x := range a {
		sum += gauss.Exp(x - b[mu])
	}
	return sum
}
