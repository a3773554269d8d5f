package bp

import (
	"fmt"

	"fbp/factorgraph"
	"fbp/internal/fault"
	"fbp/internal/traits"
	"fbp/model"
)

// Focusing is focusing belief propagation (fBP): that of one of y replicas w^a of the weights, all coupled with strength γ to a
// common centre c, in the measure
//
//	P(c, w¹ … w^y) ∝ Π_a [e^{γ Σ_i c_i w^a_i} Π_μ θ(Δ_μ(w^a) − κ)],   c_i = ±1.
//
// γ is raised step by step while the messages are carried over, so that the centre is drawn to where solutions are
// dense. To a replica the others are a field on its weights, factorgraph.Replicas. Real weights are coupled by springs,
// e^{−γ |w^a − c|²/2}, to a centre on the same sphere. Source: Baldassi et al., PNAS 113, E7655 (2016).
type Focusing struct {
	Preset   string       `toml:"preset,omitempty" oneof:"capacity|success|cheap" absent:"" chooses:"form" help:"fills in the keys that are not given"`
	Y        float64      `toml:"y" help:"number of replicas; with growth geometric the largest"`
	Protocol string       `toml:"protocol" oneof:"scoping|reinforcement|pseudo|list" help:"how γ and y change from step to step"`
	Growth   string       `toml:"growth,omitempty" oneof:"linear|geometric" absent:"linear" help:"of y under reinforcement"`
	Gamma    Schedule     `toml:"gamma" help:"coupling to the centre at each step of scoping"`
	Rate     float64      `toml:"rate,omitempty" above:"0" below:"1" help:"δ of the reinforcement protocols"`
	X        float64      `toml:"x,omitempty" above:"0" max:"1" help:"exponent of pseudo-reinforcement"`
	Pairs    [][2]float64 `toml:"pairs,omitempty" inf:"ok" help:"[γ, y] of each step of protocol list"`
	Stop     string       `toml:"stop" oneof:"end|solved" help:"go through the whole protocol, or stop at the first solution"`
	GiveUp   string       `toml:"give_up" oneof:"none|frozen|entropy" absent:"none" help:"what ends a search that has errors"`
	Finishing
	Start *Start `toml:"start,omitempty" help:"messages before the first sweep; without it they are zero"`
	Passing

	perceptron   bool // of binary weights, the model that it was made for
	large        bool // enough for one message per node
	slow         bool // or for slow reinforcement
	independent  bool // the inputs, signs
	foreseen     bool // failure, by the model it was made for,
	unfinishable bool // which is no perceptron or tree that SBPI could finish
}

// Start says from which messages a search starts. Zero messages are a fixed point
// of models that look the same after w → −w or an exchange of hidden units.
type Start struct {
	Noise float64 `toml:"noise" above:"0" below:"1" help:"tanh u of every message is uniform in ±noise"`
}

// NewFocusing is DefaultFocusing on a model, with noise to start from if that needs
// it.
func NewFocusing(m model.Model) *Focusing {
	f := DefaultFocusing()
	f.foreseen, f.unfinishable, f.Start = failureForeseen(m), (&Finishing{Finish: BySBPI}).checkFinish(m) != nil, startOf(m)
	f.inputs, f.perceptron = m.PerVoter(), perceptronOf(m)
	f.large, f.slow = f.perceptron && m.Inputs() >= largeForNodes, f.perceptron && m.Inputs() >= largeForSlow
	if m.Weights() == model.SphericalWeights {
		f.elastic()
	}
	return f
}

// startOf is the start that a model needs, nil for zero messages.
func startOf(m model.Model) *Start {
	if noise := search(m).StartNoise; noise > 0 {
		return &Start{Noise: noise}
	}
	return nil
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

// Messages per node and their epsilon are defaults by one rule: entropies at equal distances move by less than a quarter of
// the error of ten samples, the mean smallest stability falls by less than .02, and no sample is lost
// (bench/defaults.md). With few patterns solutions are denser the better the steps converge.
const (
	largeForNodes  = 2001 // N from which on
	largeForSlow   = 1001 // N from which on the preset capacity is slow, with short attempts of SBPI
	nodeEpsilon    = 0.01
	messageEpsilon = 3e-3 // of messages per edge
)

// perceptronOf tells whether a model is a perceptron with binary weights.
func perceptronOf(m model.Model) bool {
	return m.Weights() == model.BinaryWeights && m.Traits().Network == traits.Perceptron
}

// follow is Follow of [model.About]: large perceptrons with independent inputs ±1, not few, have one message per node.
func (f *Focusing) follow(p model.Learned) {
	f.independent = p.Independent
	if f.large && p.Independent && !p.Few {
		f.Accuracy, f.Epsilon = factorgraph.AMP, nodeEpsilon
	}
}

// Complete fills in what is not given: the keys of the preset, then the defaults that
// follow the protocol. Under the reinforcement protocols, whose γ is or becomes
// infinite, the field has to follow the rows closely, or the fields overshoot at the end
// and the solution met on the way is lost. With geometric growth steps are small: a sweep
// each is enough, without damping, and so is a field that follows once a sweep.
func (f *Focusing) Complete(given func(key string) bool) {
	by := given
	given = f.fill(given)
	if f.Accuracy == factorgraph.AMP && !by("accuracy") && f.Shuffle {
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
// solved none of ten at α = 0.71 and 0.75, N = 1001, and nine with 0.3.
func (f *Focusing) small(given func(key string) bool) {
	if f.Schedule == Sequential && !given("damping") && !given("refresh") {
		f.Damping, f.Refresh = 0, 1000
		if f.Accuracy == factorgraph.AMP {
			f.Damping = 0.3
		}
	}
	if !given("max_sweeps") {
		f.MaxSweeps = 1
	}
}

// Validate says which parameter is out of range.
func (f *Focusing) Validate() error {
	if err := f.Passing.Validate(); err != nil {
		return err
	}
	if err := f.validateGiveUp(); err != nil {
		return err
	}
	if err := f.validateFinish(); err != nil {
		return err
	}
	return f.validateProtocol()
}

// Check refuses models that are no factor graph, or whose factors
// lack the accuracy or precision asked for.
func (f *Focusing) Check(m model.Model) error {
	g := m.Abilities().Graph
	if g == nil {
		return fault.New("kind", "fbp", "want a model with a factor graph")
	}
	if m.Weights() == model.SphericalWeights && (f.Protocol == Reinforcement || f.Protocol == Pseudo) {
		return fault.New("protocol", f.Protocol, "want %q or %q for spherical weights", Scoping, Pairs)
	}
	if g.Search.StartNoise > 0 && f.Start == nil {
		return fault.New("start", nil, "want start = { noise = … }: zero messages are a fixed point of this model")
	}
	if err := f.checkFinish(m); err != nil {
		return err
	}
	return g.Supports(f.Accuracy)
}

// About implements kinds.Algorithm: noise to start from, shuffled rows and what finishes draw random numbers.
func (f *Focusing) About() model.About {
	return model.About{
		Name: "fBP", Draws: f.draws(f.Start) || f.finishes(), Messages: true, Tables: f.tables(), Bytes: f.Bytes, Real: f.takesReal, Follow: f.follow,
		Follows: map[string]string{
			"accuracy": fmt.Sprintf("amp for perceptrons of binary weights, n of at least %d, independent inputs of signs and P/N of at least %v, else accurate", largeForNodes, model.FewPatterns),
			"epsilon":  fmt.Sprintf("%v where accuracy is amp by default, else %v", nodeEpsilon, messageEpsilon),
		},
	}
}

func (f *Focusing) takesReal() error {
	if f.finishes() {
		return fault.New("finish", f.Finish, "want %q with real inputs", NoFinish)
	}
	return f.Real()
}

// search is what message passing has to know of a model.
func search(m model.Model) (s model.Search) {
	if g := m.Abilities().Graph; g != nil {
		s = g.Search
	}
	return s
}
