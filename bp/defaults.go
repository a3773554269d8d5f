package bp

import (
	"fbp/factorgraph"
	"fbp/internal/traits"
	"fbp/model"
)

// The defaults of [Focusing], in the order in which they are filled in:
//
//	NewFocusing   those of the model
//	follow        those of the patterns
//	Complete      keys of the preset that the config does not give, then what follows other keys

// Messages per node and their epsilon are defaults by one rule: entropies at equal distances move by less than a quarter of
// the error of ten samples, the mean smallest stability falls by less than .02, and no sample is lost
// (bench/defaults.md). With few patterns solutions are denser the better the steps converge, and with many some are lost.
const (
	largeForNodes  = 2001 // N from which on
	fewForNodes    = 0.49 // P/N below which patterns are few, less than 1/2 by more than P = ⌊N/2⌋ lacks
	manyForNodes   = 0.65 // and above which they are many
	largeForSlow   = 1001 // N from which on the preset capacity is slow, with short attempts of SBPI
	nodeEpsilon    = 0.01
	messageEpsilon = 3e-3 // of messages per edge
)

// NewFocusing is DefaultFocusing on a model, with noise to start from if that needs
// it.
func NewFocusing(m model.Model) *Focusing {
	f := DefaultFocusing()
	f.madeFor, f.Start, f.inputs = madeForModel(m), startOf(m), m.PerVoter()
	if m.Weights() == model.SphericalWeights {
		f.elastic()
	}
	return f
}

// DefaultFocusing is the protocol of PRL 127, 278301 (2021).
func DefaultFocusing() *Focusing {
	return &Focusing{
		Y: 20, Protocol: Scoping, Gamma: Atanh(30, 0, 10), Stop: "end", GiveUp: Never, Finishing: Finishing{Finish: NoFinish},
		Passing: Passing{
			Damping: 0.5, Refresh: 50, Epsilon: messageEpsilon, MaxSweeps: 200,
			Accuracy: factorgraph.Accurate, Schedule: Sequential, Precision: Float64,
		},
	}
}

// elastic fills in the defaults for real weights, of PNAS 117, 161 (2020): γ is the
// elastic coupling λ, and strong damping keeps the messages from oscillating, which
// without any they do from λ = 4 on.
func (f *Focusing) elastic() {
	f.Y, f.Gamma, f.Damping = 10, Exponential(30, 0.5, 30), 0.7
}

// madeFor is what defaults follow of the model and of the patterns that a search is made for.
type madeFor struct {
	perceptron   bool // of binary weights
	large        bool // and N enough for one message per node
	slow         bool // or for slow reinforcement
	committee    bool // of sign units with binary weights, whose majority decides
	unfinishable bool // no perceptron and no tree that SBPI could finish
	foreseen     bool // failure is
	independent  bool // inputs, which are signs
}

// madeForModel is that of a model; what it says of patterns is known later, with [Focusing.follow].
func madeForModel(m model.Model) madeFor {
	is, binary := m.Traits(), m.Weights() == model.BinaryWeights
	perceptron := binary && is.Network == traits.Perceptron
	committee := binary && is.Network == traits.Committee && is.Activation == model.SignUnits
	return madeFor{
		perceptron:   perceptron,
		large:        perceptron && m.Inputs() >= largeForNodes,
		slow:         perceptron && m.Inputs() >= largeForSlow,
		committee:    committee,
		unfinishable: (&Finishing{Finish: BySBPI}).checkFinish(m) != nil,
		foreseen:     failureForeseen(m),
	}
}

// follow is Follow of [model.About]: large perceptrons with independent inputs ±1, neither few nor many, have one message
// per node, whose epsilon is that of many patterns too.
func (f *Focusing) follow(p model.Learned) {
	f.independent = p.Independent
	if !f.large || !p.Independent || p.Load < fewForNodes {
		return
	}
	f.Epsilon = nodeEpsilon
	if p.Load <= manyForNodes {
		f.Accuracy = factorgraph.AMP
	}
}

// Complete fills in what is not given: the keys of the preset, then the defaults that
// follow the protocol. Under the reinforcement protocols, whose γ is or becomes
// infinite, the field has to follow the rows closely, or the fields overshoot at the end
// and the solution met on the way is lost. With geometric growth steps are small: a sweep
// each is enough, without damping, and so is a field that follows once a sweep.
func (f *Focusing) Complete(given func(key string) bool) {
	written := given("accuracy")
	given = f.fill(given)
	if f.Accuracy == factorgraph.AMP && !written && f.Shuffle {
		f.Accuracy = factorgraph.Accurate // whose rows have an order
	}
	if f.Accuracy != factorgraph.AMP && !given("epsilon") {
		f.Epsilon = messageEpsilon
	}
	f.CompleteLatent(given, 0.8)
	f.completeFinish(given)
	if f.Protocol == Reinforcement && f.Growth == "" {
		f.Growth = Linear
	}
	switch {
	case f.Growth == Geometric:
		f.small(given)
	case (f.Protocol == Reinforcement || f.Protocol == Pseudo) && !given("refresh"):
		f.Refresh = 10
	}
}

// small are the defaults of small steps. A flooding sweep needs its damping, and so do
// expanded messages, which do not follow a step of one sweep otherwise: undamped they
// solved none of ten at α = 0.71 and 0.75, N = 1001, and nine with 0.3. A search that nothing
// finishes has to end in a solution by itself, which with less than 0.5 it loses where patterns are few:
// undamped messages solved none of eight at α = 0.4, N = 1001, expanded ones with 0.3 none of six at 0.5, N = 2001, and
// with 0.5 all. Coarse steps pay for it near capacity: the preset "cheap" solves 29 of 100 at α = 0.74, N = 501, undamped 39.
func (f *Focusing) small(given func(key string) bool) {
	if f.Schedule == Sequential && !given("damping") && !given("refresh") {
		f.Damping, f.Refresh = 0, 1000
		switch {
		case !f.finishes():
			f.Damping = 0.5
		case f.Accuracy == factorgraph.AMP:
			f.Damping = 0.3
		}
	}
	if !given("max_sweeps") {
		f.MaxSweeps = 1
	}
}
