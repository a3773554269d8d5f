package bp

import (
	"math/rand/v2"

	"fbp/factorgraph"
)

// narrowEdges is [edges] with messages in single precision: half the memory,
// and on AVX less time. Within a block of rows the fields are single too; what
// the block changed is then added to the state's. Everything that is read off
// the messages is computed from them in double precision.
type narrowEdges struct {
	rows     []factorgraph.NarrowRow
	n        int
	u        []float32 // row mu at [mu·n, (mu+1)·n)
	from, to []float32 // the fields of a block
	work     *factorgraph.Workspace
}

func newNarrowEdges(g *factorgraph.Graph) *narrowEdges {
	e := &narrowEdges{n: g.N, u: make([]float32, g.N*len(g.Rows)), work: factorgraph.NewWorkspace(g.N),
		from: make([]float32, g.N), to: make([]float32, g.N)}
	for _, row := range g.Rows {
		e.rows = append(e.rows, row.(factorgraph.NarrowRow))
	}
	return e
}

func (e *narrowEdges) row(mu int) []float32 { return e.u[mu*e.n : (mu+1)*e.n] }

func (e *narrowEdges) reset() { clear(e.u) }

func (e *narrowEdges) start(f factorgraph.Init, rng *rand.Rand) {
	for mu := range e.rows {
		wide := factorgraph.NewMessages(e.n, false)
		f.Start(wide, rng)
		factorgraph.Narrow(e.row(mu), wide.B)
	}
}

func (e *narrowEdges) addTo(h factorgraph.Messages) {
	for mu, row := range e.rows {
		row.AddToNarrow(h.B, e.row(mu))
	}
}

func (e *narrowEdges) carry(c *Carrier) { floats(c, e.u) }

func (e *narrowEdges) block(refresh int) int { return refresh }

func (e *narrowEdges) update(s *State, from factorgraph.Messages, rows []int, _ int, damping float64) {
	factorgraph.Narrow(e.to, s.H.B)
	read := e.to
	if &from.B[0] != &s.H.B[0] { // flooding
		factorgraph.Narrow(e.from, from.B)
		read = e.from
	}
	for _, mu := range rows {
		e.rows[mu].SweepNarrow(read, e.to, e.row(mu), damping, e.work)
	}
	for i, h := range e.to {
		s.H.B[i] += float64(h) - float64(float32(s.H.B[i]))
	}
}

func (e *narrowEdges) freeEntropy(s *State) float64 {
	return s.bethe(len(e.rows), func(mu int) float64 { return e.rows[mu].FreeEntropyNarrow(s.H.B, e.row(mu), e.work) })
}

// share is that of a row in the free entropy, were it the one given.
func (e *narrowEdges) share(s *State, mu int, row factorgraph.Row) float64 {
	return row.(factorgraph.NarrowRow).FreeEntropyNarrow(s.H.B, e.row(mu), e.work)
}
