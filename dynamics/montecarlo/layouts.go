package montecarlo

import "fbp/results"

// units and meanings of all that Monte Carlo emits.
var units = results.Units{
	"sweep":                 "sweeps: of the search",
	"sweeps":                "sweeps: of the search",
	"flips":                 "flips: that were accepted",
	"beta":                  "1/loss: inverse temperature, inf at zero temperature",
	"energy":                "loss: per replica",
	"overlap":               "1: mutual overlap of the replicas, mean over the snapshots (or the end of the search)",
	"coupling":              "temperature: J or γ",
	"accepted":              "1: fraction of the proposals",
	"tau":                   "1: shape of the potential",
	"errors":                "patterns: that the weights get wrong",
	"potential":             "nats per pattern: b U",
	"snapshots":             "1: their number",
	results.ReferenceErrors: "patterns: that the reference of the last snapshot, around which is measured, gets wrong",
}

// tables are the readings of Solve.
func (c *MonteCarlo) tables() []results.Layout {
	numbers := []string{"sweeps", "flips", "energy"}
	if c.Replicas > 1 {
		numbers = append(numbers, "overlap", "coupling")
	}
	if c.replicated() {
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
