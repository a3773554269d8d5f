package bp

import (
	"slices"

	"fbp/results"
)

// Tables are the readings of Solve.
func (f *Focusing) Tables() []results.Layout {
	tables := []results.Layout{
		{Table: "focusing", At: []string{"step", "gamma", "y"},
			Values: []string{"sweeps", "converged", "errors", "q", "overlap_center", "sigma_int", "sigma_ext"}},
		{Table: results.SolutionTable, Values: []string{"converged", "q", "sweeps"}},
		{Table: "search", Values: []string{"solution_step"}},
	}
	if f.foreseen {
		tables = append(tables, results.Layout{Table: "search_given_up", Values: []string{"given_up"}})
	}
	return tables
}

// Tables are the outcome of Solve alone.
func (b *Plain) Tables() []results.Layout {
	return []results.Layout{{Table: results.SolutionTable, Values: numbersOfPlain}}
}

// numbersOfPlain are the numbers of a fixed point; some need a temperature.
var numbersOfPlain = []string{"converged", "energy", "entropy", "error_rate", "free_entropy", "q", "sweeps"}

// Tables are the outcome of Solve alone.
func (d *Decimation) Tables() []results.Layout {
	return []results.Layout{{Table: results.SolutionTable, Values: append(slices.Clone(numbersOfPlain), "energy_drawn", "unconverged")}}
}
