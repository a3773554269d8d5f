package dynamics

import "fbp/results"

// units of all that solvers of this package emit.
var units = results.Units{
	"epoch": "epochs", "epochs": "epochs", "errors": "patterns", "spread": "1", "converged": "1",
	"loss": "loss", "beta": "1", "gamma": "1", "overlap": "1", "margin": "1", "acceptance": "1",
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
		training, solution = append(training, "overlap"), append(solution, "overlap")
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
