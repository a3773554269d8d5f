package layered

import (
	"context"
	"math"
	"math/rand/v2"

	"fbp/bp"
	"fbp/dynamics"
	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// Layered is message passing through the layers of a network, batch by batch. With every
// batch messages start anew, and the fields of the weights that it leaves, times ρ, are the
// prior of the next. Means are damped, m ← ψ m + (1 − ψ) tanh h, fields are not. From a part
// of the epochs on ρ is raised by a number times batch/P, so that weights become sure and
// their signs, the network, err no more than their means.
//
// With rate, or y and gamma, all patterns are one batch, messages go on from epoch to epoch,
// and every weight feels, as in focusing BP, a field that follows what the patterns say to it:
// r/(1 − r) times that, r growing by rate every epoch until it would be 1, or that of y − 1
// replicas coupled by γ, which goes through its values once. While these are weak, messages
// vanish; below q = Σm²/N = 0.1 they start anew.
//
// Messages are "bp", edge by edge, each leaving out what the other end said; "bpi", where only
// the target's own part is left out of the sum of a unit; "mean_field", where nothing is;
// "amp", node by node with what makes up for that to first order. Sums of at most 15 signs
// are taken exactly with all of them; those of real data are Gaussian. The solution is the network with the fewest errors at
// the end of an epoch, the last of them if there are several.
type Layered struct {
	Messages   string      `toml:"messages" oneof:"amp|mean_field|bpi|bp" help:"what is passed along the edges, or between nodes"`
	Batch      int         `toml:"batch" min:"0" max:"1000000000" help:"patterns per batch; 0: all, as with rate or y"`
	Epochs     int         `toml:"epochs" min:"1" max:"1000000" help:"times that all patterns are gone through"`
	Iterations int         `toml:"iterations" min:"1" max:"1000000" help:"iterations for each batch"`
	Rho        PerLayer    `toml:"rho" help:"ρ of the prior of a batch, one number or one for each layer of weights"`
	Polarize   Polarize    `toml:"polarize" help:"when ρ is raised, and by how much"`
	Damping    PerLayer    `toml:"damping" help:"ψ of the means, below 1; one number or one for each layer of weights"`
	Start      Start       `toml:"start" help:"fields of the weights at the beginning"`
	Rate       float64     `toml:"rate,omitempty" above:"0" below:"1" help:"growth of r per epoch, for reinforcement"`
	Y          float64     `toml:"y,omitempty" min:"1" max:"1000000" help:"replicas, for focusing"`
	Gamma      bp.Schedule `toml:"gamma,omitempty" help:"their coupling, from the first to the last epoch"`
	Stop       string      `toml:"stop" oneof:"end|solved" help:"after all epochs, or at the first with zero errors"`
}

// Polarize raises ρ.
type Polarize struct {
	From float64 `toml:"from" min:"0" max:"1" help:"part of the epochs after which ρ is raised"`
	By   float64 `toml:"by" min:"0" max:"100" help:"by how much, times batch/P"`
}

// Start is where fields begin.
type Start struct {
	Field float64 `toml:"field" above:"0" max:"20" help:"deviation ε of Gaussian fields of the weights"`
}

// The kinds of messages, and the ends, that a config can name.
const (
	AMP       = "amp"
	MeanField = "mean_field"
	BPI       = "bpi"
	BP        = "bp"
	End       = "end"
	Solved    = "solved"
)

// New has 100 epochs of batches of 128 patterns.
func New() *Layered {
	return &Layered{Messages: AMP, Batch: 128, Epochs: 100, Iterations: 1, Rho: All(1), Polarize: Polarize{From: 0.5, By: 0.06},
		Damping: All(0.8), Start: Start{Field: 1.5}, Stop: End}
}

// Complete makes all patterns one batch with rate, or y.
func (s *Layered) Complete(given func(key string) bool) {
	if s.whole() && !given("batch") {
		s.Batch = 0
	}
}

// whole tells whether all patterns are one batch, whose messages go on.
func (s *Layered) whole() bool { return s.Rate != 0 || s.Y != 0 }

// Validate says which parameter has no meaning.
func (s *Layered) Validate() error {
	damping := s.Damping.List
	if x := s.Damping.Number; x != nil {
		damping = []float64{*x}
	}
	for _, x := range damping {
		if x >= 1 {
			return fault.New("damping", x, "want damping < 1, or nothing moves")
		}
	}
	switch {
	case s.whole() && s.Batch != 0:
		return fault.New("batch", s.Batch, "want 0, all patterns, with rate or y")
	case s.Rate != 0 && s.Y != 0:
		return fault.New("rate", s.Rate, "give rate, or y and gamma, not both")
	case (s.Y != 0) != s.Gamma.Given():
		return fault.New("gamma", nil, "y and gamma go together")
	case s.Gamma.Given():
		return s.Gamma.Validate()
	}
	return nil
}

// Check refuses models other than networks of several layers, and lists of other lengths
// than theirs.
func (s *Layered) Check(m model.Model) error {
	net, ok := m.(*model.BinaryMLP)
	if !ok {
		return fault.New("kind", "layered_bp", "want a model of kind \"binary_mlp\"")
	}
	if err := s.Rho.check("rho", len(net.Shape())); err != nil {
		return err
	}
	return s.Damping.check("damping", len(net.Shape()))
}

// About implements kinds.Algorithm.
func (s *Layered) About() model.About {
	return model.About{Name: "layered BP", Draws: true, Messages: true, Tables: s.tables(), Bytes: s.bytes, Real: model.AnyInputs}
}

// Solve passes messages through all epochs, or to the first solution. It emits after each
// epoch, as a reading of table "training", the errors of the signs and q = Σm²/N of all
// weights and of those of the output.
func (s *Layered) Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, emit func(results.Reading)) (*model.Solution, error) {
	l := newPassing(s, p, rng)
	limits := dynamics.Limits{MaxEpochs: s.epochs(), Every: 1}
	n, _, err := limits.Run(ctx, p.Keeper, l, emit)
	if err != nil {
		return nil, err
	}
	errors := int(l.record[fewest])
	return &model.Solution{Weights: l.best, Means: l.kept(), Outcome: model.OutcomeOf(errors, false), Errors: errors,
		Numbers: outcome.Values.Of(ended{n, l})}, nil
}

// epochs is how many there are: with a rate, until r would be 1.
func (s *Layered) epochs() int {
	if s.Rate == 0 {
		return s.Epochs
	}
	return min(s.Epochs, int(math.Ceil(1/s.Rate)))
}

// bytes is the memory of the weights, and of the messages of a batch.
func (s *Layered) bytes(size model.Size) float64 {
	m := size.Model.(*model.BinaryMLP)
	weights, batch, perPattern := 56*float64(m.Dim()), float64(size.Patterns), 0.0
	if s.Batch > 0 {
		batch = min(batch, float64(s.Batch))
	}
	for k, l := range m.Shape() {
		real := size.Real && k == 0
		if perPattern += 88*float64(l.Units) + 8*float64(l.Inputs); real {
			weights, perPattern = weights+float64(24*float64(l.Weights())), perPattern+float64(8*float64(l.Inputs))
		}
		if s.edgewise(l, real) {
			perPattern += 32 * float64(l.Weights())
		}
	}
	return weights + float64(batch*perPattern) + 16*float64(size.Patterns)
}

// edgewise tells whether the messages of a layer, of real data or of signs, are kept edge by edge.
func (s *Layered) edgewise(l model.Layer, real bool) bool {
	return exact(l, real) || s.Messages == BP || s.Messages == BPI
}

// exact tells whether the sums of a layer, of real data or of signs, are taken exactly.
func exact(l model.Layer, real bool) bool { return l.Inputs <= mostExact && !real }

// isQ is the meaning of q.
const isQ = "1: Σm²/N of all weights"

// ended is a search that has ended after so many epochs.
type ended struct {
	epochs int
	*passing
}

var (
	training = results.Schema[*passing]{Table: "training", Values: results.Columns[*passing]{
		{Name: "errors", Means: "patterns: that the weights get wrong", Of: func(l *passing) float64 { return l.record[latest] }},
		{Name: "q", Means: isQ, Of: func(l *passing) float64 { return meanSquare(l.m) }},
		{Name: "q_output", Means: "1: Σm²/N of the weights of the output", Of: func(l *passing) float64 { return meanSquare(l.layers[len(l.layers)-1].m) }},
	}}
	outcome = results.Schema[ended]{Table: results.SolutionTable, Values: results.Columns[ended]{
		{Name: "epochs", Means: "epochs: of the search", Of: func(e ended) float64 { return float64(e.epochs) }},
		{Name: "solution_epoch", Means: "epochs: the one at the end of which the weights that are kept had been found",
			Of: func(e ended) float64 { return e.record[epochOfBest] }},
		{Name: "q", Means: isQ, Of: func(e ended) float64 { return meanSquare(e.m) }},
		{Name: "bayes_errors", Means: "patterns: that all weights together, each with its mean and variance, get wrong",
			Of: func(e ended) float64 { return float64(e.mistaken()) }},
	}}
)

// tables are the readings of Solve.
func (s *Layered) tables() []results.Layout {
	return []results.Layout{training.Layout(dynamics.Training()), outcome.Layout(results.Layout{})}
}
