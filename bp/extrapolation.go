package bp

import (
	"math"
	"slices"

	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/model"
)

// foresight foresees the next fixed point of a family, of parameter x, by extrapolation.
// A point is what the messages of all rows follow from: the fields of the weights, without
// the external ones, then mean and variance of the sum of every row.
type foresight struct {
	edges  *edges
	family family
	x      float64 // of the fixed point that is looked for
	wanted bool    // x is given
}

// trace is what the rows have left behind that messages are foreseen from.
type trace struct {
	swept, read []factorgraph.Moments // of each row's sum, when it was last swept, and last read
	slope       []float64             // dF/ds of the messages sent
}

func newTrace(rows int) *trace {
	return &trace{make([]factorgraph.Moments, rows), make([]factorgraph.Moments, rows), make([]float64, rows)}
}

// sweep notes what row mu, which has just been swept, leaves.
func (t *trace) sweep(mu int, work *factorgraph.Workspace) {
	t.swept[mu], t.slope[mu] = work.Moments(), work.Slope()
	t.read[mu] = t.swept[mu]
}

// reaction is c = Σ_μ F'_μ² / Σ_μ F'_μ, of the slopes of all rows. A message u of row μ
// saw a magnetisation that was smaller by Δm_i than that under today's fields, which makes
// F(s₀; was) larger than u by F'_μ ξ_i Δm_i. What that does to the fields, summed over the
// rows, fields that are smaller by c Δm_i do too.
func (t *trace) reaction() float64 {
	sum, squares := 0.0, 0.0
	for _, slope := range t.slope {
		sum += slope
		squares = math.FMA(slope, slope, squares)
	}
	if !(sum > 0) {
		return 0
	}
	return squares / sum
}

// carry moves the trace to or from a checkpoint.
func (t *trace) carry(c *model.Carrier) {
	for mu := range t.slope {
		for _, m := range []*factorgraph.Moments{&t.swept[mu], &t.read[mu]} {
			c.Float(&m.Omega)
			c.Float(&m.V)
		}
	}
	c.Floats(t.slope)
}

// Foresee says that fixed points of a smooth family will be looked for one after the other,
// and that each be foreseen from at most so many of those before, if rows can be foreseen
// at all, see [factorgraph.Discrete.Foresee]. It has to be called before [State.Resume].
func (s *State) Foresee(points int) {
	if e, ok := s.messages.(*edges); ok && single(e.rows) {
		e.trace = newTrace(len(e.rows))
		s.foresight = &foresight{edges: e, family: newFamily(e.n+2*len(e.rows), points)}
	}
}

// Toward says that the fixed point that the next [State.Converge] looks for is the one at x
// of the family. Messages then start from an extrapolation instead of those of the last
// member, which takes as long as a sweep and counts as one; the fixed point and when it
// counts as met stay the same. Of members that are not announced nothing is foreseen.
func (s *State) Toward(x float64) {
	if f := s.foresight; f != nil {
		f.x, f.wanted = x, true
	}
}

// Foresees tells whether messages that are passed this way on a graph can be foreseen.
func (p Passing) Foresees(g *factorgraph.Graph) bool {
	return g.Nodes == nil && single(g.Rows)
}

// single tells whether every row sees its weights through one sum.
func single(rows []factorgraph.Row) bool {
	for _, row := range rows {
		if f, ok := row.(*factorgraph.Discrete); !ok || !f.Single() {
			return false
		}
	}
	return len(rows) > 0
}

// forget leaves no points.
func (f *foresight) forget() {
	if f != nil {
		f.family.at, f.wanted = f.family.at[:0], false
	}
}

// ended takes in how the messages stopped: at the fixed point that was looked for, or at
// none, from which nothing can be foreseen.
func (f *foresight) ended(s *State, converged bool) {
	switch {
	case f == nil:
	case !converged:
		f.forget()
	case f.wanted:
		f.wanted = false
		point := f.family.add(f.x)
		for i, h := range s.H.B {
			point[i] = h - s.Ext.B[i]
		}
	}
}

// complete gives the newest point the moments of the rows: of when the free entropy was
// read off the messages if it was, since those are of the end of the last sweep.
func (f *foresight) complete() {
	if len(f.family.at) == 0 {
		return
	}
	point := f.family.points[len(f.family.at)-1][f.edges.n:]
	for mu, read := range f.edges.trace.read {
		point[2*mu], point[2*mu+1] = read.Omega, read.V
	}
}

// foresee sets the messages to those of the fixed point that is looked for, as far as it
// can be foreseen from s.m and the points, and reports whether it has.
func (s *State) foresee(field factorgraph.Field) bool {
	f := s.foresight
	if f == nil || !f.wanted {
		return false
	}
	f.complete()
	n := f.edges.n
	next := f.family.extrapolate(f.x, n)
	if next == nil {
		return false
	}
	for i, h := range next[:n] {
		s.frozen.B[i] = h + s.Ext.B[i]
	}
	field.Pull(s.pull, s.frozen, s.Ext)
	s.H.Replace(s.Ext, s.pull)
	c := f.edges.trace.reaction()
	for i, h := range next[:n] {
		h += s.Ext.B[i]
		s.frozen.B[i] = math.FMA(-c, gauss.Tanh(h)-s.m[i], h)
	}
	for mu, row := range f.edges.rows {
		will := factorgraph.Moments{Omega: next[n+2*mu], V: next[n+2*mu+1]}
		row.(*factorgraph.Discrete).Foresee(s.frozen, s.H, f.edges.row(mu), f.edges.trace.swept[mu], will, f.edges.work)
	}
	return true
}

// carry moves what can be foreseen from to or from a checkpoint.
func (f *foresight) carry(c *model.Carrier) {
	if f == nil {
		return
	}
	c.Float(&f.x)
	c.Bool(&f.wanted)
	f.edges.trace.carry(c)
	f.family.carry(c)
}

// carry moves the points to or from a checkpoint.
func (f *family) carry(c *model.Carrier) {
	n := len(f.at)
	if c.Int(&n); n < 0 || n > len(f.points) {
		c.Refuse("a checkpoint with %d fixed points of a family, want at most %d", n, len(f.points))
		return
	}
	f.at = slices.Grow(f.at[:0], n)[:n]
	c.Floats(f.at)
	for _, point := range f.points[:n] {
		c.Floats(point)
	}
}
