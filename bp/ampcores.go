package bp

import (
	"fbp/factorgraph"
	"fbp/internal/cores"
)

// On lets sweeps use several cores, by approximate message passing. Results do not depend on
// how many.
func (s *State) On(available cores.Count) {
	if a, ok := s.messages.(*amp); ok {
		s.cores, a.factors.Cores = available, available
	}
}

// leastWeights is the least number of weights that are worth a goroutine.
const leastWeights = 4096

// readAhead is the work on the weights that the next block of rows begins with, h^ext and then m and V, where it is done
// together with the last step of this block, see [amp]:
//
//	one core       refresh: h^ext               update: m and V, patterns, h
//	several cores  refresh: h^ext, m and V      update: patterns, h, and h^ext, m and V of the next block
//	               refresh: nothing (done)      update: …
type readAhead struct {
	weights factorgraph.WeightBlocks // of which h^ext, m and V are computed, if divided
	divided bool                     // there are several cores for the weights
	done    bool                     // of the next block, h^ext, m and V are known
}

// possible tells whether the weights can be read in pieces that are multiples of this one.
func (r *readAhead) possible(piece int) bool { return r.divided && r.weights.Whole(piece) }

// refreshOnCores is the refresh on several cores: it gives every weight the field's present message, and computes m and V,
// unless the block before has done so. It reports false, and does nothing, without several cores.
func (s *State) refreshOnCores(f factorgraph.Field) bool {
	a, ok := s.messages.(*amp)
	if !ok {
		return false
	}
	if a.ahead.done {
		a.ahead.done = false
		return true
	}
	several := s.cores.Parts(s.H.Len(), leastWeights) > 1
	a.current, a.ahead.divided = several, several
	if several {
		fields := refreshed{s, f}
		a.factors.Moments(a.m, a.v, s.H.B, fields)
		a.ahead.weights = a.factors.WeightBlocks(a.m, s.H.B, fields)
	}
	return several
}

// refreshed are the fields of a state once an external field has acted on them.
type refreshed struct {
	*State
	field factorgraph.Field
}

// Prepare implements [factorgraph.Prepared].
func (r refreshed) Prepare(lo, hi int) {
	h, ext, u := r.H.Slice(lo, hi), r.Ext.Slice(lo, hi), r.pull.Slice(lo, hi)
	r.field.Part(lo, hi).Pull(u, h, ext)
	h.Replace(ext, u)
}
