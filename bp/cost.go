package bp

import (
	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/model"
)

// Cost estimates seconds and bytes of so many sweeps over the messages of a problem,
// for the plan. What a sweep of a row takes, its row says.
func (p Passing) Cost(s model.Size, sweeps int) (seconds, bytes float64) {
	g := s.Graph(p.Numerics())
	if g == nil {
		return 0, 0
	}
	c, rows, n := g.Cost(p.Precision), float64(s.Patterns), float64(g.N)
	counted := 0.0
	if c.Counted > 0 {
		counted = countedShare(c, s.Load())
	}
	seconds = rows * float64(sweeps) * (c.Gaussian + float64(counted*c.Counted))
	return seconds, c.Scratch + p.messageBytes(g, n, rows)
}

// messageBytes is the memory of the messages of all rows.
func (p Passing) messageBytes(g *factorgraph.Graph, n, rows float64) float64 {
	switch {
	case g.Nodes != nil:
		return float64(8*mostBlocks*n) + float64(64*(n+rows))
	case p.Precision == Float32:
		return 4 * n * rows
	case g.Prior.Two():
		return 16 * n * rows
	}
	return 8 * n * rows
}

// countedShare is about the fraction of rows, over a search or a measurement, of
// which so few weights are free that their sums are counted: a fit to the times of
// searches at loads α/α_c from 0.3 to 1.1, in sums of 501, 167 and 55 weights.
func countedShare(c factorgraph.Cost, load float64) float64 {
	z := float64(3*gauss.Log(c.Below/float64(c.Inputs))) + float64(7*load) + 3
	return 1 / (1 + gauss.Exp(-z))
}
