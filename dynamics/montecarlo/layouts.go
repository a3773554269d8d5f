package montecarlo

import "fbp/results"

// units of all that Monte Carlo emits.
var units = results.Units{
	"sweep": "sweeps", "sweeps": "sweeps", "flips": "flips", "beta": "1/loss", "energy": "loss", "overlap": "1",
	"coupling": "temperature", "accepted": "1", "snapshots": "1", results.ReferenceErrors: "patterns",
}

// tables are the readings of Solve.
func (c *MonteCarlo) tables() []results.Layout {
	numbers := []string{"sweeps", "flips", "energy"}
	if c.Replicas > 1 {
		numbers = append(numbers, "overlap", "coupling")
	}
	if c.Replicated() {
		numbers = append(numbers, "snapshots", results.ReferenceErrors)
	}
	return []results.Layout{
		{Table: "monte_carlo", At: []string{"sweep", "beta"}, Values: []string{"energy", "overlap", "coupling", "accepted"}, Units: units},
		{Table: results.SolutionTable, Values: numbers, Units: units},
	}
}
