package dynamics

import "fbp/results"

// The meanings of what several searches emit.
const (
	isErrors = "patterns: that the weights get wrong; of replicas the fewest of these and their centre"
	isLoss   = "loss: summed over the patterns"
)

// ended is how far a search has come: its epochs, and whether it met its criterion.
type ended struct {
	epochs int
	met    bool
}

// What all searches emit: the coordinate of a row of training.tsv, and the first numbers of the outcome.
var (
	training = results.Schema[int]{Table: "training",
		At: results.Columns[int]{{Name: "epoch", Means: "epochs: of the search", Of: func(n int) float64 { return float64(n) }}}}
	outcome = results.Schema[ended]{Table: results.SolutionTable, Values: results.Columns[ended]{
		{Name: "converged", Means: "1: whether it did, 1 or 0; of a table of means, the fraction of samples", Of: func(e ended) float64 { return results.Flag(e.met) }},
		{Name: "epochs", Means: "epochs: of the search; sweeps of sphere_monte_carlo, programs of linear_programs", Of: func(e ended) float64 { return float64(e.epochs) }},
	}}
)

// Training is the layout of what [Limits.Run] emits, without the values of [Learner.State].
func Training() results.Layout { return training.Layout(results.Layout{}) }

// columns are those of a search S: in a row of training.tsv behind the epoch, and in the outcome behind
// what all searches have.
type columns[S any] struct{ training, solution results.Columns[S] }

// tables are the readings of Solve.
func (c columns[S]) tables() []results.Layout {
	return []results.Layout{
		results.Schema[S]{Table: training.Table, Values: c.training}.Layout(Training()),
		results.Schema[S]{Table: outcome.Table, Values: c.solution}.Layout(outcome.Layout(results.Layout{Units: results.Units{results.Errors: isErrors}})),
	}
}

// wrong is the column of the errors of a search.
func wrong[S any](of func(S) int) results.Column[S] {
	return results.Column[S]{Name: results.Errors, Means: isErrors, Of: func(s S) float64 { return float64(of(s)) }}
}

// outcomeOf are the numbers that all searches have.
func outcomeOf(epochs int, met bool) []results.Quantity { return outcome.Values.Of(ended{epochs, met}) }

// ofStates are the columns of searches of hidden states.
var ofStates = columns[*Hidden]{training: results.Columns[*Hidden]{wrong((*Hidden).Errors)}}
