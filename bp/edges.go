package bp

import (
	"fbp/factorgraph"
	"fbp/gauss"
)

// edges keeps one message an edge, N·P in all, row by row.
type edges struct {
	rows []factorgraph.Row
	n    int
	u    []float64 // row mu at [mu·n, (mu+1)·n)
	work *factorgraph.Workspace
}

func newEdges(g *factorgraph.Graph) *edges {
	return &edges{g.Rows, g.N, make([]float64, g.N*len(g.Rows)), factorgraph.NewWorkspace(g.N)}
}

func (e *edges) row(mu int) []float64 { return e.u[mu*e.n : (mu+1)*e.n] }

func (e *edges) reset() { clear(e.u) }

func (e *edges) addTo(h []float64) {
	for mu, row := range e.rows {
		row.AddTo(h, e.row(mu))
	}
}

func (e *edges) carry(c *carrier) { floats(c, e.u) }

func (e *edges) block(refresh int) int { return refresh }

func (e *edges) update(s *State, from []float64, rows []int, _ int, damping float64) {
	for _, mu := range rows {
		e.rows[mu].Sweep(from, s.H, e.row(mu), damping, e.work)
	}
}

func (e *edges) freeEntropy(s *State) float64 {
	return bethe(s.H, len(e.rows), func(mu int) float64 { return e.rows[mu].FreeEntropy(s.H, e.row(mu), e.work) })
}

// bethe adds the shares of the rows and of the weights up to N φ.
func bethe(h []float64, rows int, share func(mu int) float64) float64 {
	sites := 0.0
	for _, hi := range h {
		sites += gauss.Log2Cosh(hi)
	}
	sum := float64(float64(1-rows) * sites)
	for mu := range rows {
		sum += share(mu)
	}
	return sum
}
