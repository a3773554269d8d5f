package dynamics

import "fbp/results"

// Tables are the readings of Solve.
func (l *LeastAction) Tables() []results.Layout {
	return []results.Layout{
		{Table: "training", At: []string{"epoch"}, Values: []string{"errors", "spread"}},
		{Table: results.SolutionTable, Values: []string{"converged", "epochs", "spread"}},
	}
}

// Tables are the readings of Solve.
func (c *CrossEntropy) Tables() []results.Layout {
	return []results.Layout{
		{Table: "training", At: []string{"epoch"}, Values: []string{"errors", "loss", "beta", "gamma"}},
		{Table: results.SolutionTable, Values: []string{"converged", "epochs", "loss"}},
	}
}
