package straight

import (
	"context"
	"math/rand/v2"

	"fbp/dynamics"
	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// Through is stochastic gradient descent on real shadow weights v in [−1, 1], whose signs
// are the weights of the network, with the straight-through estimator of the gradient.
// Of a pattern with label +1 and output z/√H (see [model.BinaryMLP]) the loss is
//
//	cross_entropy  ln(1 + e^(−z/√H)),
//	perceptron     max(0, −z/√H).
//
// With a = w·x/√n the field of a unit of n inputs, the derivative of a sign is taken to
// be 1 where |a| ≤ 1, and 0 elsewhere; that of a weight by its shadow is 1. After a batch
// every shadow weight moves by −η times the mean of the gradients, and stays within
// [−1, 1]. The order of the patterns is drawn anew every epoch, shadow weights begin
// uniform in (−1, 1). The solution is the network with the fewest errors at the end of
// an epoch, the last of them if there are several.
//
// Source: Hubara et al., NIPS 29 (2016), without biases and batch normalisation, as cited
// by PRL 127, 278301 (2021), supplement, Fig. 8, whose text has lost its numbers; not
// opened. The defaults are ours.
type Through struct {
	Rate   float64 `toml:"rate" above:"0" max:"1000000" help:"step η"`
	Batch  int     `toml:"batch" min:"1" max:"1000000000" help:"patterns per batch"`
	Epochs int     `toml:"epochs" min:"1" max:"1000000000" help:"times that all patterns are gone through"`
	Loss   string  `toml:"loss" oneof:"cross_entropy|perceptron" help:"what is descended"`
	Stop   string  `toml:"stop" oneof:"end|solved" help:"after all epochs, or at the first with zero errors"`
}

// The losses, and the ends, that a config can name.
const (
	CrossEntropy = "cross_entropy"
	Perceptron   = "perceptron"
	End          = "end"
	Solved       = "solved"
)

// New has 100 epochs of batches of 100 patterns.
func New() *Through {
	return &Through{Rate: 20, Batch: 100, Epochs: 100, Loss: CrossEntropy, Stop: End}
}

// Validate implements kinds.Algorithm: tags say all.
func (s *Through) Validate() error { return nil }

// Check refuses models other than networks of several layers.
func (s *Through) Check(m model.Model) error {
	if _, ok := m.(*model.BinaryMLP); !ok {
		return fault.New("kind", "straight_through", "want a model of kind \"binary_mlp\"")
	}
	return nil
}

// About implements kinds.Algorithm.
func (s *Through) About() model.About {
	return model.About{Draws: true, Tables: s.tables(), Bytes: s.bytes}
}

// Solve descends through all epochs, or to the first solution. It emits the errors after
// each epoch as a reading of table "training".
func (s *Through) Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, emit func(results.Reading)) (*model.Solution, error) {
	d := newDescent(s, p, rng)
	limits := dynamics.Limits{MaxEpochs: s.Epochs, Every: 1}
	n, _, err := limits.Run(ctx, p.Keeper, d, emit)
	if err != nil {
		return nil, err
	}
	errors := int(d.record[fewest])
	return &model.Solution{Weights: d.best, Outcome: model.OutcomeOf(errors, false), Errors: errors,
		Numbers: outcome.Values.Of(ended{n, d})}, nil
}

// bytes is the memory of the shadows of the weights.
func (s *Through) bytes(size model.Size) float64 {
	return 17*float64(size.Model.Dim()) + float64(8*float64(size.Patterns))
}

// ended is a descent that has ended after so many epochs.
type ended struct {
	epochs int
	*descent
}

var (
	training = results.Schema[*descent]{Table: "training", Values: results.Columns[*descent]{
		{Name: "errors", Means: "patterns: that the weights get wrong", Of: func(d *descent) float64 { return d.record[present] }}}}
	outcome = results.Schema[ended]{Table: results.SolutionTable, Values: results.Columns[ended]{
		{Name: "epochs", Means: "epochs: of the search", Of: func(e ended) float64 { return float64(e.epochs) }},
		{Name: "solution_epoch", Means: "epochs: the one at the end of which the weights that are kept had been found",
			Of: func(e ended) float64 { return e.record[epochOfBest] }},
	}}
)

// tables are the readings of Solve.
func (s *Through) tables() []results.Layout {
	return []results.Layout{training.Layout(dynamics.Training()), outcome.Layout(results.Layout{})}
}
