package bp

import (
	"fbp/factorgraph"
	"fbp/model"
)

// Bytes is the memory of the messages of all rows, and of what rows share. Of N weights, P patterns, K units and D latent
// dimensions these are so many numbers of 8 bytes:
//
//	amp              20 reactions R_b and 8 vectors of the weights: 28 N;  5 of the sum of each unit, and an order: (5 K + 1) P
//	latent           the inputs, the projections and the latent patterns: N P + N D + D P;  8 vectors of the weights
//	accurate, exact  a message to each weight: N P;  exact, the distributions of a unit's sum from either end: 2 (N/K)²
//	real weights     messages of two numbers: 2 N P
//
// The 8 vectors are h, h^ext, tanh h and what it was in [State], Σ ξ g and m of amp, the step of hastening and the best weights.
func (p Passing) Bytes(s model.Size) float64 {
	g := s.Graph(p.Accuracy)
	if g == nil {
		return 0
	}
	const number, vectors = 8, 8
	n, rows, numbers := float64(g.N), float64(s.Patterns), 0.0
	switch {
	case g.Nodes != nil:
		numbers = (mostBlocks+vectors)*n + float64(1+5*g.Nodes.Units())*rows
	case g.Latent != nil:
		d := float64(g.Latent.Patterns.Columns)
		numbers = n*rows + n*d + d*rows + vectors*n
	case g.Prior.Two():
		numbers = 2 * n * rows
	default:
		numbers = n*rows + distributions(g)
	}
	return number * numbers
}

// distributions are the numbers of the distributions of partial sums, of rows whose messages are exact.
func distributions(g *factorgraph.Graph) float64 {
	edgewise, _ := g.Rows[0].(factorgraph.Edgewise)
	if exact, ok := edgewise.Factor.(*factorgraph.Convolved); ok {
		return 2 * float64(exact.Inputs) * float64(exact.Inputs)
	}
	return 0
}
