package bp

import (
	"fbp/factorgraph"
	"fbp/model"
)

// Bytes is the memory of the messages of all rows, and of what the rows share.
func (p Passing) Bytes(s model.Size) float64 {
	g := s.Graph(p.Accuracy)
	if g == nil {
		return 0
	}
	n, rows := float64(g.N), float64(s.Patterns)
	switch {
	case g.Nodes != nil:
		return 8*mostBlocks*n + 64*n + 8*float64(1+5*g.Nodes.Units())*rows
	case g.Latent != nil:
		d := float64(g.Latent.Patterns.Columns)
		return 8*(n*rows+n*d+d*rows) + 64*n
	case g.Prior.Two():
		return 16 * n * rows
	}
	return 8*n*rows + tables(g)
}

// tables is the memory of the distributions of a sum, of rows whose messages are exact.
func tables(g *factorgraph.Graph) float64 {
	edgewise, _ := g.Rows[0].(factorgraph.Edgewise)
	if exact, ok := edgewise.Factor.(*factorgraph.Convolved); ok {
		return 16 * float64(exact.Inputs) * float64(exact.Inputs)
	}
	return 0
}
