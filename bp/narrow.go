package bp

import "fbp/factorgraph"

// narrowEdges is [edges] with messages in single precision: half the memory,
// and on AVX less time. Everything that is read off the messages is computed
// from them in double precision.
type narrowEdges struct {
	rows []factorgraph.NarrowRow
	n    int
	u    []float32 // row mu at [mu·n, (mu+1)·n)
	work *factorgraph.Workspace
}

func newNarrowEdges(g *factorgraph.Graph) *narrowEdges {
	e := &narrowEdges{n: g.N, u: make([]float32, g.N*len(g.Rows)), work: factorgraph.NewWorkspace(g.N)}
	for _, row := range g.Rows {
		e.rows = append(e.rows, row.(factorgraph.NarrowRow))
	}
	return e
}

func (e *narrowEdges) row(mu int) []float32 { return e.u[mu*e.n : (mu+1)*e.n] }

func (e *narrowEdges) reset() { clear(e.u) }

func (e *narrowEdges) addTo(h []float64) {
	for mu, row := range e.rows {
		row.AddToNarrow(h, e.row(mu))
	}
}

func (e *narrowEdges) carry(c *carrier) { floats(c, e.u) }

func (e *narrowEdges) block(refresh int) int { return refresh }

func (e *narrowEdges) update(s *State, from []float64, rows []int, _ int, damping float64) {
	for _, mu := range rows {
		e.rows[mu].SweepNarrow(from, s.H, e.row(mu), damping, e.work)
	}
}

func (e *narrowEdges) freeEntropy(s *State) float64 {
	return bethe(s.H, len(e.rows), func(mu int) float64 { return e.rows[mu].FreeEntropyNarrow(s.H, e.row(mu), e.work) })
}
