package bp

import (
	"fbp/factorgraph"
	"fbp/internal/cores"
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
// it, and the field acts weight by weight. Nodes then have the moments of the weights too.
func (s *State) refreshOnCores(f factorgraph.Field) bool {
	a, ok := s.messages.(*nodes)
	if !ok {
		return false
	}
	a.known = false
	local, ok := f.(factorgraph.Local)
	if !ok || s.cores.Parts(s.H.Len(), leastWeights) == 1 {
		return false
	}
	a.factors.Moments(a.m, a.v, s.H.B, pulled{s, local})
	a.known = true
	return true
}

// pulled are the weights of a state on which a field acts.
type pulled struct {
	*State
	field factorgraph.Local
}

// Prepare implements [factorgraph.Prepared].
func (p pulled) Prepare(lo, hi int) {
	h, ext, u := p.H.Slice(lo, hi), p.Ext.Slice(lo, hi), p.pull.Slice(lo, hi)
	p.field.Part(lo, hi).Pull(u, h, ext)
	h.Replace(ext, u)
}
