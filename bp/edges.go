package bp

import (
	"math/rand/v2"

	"fbp/factorgraph"
	"fbp/model"
)

// edges keeps one message per edge, N·P in all, row by row.
type edges struct {
	rows  []factorgraph.Row
	n     int
	u     factorgraph.Messages // row mu at [mu·n, (mu+1)·n)
	work  *factorgraph.Workspace
	trace *trace // nil: nobody asks
}

func newEdges(g *factorgraph.Graph) *edges {
	return &edges{
		rows: g.Rows, n: g.N, u: factorgraph.NewMessages(g.N*len(g.Rows), g.Prior.Two()), work: factorgraph.NewWorkspace(g.N),
	}
}

func (e *edges) row(mu int) factorgraph.Messages { return e.u.Slice(mu*e.n, (mu+1)*e.n) }

func (e *edges) reset() { e.u.Clear() }

func (e *edges) start(f factorgraph.Start, rng *rand.Rand) { f(e.u, rng) }

func (e *edges) addTo(h factorgraph.Messages) {
	for mu, row := range e.rows {
		row.AddTo(h, e.row(mu))
	}
}

func (e *edges) carry(c *model.Carrier) {
	c.Numbers(e.u.A)
	c.Numbers(e.u.B)
}

func (e *edges) block(refresh int) int { return refresh }

func (e *edges) update(s *State, from factorgraph.Messages, rows []int, _ int, damping float64) {
	for _, mu := range rows {
		e.rows[mu].Sweep(from, s.H, e.row(mu), damping, e.work)
		if e.trace != nil {
			e.trace.sweep(mu, e.work)
		}
	}
}

func (e *edges) freeEntropy(s *State) float64 {
	return s.bethe(len(e.rows), func(mu int) float64 { return e.share(s, mu, e.rows[mu]) })
}

// share is that of a row in the free entropy, were it the one given.
func (e *edges) share(s *State, mu int, row factorgraph.Row) float64 {
	phi := row.FreeEntropy(s.H, e.row(mu), e.work)
	if e.trace != nil {
		e.trace.read[mu] = e.work.Moments()
	}
	return phi
}

// shares implements [sharing].
func (e *edges) shares(s *State, g *factorgraph.Graph) []float64 {
	rows := e.rows
	if g != nil {
		rows = g.Rows
	}
	list := make([]float64, len(rows))
	for mu, row := range rows {
		list[mu] = e.share(s, mu, row)
	}
	return list
}

// bethe adds the shares of the rows and of the weights up to N φ.
func (s *State) bethe(rows int, share func(mu int) float64) float64 {
	sum := float64(float64(1-rows) * s.prior.LogZ(s.H))
	for mu := range rows {
		sum += share(mu)
	}
	return sum
}
