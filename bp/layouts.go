package bp

import (
	"slices"

	"fbp/results"
)

// units and meanings of all that solvers of this package emit.
var units = results.Units{
	"step": "1: number of the step", "gamma": "temperature: γ, coupling to the centre", "y": "1: number of replicas",
	"sweeps":         "sweeps: of message passing",
	"converged":      "1: whether it did, 1 or 0; of a table of means, the fraction of samples",
	"errors":         "patterns: that the weights of the step get wrong",
	"q":              "1: Σm²/N of the magnetisations",
	"overlap_center": "1: S, overlap of a replica with the centre",
	"sigma_int":      "nats per weight: entropy of a replica around the centre",
	"sigma_ext":      "nats per weight: entropy of the centre",
	"solution_step":  "1: step at which the weights that are kept were found",
	"given_up":       "1: 1 if the search was given up",
	"finish_epochs":  "epochs: of finish, in all attempts; 0 where message passing solves, of which solution_step, converged and q are",
	"energy":         "loss per weight: of the measure",
	"energy_drawn":   "loss per weight: of the weights drawn",
	"error_rate":     "1: fraction of patterns that are wrong",
	"unconverged":    "1: fraction of runs of message passing that ended at max_sweeps",
	"entropy":        "nats per weight: empty, with an entropy_reason, where it is impossible",
	"free_entropy":   "nats per weight: entropy − β energy, or entropy + bα mean_log_s",
	"mean_log_s":     "1: ⟨ln(Δ − κ)⟩ per pattern",
	"t":              "1: time of the path",
	"field":          "1: h·m/Nt, which is 1 ± 1/√(Nt) of each sample",
	"replicon":       "1: below 1 where localization works",
	"errors_signs":   "patterns: that the weights before the last sweeps get wrong",
	"flips":          "1: accepted in the last sweeps; of spherical weights turns of two of them",
}

// tables are the readings of Solve.
func (f *Focusing) tables() []results.Layout {
	tables := []results.Layout{
		{Table: "focusing", At: []string{"step", "gamma", "y"},
			Values: []string{"sweeps", "converged", "errors", "q", "overlap_center", "sigma_int", "sigma_ext"}, Notes: f.looseSteps(), Units: units},
		{Table: results.SolutionTable, Values: []string{"converged", "q", "sweeps"}, Units: units},
		{Table: "search", Values: []string{"solution_step"}, After: []string{"sweeps"}, Units: units},
	}
	if f.foreseen || f.givesUp() {
		tables = append(tables, results.Layout{Table: "search_given_up", Values: []string{"given_up"}, After: []string{"solution_step"}, Units: units})
	}
	if f.finishes() {
		tables = append(tables, results.Layout{Table: "search_finish", Values: []string{"finish_epochs"}, After: []string{"given_up", "solution_step"}, Units: units})
	}
	return tables
}

// tightEpsilon brings the steps of focusing BP to their fixed points.
const tightEpsilon = 1e-5

// looseSteps says that the readings of steps are those of a search, whose steps end
// near their fixed points, unless epsilon is small. The numbers are differences to
// epsilon = 1e-7 over eight samples.
func (f *Focusing) looseSteps() []string {
	if f.Epsilon <= tightEpsilon {
		return nil
	}
	return []string{
		"a step ends at epsilon, near its fixed point: at epsilon = 0.003 q of steps 1 to 15 is up to 0.003 too large or 0.002 too small (N = 501,",
		"alpha = 0.5), 30 errors of the mean difference; algorithm.epsilon = 1e-5 takes more sweeps and brings that below 1e-5",
	}
}

// tables are the outcome of Solve alone.
func (b *Plain) tables() []results.Layout {
	return []results.Layout{{Table: results.SolutionTable, Values: slices.Insert(slices.Clone(numbersOfPlain), 5, "mean_log_s"), Omits: []string{"entropy"}, Units: units}}
}

// numbersOfPlain are the numbers of a fixed point; some need a temperature.
var numbersOfPlain = []string{"converged", "energy", "entropy", "error_rate", "free_entropy", "q", "sweeps"}

// tables are the outcome of Solve alone.
func (d *Decimation) tables() []results.Layout {
	at := len(numbersOfPlain) - 1 // sweeps stand last
	return []results.Layout{{Table: results.SolutionTable, Omits: []string{"entropy"}, Units: units,
		Values: slices.Insert(slices.Clone(numbersOfPlain), at, "energy_drawn", "unconverged")}}
}

// tables are the path and the outcome of Solve.
func (l *Localization) tables() []results.Layout {
	return []results.Layout{
		{Table: "localization", At: []string{"q"}, Values: []string{"t", "field", "replicon", "sweeps", "converged"}, Units: units},
		{Table: results.SolutionTable, Values: []string{"sweeps", "unconverged", "mean_log_s", "errors_signs", "flips"}, Units: units},
	}
}
