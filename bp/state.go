package bp

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/model"
)

// ErrDiverged says that a message became infinite or not a number.
var ErrDiverged = errors.New("messages diverged")

// ErrFrozen says that all weights froze in a state that some pattern forbids, a
// false fixed point of Gaussian messages that is met at N of about 15. Its free
// entropy is that of no ensemble and means nothing.
var ErrFrozen = errors.New("weights froze against a pattern")

// State is the messages of one graph and the fields they add up to.
type State struct {
	H   []float64 // field of every weight: messages of its patterns plus Ext
	Ext []float64 // message of the external factorgraph.Field

	Beside []float64 // the caller's own numbers, kept in checkpoints with the rest

	messages messages
	frozen   []float64 // the fields that a flooding sweep reads
	pull     []float64 // what the external field is about to say
	m, last  []float64 // magnetisations after this sweep and the one before
	order    []int     // of the factors
	rng      *rand.Rand

	keeper  model.Keeper // nil: nothing is kept
	at      []int        // where the caller is
	resumed int          // sweeps of this step that were done before
}

// messages are what the factors say, kept on edges or on nodes.
type messages interface {
	// reset forgets everything that was said.
	reset()
	// addTo adds all messages to the fields h.
	addTo(h []float64)
	// block is the number of rows that speak between two refreshes of the field,
	// given the number wanted.
	block(refresh int) int
	// update lets the factors in rows, block number block of the sweep, speak; the
	// rows of nodes lie in order,
	// reading fields from and writing what changed to s.H.
	update(s *State, from []float64, rows []int, block int, damping float64)
	// freeEntropy is the Bethe free entropy N φ under the fields of s.
	freeEntropy(s *State) float64
	// carry moves all that was said to or from a checkpoint.
	carry(c *carrier)
}

// NewState makes the messages of a graph, all zero, stored in a precision. rng
// is needed only by schedules that shuffle, and may be nil otherwise.
func NewState(g *factorgraph.Graph, precision string, rng *rand.Rand) *State {
	s := &State{
		H: make([]float64, g.N), Ext: make([]float64, g.N), frozen: make([]float64, g.N),
		pull: make([]float64, g.N), m: make([]float64, g.N), last: make([]float64, g.N),
		order: make([]int, g.Factors()), rng: rng,
	}
	for mu := range s.order {
		s.order[mu] = mu
	}
	switch {
	case g.Nodes != nil:
		s.messages = newNodes(g)
	case precision == Float32:
		s.messages = newNarrowEdges(g)
	default:
		s.messages = newEdges(g)
	}
	return s
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
// hears: it means the same at every N, and as weights freeze those that are still
// free go on to count.
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
	for out.Sweeps < p.MaxSweeps && !out.Converged {
		if err := ctx.Err(); err != nil {
			s.keep(out.Sweeps)
			return out, err
		}
		if s.keeper != nil && s.keeper.Due() {
			s.keep(out.Sweeps)
		}
		s.sweep(p, f)
		out.Change = s.moved()
		out.Sweeps++
		out.Converged = out.Change < p.Epsilon
	}
	s.resync()
	s.refresh(f)
	if !s.finite() {
		return out, ErrDiverged
	}
	return out, nil
}

// sweep lets every factor speak once.
func (s *State) sweep(p Passing, f factorgraph.Field) {
	if p.Shuffle {
		s.rng.Shuffle(len(s.order), func(a, b int) { s.order[a], s.order[b] = s.order[b], s.order[a] })
	}
	if p.Schedule == Flooding {
		s.refresh(f)
		copy(s.frozen, s.H)
		s.messages.update(s, s.frozen, s.order, 0, p.Damping)
		return
	}
	size := s.messages.block(p.Refresh)
	for lo := 0; lo < len(s.order); lo += size {
		s.refresh(f)
		s.messages.update(s, s.H, s.order[lo:min(lo+size, len(s.order))], lo/size, p.Damping)
	}
}

// refresh asks the field for its message to every weight.
func (s *State) refresh(f factorgraph.Field) {
	f.Pull(s.pull, s.H, s.Ext)
	for i, u := range s.pull {
		s.H[i] += u - s.Ext[i]
		s.Ext[i] = u
	}
}

// moved takes the magnetisations and returns by how much they changed since it
// was last called, as [State.Converge] measures it.
func (s *State) moved() float64 {
	s.m, s.last = s.last, s.m
	v, sum := factorgraph.Magnetize(s.m, s.H), 0.0
	for i, m := range s.m {
		d := m - s.last[i]
		sum += float64(d * d)
	}
	if sum == 0 {
		return 0 // all may be frozen, and V = 0
	}
	return math.Sqrt(sum / v)
}

// resync adds the fields up afresh, so that what is read off them belongs to the
// messages, and rounding does not pile up over thousands of sweeps.
func (s *State) resync() {
	copy(s.H, s.Ext)
	s.messages.addTo(s.H)
}

// Reset forgets all messages.
func (s *State) Reset() {
	s.messages.reset()
	clear(s.H)
	clear(s.Ext)
}

func (s *State) finite() bool {
	sum := 0.0
	for _, h := range s.H {
		sum += h
	}
	return !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

// FreeEntropy is the Bethe free entropy φ a weight, in nats, of the problem with
// the external field as it stands:
//
//	N φ = Σ_i [ln 2cosh h_i + Σ_μ (ln 2cosh h_{i→μ} − ln 2cosh h_i)] + Σ_μ ln Z_μ.
//
// The entropy is φ − Σ_i h_i^ext m_i / N.
func (s *State) FreeEntropy() float64 {
	return s.messages.freeEntropy(s) / float64(len(s.H))
}

// CheckedFreeEntropy is FreeEntropy, or [ErrFrozen] where that lies outside what
// any set of weights can have: between 0, a single solution, and ln 2 plus the
// mean strength of the external field; ½ more on each side is left to the errors
// of message passing.
func (s *State) CheckedFreeEntropy() (float64, error) {
	phi, field := s.FreeEntropy(), 0.0
	for _, u := range s.Ext {
		field += math.Abs(u) / float64(len(s.Ext))
	}
	if !(phi > -0.5-field && phi < math.Ln2+0.5+field) {
		return phi, ErrFrozen
	}
	return phi, nil
}

// Entropy is the entropy s = φ − Σ_i h_i^ext m_i / N per weight, in nats, of the
// weights under the external field as it stands. It fails with [ErrFrozen] where s
// is beyond what weights of these magnetisations can have: below zero, or above
//
//	Σ_i [−p_i ln p_i − (1−p_i) ln(1−p_i)]/N,   p_i = (1 + m_i)/2.
//
// What loops and Gaussian sums can add on either side is of order 1/N and let
// pass, a fifth of a percent of a nat below zero too.
func (s *State) Entropy() (float64, error) {
	work, sites := 0.0, 0.0
	for i, h := range s.H {
		m := gauss.Tanh(h)
		work += float64(s.Ext[i] * m)
		sites += gauss.Log2Cosh(h) - float64(h*m)
	}
	n := float64(len(s.H))
	entropy := s.FreeEntropy() - work/n
	if !(entropy > -0.002-1/n && entropy < sites/n+0.2/n+1e-7) {
		return entropy, ErrFrozen
	}
	return entropy, nil
}

// Impossible tells whether an error says that message passing went astray, which
// is a fact about the sample and no fault.
func Impossible(err error) bool { return errors.Is(err, ErrFrozen) || errors.Is(err, ErrDiverged) }

// Magnetizations writes m_i = tanh h_i to m.
func (s *State) Magnetizations(m []float64) { factorgraph.Magnetize(m, s.H) }

// Signs writes the most probable weights sign(h_i), +1 at 0, to w.
func (s *State) Signs(w []float64) {
	for i, h := range s.H {
		w[i] = 1
		if h < 0 {
			w[i] = -1
		}
	}
}

// Overlap is q = Σ_i m_i²/N.
func (s *State) Overlap() float64 {
	q := 0.0
	for _, h := range s.H {
		m := gauss.Tanh(h)
		q += float64(m * m)
	}
	return q / float64(len(s.H))
}
