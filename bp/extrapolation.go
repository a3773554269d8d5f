package bp

import (
	"math"

	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/model"
)

// extrapolation starts the search for a fixed point from an extrapolation of those before it, which are points
// of a smooth family with a parameter x, say of the coupling or of the bias. A point is what the
// messages of all rows follow from:
//
//	y(x) = (h_1 − h_1^ext, …, h_N − h_N^ext, ω_1, V_1, …, ω_P, V_P),
//
// the fields of the weights by the patterns, and mean and variance of the sum of every unit of every row.
type extrapolation struct {
	edges  *edges
	points points
	will   []factorgraph.Moments // scratch, of the units of a row
	x      float64               // of the fixed point that is looked for
	wanted bool                  // x is given
}

// Until weights freeze, a step of a search is extrapolated from the last two: then steps are not those of
// one smooth family any more, and at q > 0.95 what is extrapolated takes longer.
const (
	extrapolatedFrom = 2
	smoothBelow      = 0.9 // q
)

// Extrapolate says that fixed points of a smooth family will be looked for one after the other,
// and lets each start from an extrapolation of at most so many of those before, if messages live
// on edges and rows are those of one unit or of sign units. It has to be called before [State.Resume].
func (s *State) Extrapolate(points int) {
	if e, ok := s.messages.(*edges); ok && units(e.rows) > 0 {
		e.trace = newTrace(len(e.rows), units(e.rows))
		s.extrapolation = &extrapolation{edges: e, points: newPoints(e.n+2*len(e.trace.swept), points), will: make([]factorgraph.Moments, e.trace.units)}
	}
}

// Toward says that the fixed point that the next [State.Converge] looks for is the one at x
// of the family. Messages then start from an extrapolation instead of those of the last
// member, which takes as long as a sweep and counts as one; the fixed point and when it
// counts as met stay the same. Fixed points that are not announced are not extrapolated.
func (s *State) Toward(x float64) {
	if e := s.extrapolation; e != nil {
		e.x, e.wanted = x, true
	}
}

// units is the number of units of every row, 0 if the messages of one cannot be predicted.
func units(rows []factorgraph.Row) (units int) {
	for _, row := range rows {
		f, ok := row.(*factorgraph.Discrete)
		if !ok || !f.Predictable() {
			return 0
		}
		units = len(f.Units)
	}
	return units
}

// forget leaves no points.
func (e *extrapolation) forget() {
	if e != nil {
		e.points.at, e.wanted = e.points.at[:0], false
	}
}

// ended takes in how the messages stopped: at the fixed point that was looked for, or at
// none, from which nothing can be extrapolated.
func (e *extrapolation) ended(s *State, converged bool) {
	switch {
	case e == nil:
	case !converged:
		e.forget()
	case e.wanted:
		e.wanted = false
		y := e.points.add(e.x)
		for i, h := range s.H.B {
			y[i] = h - s.Ext.B[i]
		}
	}
}

// complete gives the newest point the moments of the rows: those under the fixed point's fields if its
// free entropy was computed, which reads every row, and otherwise those of the last sweep.
func (e *extrapolation) complete() {
	if len(e.points.at) == 0 {
		return
	}
	moments := e.points.values[len(e.points.at)-1][e.edges.n:]
	for mu, read := range e.edges.trace.read {
		moments[2*mu], moments[2*mu+1] = read.Omega, read.V
	}
}

// extrapolate sets the messages to those of the fixed point that is looked for, extrapolated from the points,
// and reports whether it has. s.m are the magnetisations of the last.
func (s *State) extrapolate(field factorgraph.Field) bool {
	e := s.extrapolation
	if e == nil || !e.wanted {
		return false
	}
	e.complete()
	n := e.edges.n
	next := e.points.extrapolate(e.x, n)
	if next == nil {
		return false
	}
	for i, h := range next[:n] {
		s.snapshot.B[i] = h + s.Ext.B[i]
	}
	field.Pull(s.pull, s.snapshot, s.Ext)
	s.H.Replace(s.Ext, s.pull)
	t := e.edges.trace
	c := t.reaction()
	for i, h := range next[:n] {
		h += s.Ext.B[i]
		s.snapshot.B[i] = math.FMA(-c, gauss.Tanh(h)-s.m[i], h)
	}
	for mu, row := range e.edges.rows {
		first := mu * t.units
		for k := range e.will {
			e.will[k] = factorgraph.Moments{Omega: next[n+2*(first+k)], V: next[n+2*(first+k)+1]}
		}
		row.(*factorgraph.Discrete).Predict(s.snapshot, s.H, e.edges.row(mu), t.swept[first:first+t.units], e.will, e.edges.work)
	}
	return true
}

// carry moves it to or from a checkpoint.
func (e *extrapolation) carry(c *model.Carrier) {
	if e == nil {
		return
	}
	c.Float(&e.x)
	c.Bool(&e.wanted)
	e.edges.trace.carry(c)
	e.points.carry(c)
}
