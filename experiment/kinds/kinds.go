// Package kinds says what a kind of a config is to the program: an algorithm, a measurement, a source of
// patterns, and the tables that they make.
//
// Place in the flow: bp, dynamics, measure and instances have kinds; experiment.Standard lists them; plan makes tasks of them,
// and experiment runs these.
package kinds

import (
	"context"
	"math/rand/v2"

	"fbp/model"
	"fbp/results"
)

// Algorithm searches for weights. One value serves all tasks of a plan, some at
// the same time: Solve keeps its state to itself.
type Algorithm interface {
	// Validate says which of the algorithm's own parameters is out of range.
	// It is a fault.Fault of the parameter's key: "rate = 1.5: want 0 < rate < 1".
	Validate() error
	// Check refuses models that lack the capability the algorithm needs. It is
	// asked when the plan is made.
	Check(model.Model) error
	// About is what the program has to know of it.
	About() model.About
	// Solve searches. Weights that make errors are a solution too, marked so;
	// an error means that there is nothing to measure. A cancelled ctx ends it
	// soon with ctx's error.
	Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, emit func(results.Reading)) (*model.Solution, error)
}

// Measurement asks something of a solution, or of several of the same instance, and changes nothing. One value
// serves all tasks, as an Algorithm does.
type Measurement interface {
	// Validate says which parameter is out of range, as that of an Algorithm does.
	Validate() error
	// Check refuses models that lack what the measurement needs.
	Check(model.Model) error
	// About is what the program has to know of it.
	About() model.About
	// Measure emits what it reads off the solutions: one, or those of two variants, of two values of a swept key or of more
	// searches of a sample, as the grouping of its About says, in the order of the plan. The model and the patterns of the
	// problem are those of the first. With an error the measurement has failed, and what it has emitted by then stays. A
	// cancelled ctx ends it soon.
	Measure(ctx context.Context, p *model.Problem, solutions []*model.Solution, rng *rand.Rand, emit func(results.Reading)) error
}

// About is what a kind of algorithm or measurement says of itself, nothing for others.
func About(kind any) model.About {
	if k, ok := kind.(interface{ About() model.About }); ok {
		return k.About()
	}
	return model.About{}
}

// ByLatent tells whether an algorithm or a measurement passes messages that need the latent patterns of
// random features, or the mean of biased inputs.
func ByLatent(value any) bool {
	l, ok := value.(interface{ Latent() bool })
	return ok && l.Latent()
}
