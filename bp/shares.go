package bp

import (
	"fbp/factorgraph"
	"fbp/gauss"
)

// Averages over the weights that count are ratios of normalisations: with Z_μ that of a pattern's factor under the
// messages of a fixed point, and Z'_μ that of the factor times a function g of the pattern's stability Δ,
//
//	⟨g(Δ_μ)⟩ = Z'_μ/Z_μ.
//
// The factors times g are those of another graph, on the same patterns.

// sharing messages can tell what the factors' shares in the free entropy would be, were they
// those of another graph, in whatever part of it differs between graphs: ln Z'_μ − ln Z_μ is a
// difference of shares.
type sharing interface {
	shares(s *State, g *factorgraph.Graph) []float64
}

// shares are those of the factors of another graph under the same messages, of the state's own if it is nil.
func (s *State) shares(g *factorgraph.Graph) []float64 { return s.messages.(sharing).shares(s, g) }

// ratios is Σ_μ Z'_μ/Z_μ, Z'_μ being those of another graph.
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
