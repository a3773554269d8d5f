package bp

import (
	"sync/atomic"

	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/cores"
	"fbp/model"
)

// On lets sweeps use several cores, where the graph has nodes. Results do not depend on
// how many.
func (s *State) On(available cores.Count) {
	if a, ok := s.messages.(*nodes); ok {
		s.cores, a.factors.Cores = available, available
	}
}

// leastWeights is the number of weights that are worth a goroutine.
const leastWeights = 4096

// refreshOnCores gives every weight the field's present message if there are cores to do
// it. Nodes then have the moments of the weights too: within a sweep since the block before.
func (s *State) refreshOnCores(f factorgraph.Field) bool {
	a, ok := s.messages.(*nodes)
	if !ok {
		return false
	}
	if a.ahead {
		a.ahead = false
		return true
	}
	a.known = s.cores.Parts(s.H.Len(), leastWeights) > 1
	a.divided = a.known
	if a.known {
		weights := pulled{s, f}
		a.factors.Moments(a.m, a.v, s.H.B, weights)
		a.next = a.factors.Magnetized(a.m, s.H.B, weights)
	}
	return a.known
}

// pulled are the weights of a state on which a field acts.
type pulled struct {
	*State
	field factorgraph.Field
}

// Prepare implements [factorgraph.Prepared].
func (p pulled) Prepare(lo, hi int) {
	h, ext, u := p.H.Slice(lo, hi), p.Ext.Slice(lo, hi), p.pull.Slice(lo, hi)
	p.field.Part(lo, hi).Pull(u, h, ext)
	h.Replace(ext, u)
}

// errors is the number of patterns that weights get wrong, counted in eighths, since the
// weights are prepared for each of them again.
func (s *State) errors(m model.Model, w []float64, p *instances.Patterns) int {
	c := counted{m: m, w: w, p: p}
	least := max(1, leastPairs/len(w))
	parts := min(eighths, s.cores.Parts(p.P, least))
	cores.Divide(parts, eighths, 1, &c, (*counted).count)
	return int(c.errors.Load())
}

const (
	eighths = 8

	// leastPairs is how many pairs of a weight and a pattern are worth a goroutine that counts.
	leastPairs = 1 << 23
)

// counted are patterns whose errors are counted.
type counted struct {
	m      model.Model
	w      []float64
	p      *instances.Patterns
	errors atomic.Int64
}

func (c *counted) count(_, from, to int) {
	lo, hi := c.p.P*from/eighths, c.p.P*to/eighths
	c.errors.Add(int64(c.m.Errors(c.w, c.p.Part(lo, hi))))
}
