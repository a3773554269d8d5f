package bp

import (
	"context"
	"math"
	"math/rand/v2"

	"fbp/factorgraph"
	"fbp/internal/cores"
	"fbp/model"
)

// State is the messages of one graph and the fields they add up to.
type State struct {
	H   factorgraph.Messages // field of every weight: messages of its patterns plus Ext, plus the multiplier of its norm
	Ext factorgraph.Messages // message of the external factorgraph.Field

	Beside model.Carried // of the caller, in the same checkpoints; nil: nothing

	messages messages
	rows     []factorgraph.Row // of the graph; nil where messages live on nodes
	prior    factorgraph.Prior
	normed   *factorgraph.Spherical // the prior, if it fixes norms
	chi      []float64              // their multipliers
	lastChi  []float64              // after the sweep before
	frozen   factorgraph.Messages   // the fields that a flooding sweep reads
	pull     factorgraph.Messages   // the external field's next message
	m, last  []float64              // magnetisations after this sweep and the one before
	order    []int                  // of the factors
	rng      *rand.Rand

	hastening     *hastening     // nil: every sweep is damped as the config says
	extrapolation *extrapolation // nil: each fixed point is looked for from the last messages

	cores   cores.Count  // nil: one
	keeper  model.Keeper // nil: nothing is kept
	at      []int        // where the caller is
	resumed int          // sweeps of this step that were done before
}

// messages are those of the factors, kept on edges or on nodes.
type messages interface {
	// reset makes all messages zero.
	reset()
	// start sets the messages to those of an Init.
	start(f factorgraph.Init, rng *rand.Rand)
	// addTo adds all messages to the fields h.
	addTo(h factorgraph.Messages)
	// block is the number of rows between two refreshes of the field, given the
	// number wanted.
	block(refresh int) int
	// update recomputes the messages of rows, block number block of the sweep, from
	// the fields in from, and adds the changes to s.H. The rows of nodes lie in order.
	update(s *State, from factorgraph.Messages, rows []int, block int, damping float64)
	// freeEntropy is the Bethe free entropy N φ under the fields of s.
	freeEntropy(s *State) float64
	// curvature is Σ_μ (∂²_ω ln Z_μ)² of rows that see one sum each.
	curvature(s *State) float64
	// carry moves all messages to or from a checkpoint.
	carry(c *model.Carrier)
}

// NewState makes the messages of a graph, all zero. rng
// is needed only by schedules that shuffle, and may be nil otherwise.
func NewState(g *factorgraph.Graph, rng *rand.Rand) *State {
	fields := func() factorgraph.Messages { return factorgraph.NewMessages(g.N, g.Prior.Two()) }
	s := &State{
		H: fields(), Ext: fields(), frozen: fields(), pull: fields(), prior: g.Prior, rows: g.Rows,
		m: make([]float64, g.N), last: make([]float64, g.N), order: make([]int, g.Factors()), rng: rng,
	}
	for mu := range s.order {
		s.order[mu] = mu
	}
	if normed, ok := g.Prior.(factorgraph.Spherical); ok {
		s.normed, s.chi = &normed, make([]float64, normed.Norms())
		s.lastChi = make([]float64, len(s.chi))
		s.normalize()
	}
	switch {
	case g.Nodes != nil:
		s.messages = newAMP(g)
	case g.Latent != nil:
		s.messages = newLatent(g)
	default:
		s.messages = newEdges(g)
	}
	return s
}

// Start sets the messages of the patterns to those of an Init.
func (s *State) Start(f factorgraph.Init, rng *rand.Rand) {
	s.messages.start(f, rng)
	s.extrapolation.forget()
	s.resync()
	s.normalize()
}

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
		out.Change = s.moved() * ((1 - damping) / (1 - p.Damping))
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
		s.frozen.Copy(s.H)
		s.messages.update(s, s.frozen, s.order, 0, p.Damping)
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

// resync adds the fields up afresh, so that what is read off them belongs to the
// messages, and rounding does not pile up over thousands of sweeps.
func (s *State) resync() {
	s.H.Copy(s.Ext)
	if s.normed != nil {
		s.normed.AddTo(s.H, s.chi)
	}
	s.messages.addTo(s.H)
}

// Reset makes all messages zero.
func (s *State) Reset() {
	s.messages.reset()
	s.H.Clear()
	s.Ext.Clear()
	clear(s.chi)
	s.extrapolation.forget()
	s.normalize()
}

func (s *State) finite() bool {
	sum := 0.0
	for _, h := range s.H.A {
		sum += h
	}
	for _, h := range s.H.B {
		sum += h
	}
	return !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

// FreeEntropy is the Bethe free entropy φ per weight, in nats, of the problem with
// the external field as it stands:
//
//	N φ = Σ_i [ln 2cosh h_i + Σ_μ (ln 2cosh h_{i→μ} − ln 2cosh h_i)] + Σ_μ ln Z_μ.
//
// The entropy is φ − Σ_i h_i^ext m_i / N.
func (s *State) FreeEntropy() float64 {
	return s.messages.freeEntropy(s) / float64(s.H.Len())
}

// Magnetizations writes the mean of every weight to m: tanh h_i for binary ones.
func (s *State) Magnetizations(m []float64) { s.prior.Moments(m, nil, s.H) }

// Weights writes the most probable weights to w: sign(h_i), +1 at 0, for binary
// ones.
func (s *State) Weights(w []float64) { s.prior.Weights(w, s.H) }

// Overlap is q = Σ_i m_i²/N.
func (s *State) Overlap() float64 { return s.prior.SquareNorm(s.H) / float64(s.H.Len()) }
