package montecarlo

import "fbp/results"

// Tables are the readings of Solve.
func (c *MonteCarlo) Tables() []results.Layout {
	numbers := []string{"sweeps", "flips", "energy"}
	if c.Replicas > 1 {
		numbers = append(numbers, "overlap", "coupling")
	}
	if c.Replicated() {
		numbers = append(numbers, "snapshots", results.ReferenceErrors)
	}
	return []results.Layout{
		{Table: "monte_carlo", At: []string{"sweep", "beta"}, Values: []string{"energy", "overlap", "coupling", "accepted"}},
		{Table: results.SolutionTable, Values: numbers},
	}
}
