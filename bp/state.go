package bp

import (
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

	Beside func(*model.Carrier) // moves what is the caller's, in the same checkpoints; nil: nothing

	messages messages
	rows     []factorgraph.Row // of the graph; nil where messages live on nodes
	prior    factorgraph.Prior
	normed   *factorgraph.Spherical // the prior, if it fixes norms
	chi      []float64              // their multipliers
	lastChi  []float64              // after the sweep before
	snapshot factorgraph.Messages   // the fields before a flooding sweep, which all rows read
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
	// start sets the messages to those of f.
	start(f factorgraph.Start, rng *rand.Rand)
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
	// shares are as of [State.shares].
	shares(s *State, g *factorgraph.Graph) []float64
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
		H: fields(), Ext: fields(), snapshot: fields(), pull: fields(), prior: g.Prior, rows: g.Rows,
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

// Start sets the messages of the patterns to those of f.
func (s *State) Start(f factorgraph.Start, rng *rand.Rand) {
	s.messages.start(f, rng)
	s.extrapolation.forget()
	s.resync()
	s.normalize()
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
