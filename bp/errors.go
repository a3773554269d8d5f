package bp

import (
	"sync/atomic"

	"fbp/instances"
	"fbp/internal/cores"
	"fbp/model"
)

// errors is the number of patterns that weights get wrong. The patterns are counted in eighths,
// on several cores if there are many: the weights are prepared again for each of them.
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

// count adds the errors of the eighths from … to−1.
func (c *counted) count(_, from, to int) {
	lo, hi := c.p.P*from/eighths, c.p.P*to/eighths
	c.errors.Add(int64(c.m.Errors(c.w, c.p.Part(lo, hi))))
}
