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

// begin decides, of a block whose fields so many cores update in pieces of whole multiples of piece weights, whether the next one is
// read ahead, and returns the weights that do it, or nil. The last block of a sweep has no next one, and pieces have to be
// whole blocks of the weights.
func (r *readAhead) begin(parts, piece int, last bool) *factorgraph.WeightBlocks {
	if r.done = r.divided && parts > 1 && !last && r.weights.Whole(piece); r.done {
		return &r.weights
	}
	return nil
}

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
		refresh := func(lo, hi int) {
			h, ext, u := s.H.Slice(lo, hi), s.Ext.Slice(lo, hi), s.pull.Slice(lo, hi)
			f.Part(lo, hi).Pull(u, h, ext)
			h.Replace(ext, u)
		}
		a.factors.Moments(a.m, a.v, s.H.B, refresh)
		a.ahead.weights = a.factors.WeightBlocks(a.m, s.H.B, refresh)
	}
	return several
}
