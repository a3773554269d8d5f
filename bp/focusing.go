package bp

import (
	"fmt"

	"fbp/internal/fault"
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
	Preset   string       `toml:"preset,omitempty" oneof:"capacity|success|cheap" absent:"" chooses:"form" help:"fills in the keys that are not given; for curves of success, success"`
	Y        float64      `toml:"y" help:"number of replicas; with growth geometric the largest"`
	Protocol string       `toml:"protocol" oneof:"scoping|reinforcement|pseudo|list" help:"how γ and y change from step to step"`
	Growth   string       `toml:"growth,omitempty" oneof:"linear|geometric" absent:"linear" help:"of y under reinforcement"`
	Gamma    Schedule     `toml:"gamma" help:"coupling to the centre at each step of scoping"`
	Rate     float64      `toml:"rate,omitempty" above:"0" below:"1" help:"δ of the reinforcement protocols"`
	X        float64      `toml:"x,omitempty" above:"0" max:"1" help:"exponent of pseudo-reinforcement"`
	Pairs    [][2]float64 `toml:"pairs,omitempty" inf:"ok" help:"[γ, y] of each step of protocol list"`
	Stop     string       `toml:"stop" oneof:"end|solved" help:"go through the whole protocol, or stop at the first solution"`
	GiveUp   string       `toml:"give_up" oneof:"none|frozen|entropy|far" absent:"none" help:"what ends a search that has errors"`
	Finishing
	Start *Start `toml:"start,omitempty" help:"messages before the first sweep; without it they are zero"`
	Passing

	madeFor
}

// Start says from which messages a search starts. Zero messages are a fixed point
// of models that look the same after w → −w or an exchange of hidden units.
type Start struct {
	Noise float64 `toml:"noise" above:"0" below:"1" help:"tanh u of every message is uniform in ±noise"`
}

// startOf is the start that a model needs, nil for zero messages.
func startOf(m model.Model) *Start {
	if noise := search(m).StartNoise; noise > 0 {
		return &Start{Noise: noise}
	}
	return nil
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
			"accuracy": fmt.Sprintf("amp for perceptrons of binary weights, n of at least %d, independent inputs of signs and P/N from %v to %v, else accurate", largeForNodes, fewForNodes, manyForNodes),
			"epsilon":  fmt.Sprintf("%v with amp for the perceptrons that have it by default, with more patterns too, else %v", nodeEpsilon, messageEpsilon),
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
