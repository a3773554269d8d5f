package bp

import (
	"context"
	"math"

	"fbp/factorgraph"
)

// Outcome is how a run of message passing ended.
type Outcome struct {
	Sweeps    int
	Converged bool
	Change    float64 // in the last sweep, as [State.Converge] measures it
}

// Converge sweeps under field f until the magnetisations change by less than
// p.Epsilon of their uncertainty in a sweep,
//
//	√(Σ_i (Δm_i)² / Σ_i (1 − m_i²)) < ε,
//
// or p.MaxSweeps is reached. This is by how much a pattern's sum Σ_i ξ_i w_i
// moved in units of its standard deviation √V, which is all that the pattern
// sees: it means the same at every N, and as weights freeze those that are still
// free go on to count. Where norms are fixed, their multipliers have to be as constant
// in units of the mean precision of a weight. Of a sweep that is not damped, see
// [State.Hasten], it is what the change would be with p.Damping, 1 − δ times as much.
// Messages are carried over from the last call. Not converging is an Outcome,
// not an error; errors are a cancelled context and [ErrDiverged].
//
// The field is refreshed before every p.Refresh rows of a sequential sweep, and
// once more at the end. That it follows the rows within a sweep decides whether
// focusing works at all. A flooding sweep refreshes it once, before the rows.
func (s *State) Converge(ctx context.Context, p Passing, f factorgraph.Field) (Outcome, error) {
	out := Outcome{Change: math.Inf(1), Sweeps: s.resumed}
	s.resumed = 0
	s.Magnetizations(s.m)
	copy(s.lastChi, s.chi)
	if out.Sweeps == 0 {
		s.hastening.start(s.Overlap())
		if p.MaxSweeps > 1 && s.extrapolate(f) {
			out.Sweeps++
			s.Magnetizations(s.m)
		}
	}
	damping := p.Damping
	for out.Sweeps < p.MaxSweeps && !out.Converged {
		if err := ctx.Err(); err != nil {
			s.keep(out.Sweeps)
			return out, err
		}
		if s.keeper != nil && s.keeper.Due() {
			s.keep(out.Sweeps)
		}
		p.Damping = s.hastening.damping(damping)
		sound := s.sweep(p, f)
		out.Change = s.moved() * ((1 - damping) / (1 - p.Damping)) // as if damped as the config says
		out.Sweeps++
		s.hastening.swept(s, out.Sweeps)
		if !sound {
			return out, ErrDiverged
		}
		out.Converged = out.Change < p.Epsilon
	}
	s.resync()
	if !s.refresh(f) || !s.finite() {
		return out, ErrDiverged
	}
	s.extrapolation.ended(s, out.Converged)
	return out, nil
}

// sweep recomputes the messages of every factor once. It reports whether norms could
// be met.
func (s *State) sweep(p Passing, f factorgraph.Field) (sound bool) {
	if p.Shuffle {
		s.rng.Shuffle(len(s.order), func(a, b int) { s.order[a], s.order[b] = s.order[b], s.order[a] })
	}
	if p.Schedule == Flooding || len(s.order) == 0 {
		sound = s.refresh(f)
		s.snapshot.Copy(s.H)
		s.messages.update(s, s.snapshot, s.order, 0, p.Damping)
		return sound
	}
	sound = true
	size := s.messages.block(p.Refresh)
	for lo := 0; sound && lo < len(s.order); lo += size {
		sound = s.refresh(f)
		s.messages.update(s, s.H, s.order[lo:min(lo+size, len(s.order))], lo/size, p.Damping)
	}
	return sound
}

// refresh gives every weight the field's present message, and the norms their
// multipliers, if there are any.
func (s *State) refresh(f factorgraph.Field) (sound bool) {
	if !s.refreshOnCores(f) {
		f.Pull(s.pull, s.H, s.Ext)
		s.H.Replace(s.Ext, s.pull)
	}
	return s.normalize()
}

// moved takes the magnetisations and returns by how much they changed since it
// was last called, as [State.Converge] measures it.
func (s *State) moved() float64 {
	s.m, s.last = s.last, s.m
	v, sum := s.prior.Moments(s.m, nil, s.H), 0.0
	for i, m := range s.m {
		d := m - s.last[i]
		sum += float64(d * d)
	}
	if s.normed != nil {
		return max(math.Sqrt(sum/v), s.normsMoved(v))
	}
	if sum == 0 {
		return 0 // all may be frozen, and V = 0
	}
	return math.Sqrt(sum / v)
}
