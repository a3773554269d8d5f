package bp

import (
	"slices"

	"fbp/results"
)

// units of all that solvers of this package emit.
var units = results.Units{
	"step": "1", "gamma": "temperature", "y": "1",
	"sweeps": "sweeps", "converged": "1", "errors": "patterns", "q": "1", "overlap_center": "1",
	"sigma_int": "nats per weight", "sigma_ext": "nats per weight", "solution_step": "1", "given_up": "1", "finish_epochs": "epochs",
	"energy": "loss per weight", "energy_drawn": "loss per weight", "error_rate": "1", "unconverged": "1",
	"entropy": "nats per weight", "free_entropy": "nats per weight", "mean_log_s": "1",
	"t": "1", "field": "1", "replicon": "1", "errors_signs": "patterns", "flips": "1",
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
