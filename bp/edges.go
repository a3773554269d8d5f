package bp

import (
	"math/rand/v2"

	"fbp/factorgraph"
	"fbp/model"
)

// edges are the messages of belief propagation, one per edge, N·P in all, row by row: row μ is pattern μ, whose message
// u_{μ→i} to weight i follows from the cavity fields h_{i→μ} = h_i − u_{μ→i}, as the comment of the package has it. The rows of a
// block are updated one after the other, each from the fields that the rows before it leave:
//
//	u_{μ→i} ← δ u_{μ→i} + (1−δ) u^new_{μ→i},   h_i ← h_i + Δu_{μ→i}.
type edges struct {
	rows  []factorgraph.Row
	n     int
	u     factorgraph.Messages // row mu at [mu·n, (mu+1)·n)
	work  *factorgraph.Workspace
	trace *trace // of the rows' sums, for an [extrapolation]; nil: not needed
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

// share is what row μ adds to the free entropy, ln Z_μ + Σ_i ln 2cosh h_{i→μ}, for a row in its place.
func (e *edges) share(s *State, mu int, row factorgraph.Row) float64 {
	phi := row.FreeEntropy(s.H, e.row(mu), e.work)
	if e.trace != nil {
		e.work.Moments(ofRow(e.trace, mu, e.trace.read))
	}
	return phi
}

// shares implements [messages].
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

// bethe is N φ, given the shares of the rows. A weight is part of every row's share, so that all but one of these are taken back:
//
//	N φ = Σ_μ [ln Z_μ + Σ_i ln 2cosh h_{i→μ}] + (1 − P) Σ_i ln 2cosh h_i.
func (s *State) bethe(rows int, share func(mu int) float64) float64 {
	sum := float64(float64(1-rows) * s.prior.LogZ(s.H))
	for mu := range rows {
		sum += share(mu)
	}
	return sum
}
