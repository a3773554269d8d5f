package dynamics

import "fbp/results"

// units and meanings of all that solvers of this package emit.
var units = results.Units{
	"epoch":         "epochs: of the search",
	"epochs":        "epochs: of the search; sweeps of sphere_monte_carlo, programs of linear_programs",
	"errors":        "patterns: that the weights get wrong; of replicas the fewest of these and their centre",
	"errors_center": "patterns: that the centre of the replicas gets wrong",
	"spread":        "1: Σ|w_a − W̄|² of the replicas",
	"converged":     "1: whether it did, 1 or 0; of a table of means, the fraction of samples",
	"loss":          "loss: summed over the patterns",
	"beta":          "1: β, gain of the units",
	"gamma":         "1: γ of the cross-entropy",
	"overlap":       "1: mean overlap of two of the replicas",
	"margin":        "1: that moves keep",
	"norm":          "1: |w| of weights that have the margin before they are normalised to 1",
	"acceptance":    "1: fraction of the moves that were accepted",
}

// tables are the readings of Solve.
func (l *LeastAction) tables() []results.Layout {
	return []results.Layout{
		{Table: "training", At: []string{"epoch"}, Values: []string{"errors", "spread"}, Units: units},
		{Table: results.SolutionTable, Values: []string{"converged", "epochs", "spread"}, Units: units},
	}
}

// tables are the readings of Solve.
func (c *CrossEntropy) tables() []results.Layout {
	return []results.Layout{
		{Table: "training", At: []string{"epoch"}, Values: []string{"errors", "loss", "beta", "gamma"}, Units: units},
		{Table: results.SolutionTable, Values: []string{"converged", "epochs", "loss"}, Units: units},
	}
}

// tables are the readings of Solve.
func (s *SBPI) tables() []results.Layout { return tablesOfStates() }

// tables are the readings of Solve.
func (r *PerceptronRule) tables() []results.Layout { return tablesOfStates() }

// tablesOfStates are the readings of searches of hidden states.
func tablesOfStates() []results.Layout {
	return []results.Layout{
		{Table: "training", At: []string{"epoch"}, Values: []string{"errors"}, Units: units},
		{Table: results.SolutionTable, Values: []string{"converged", "epochs"}, Units: units},
	}
}

// tables are the readings of Solve.
func (r *ReplicatedSGD) tables() []results.Layout {
	training, solution := []string{"errors"}, []string{"converged", "epochs"}
	if r.Replicas > 1 {
		training, solution = append(training, "errors_center", "overlap"), append(solution, "overlap")
	}
	return []results.Layout{
		{Table: "training", At: []string{"epoch"}, Values: training, Units: units},
		{Table: results.SolutionTable, Values: solution, Units: units},
	}
}

// tables are the readings of Solve.
func (h *Hinge) tables() []results.Layout {
	return []results.Layout{
		{Table: "training", At: []string{"epoch"}, Values: []string{"errors", "loss"}, Units: units},
		{Table: results.SolutionTable, Values: []string{"converged", "epochs", "loss"}, Units: units},
	}
}

// tables are the readings of Solve.
func (c *SphereMonteCarlo) tables() []results.Layout {
	return []results.Layout{
		{Table: "training", At: []string{"epoch"}, Values: []string{"errors", "margin"}, Units: units},
		{Table: results.SolutionTable, Values: []string{"converged", "epochs", "acceptance"}, Units: units},
	}
}

// tables are the readings of Solve.
func (l *LinearPrograms) tables() []results.Layout {
	return []results.Layout{
		{Table: "training", At: []string{"epoch"}, Values: []string{"errors", "norm"}, Units: units},
		{Table: results.SolutionTable, Values: []string{"converged", "epochs", "norm"}, Units: units},
	}
}
