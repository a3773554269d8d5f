package montecarlo

import "fbp/results"

// units of all that Monte Carlo emits.
var units = results.Units{
	"sweep": "sweeps", "sweeps": "sweeps", "flips": "flips", "beta": "1/loss", "energy": "loss", "overlap": "1",
	"coupling": "temperature", "accepted": "1", "tau": "1", "errors": "patterns", "potential": "nats per pattern", "snapshots": "1", results.ReferenceErrors: "patterns",
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
	at, values := []string{"sweep", "beta"}, []string{"energy", "overlap", "coupling", "accepted"}
	if c.Energy == Power {
		at, values = []string{"sweep", "tau"}, []string{"errors", "potential", "accepted"}
		numbers[2] = "potential"
	}
	return []results.Layout{
		{Table: "monte_carlo", At: at, Values: values, Units: units},
		{Table: results.SolutionTable, Values: numbers, Units: units},
	}
}
