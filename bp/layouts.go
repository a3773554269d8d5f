package bp

import (
	"slices"

	"fbp/results"
)

// Units and meanings of what several solvers emit.
const (
	isSweeps      = "sweeps: of message passing"
	isConverged   = "1: whether it did, 1 or 0; of a table of means, the fraction of samples"
	isErrors      = "patterns: that the weights of the step get wrong"
	isQ           = "1: Σm²/N of the magnetisations"
	isMeanLog     = "1: ⟨ln(Δ − κ)⟩ per pattern"
	isUnconverged = "1: fraction of runs of message passing that ended at max_sweeps"
)

// outcome is the layout of the numbers of a search.
func outcome(omits ...string) results.Layout {
	return results.Layout{Omits: omits, Units: results.Units{results.Errors: isErrors}}
}

// climbed is what is read of a step of [Focusing].
type climbed struct {
	step   int
	at     Step
	sweeps int
	found
	Thermo
}

// focusing is the table of steps without a thermodynamics.
var focusing = results.Schema[climbed]{Table: "focusing",
	At: results.Columns[climbed]{
		{Name: "step", Means: "1: number of the step", Of: func(c climbed) float64 { return float64(c.step) }},
		{Name: "gamma", Means: "temperature: γ, coupling to the centre", Of: func(c climbed) float64 { return c.at.Gamma }},
		{Name: "y", Means: "1: number of replicas", Of: func(c climbed) float64 { return c.at.Y }},
	},
	Values: results.Columns[climbed]{
		{Name: "sweeps", Means: isSweeps, Of: func(c climbed) float64 { return float64(c.sweeps) }},
		{Name: "converged", Means: isConverged, Of: func(c climbed) float64 { return results.Flag(c.converged) }},
		{Name: "errors", Means: isErrors, Of: func(c climbed) float64 { return float64(c.errors) }},
		{Name: "q", Means: isQ, Of: func(c climbed) float64 { return c.overlap }},
	}}

// thermodynamic are the columns of its [Thermo].
var thermodynamic = results.Columns[climbed]{
	{Name: "overlap_center", Means: "1: S, overlap of a replica with the centre", Of: func(c climbed) float64 { return c.CenterOverlap }},
	{Name: "sigma_int", Means: "nats per weight: entropy of a replica around the centre", Of: func(c climbed) float64 { return c.LocalEntropy }},
	{Name: "sigma_ext", Means: "nats per weight: entropy of the centre", Of: func(c climbed) float64 { return c.Complexity }},
}

// hasThermo tells whether steps have a [Thermo]. Those of one sweep, whose messages are on their way, have one where
// the entropy may end a search.
func (f *Focusing) hasThermo() bool { return f.MaxSweeps > 1 || f.foreseen || f.GiveUp == ByEntropy }

// table is that of the steps.
func (f *Focusing) table() results.Schema[climbed] {
	t := focusing
	if f.hasThermo() {
		t.Values = slices.Concat(t.Values, thermodynamic)
	}
	return t
}

// What is read of a search when it has ended.
var (
	reached = results.Schema[*climb]{Table: results.SolutionTable, Values: results.Columns[*climb]{
		{Name: "converged", Means: isConverged, Of: func(c *climb) float64 { return results.Flag(c.best.converged) }},
		{Name: "q", Means: isQ, Of: func(c *climb) float64 { return c.best.overlap }},
		{Name: "sweeps", Means: isSweeps, Of: func(c *climb) float64 { return float64(c.sweeps) }},
	}}
	solutionStep = results.Schema[*climb]{Table: "search", Values: results.Columns[*climb]{
		{Name: "solution_step", Means: "1: step at which the weights that are kept were found", Of: func(c *climb) float64 { return float64(c.best.step) }}}}
	givenUp = results.Schema[*climb]{Table: "search_given_up", Values: results.Columns[*climb]{
		{Name: "given_up", Means: "1: 1 if the search was given up", Of: func(c *climb) float64 { return results.Flag(c.giveUp.givenUp) }}}}
	finishEpochs = results.Schema[*climb]{Table: "search_finish", Values: results.Columns[*climb]{
		{Name: "finish_epochs", Means: "epochs: of finish, in all attempts; 0 where message passing solves, of which solution_step, converged and q are",
			Of: func(c *climb) float64 { return float64(c.handover.epochs) }}}}
)

// tables are the readings of Solve.
func (f *Focusing) tables() []results.Layout {
	tables := []results.Layout{
		f.table().Layout(results.Layout{Notes: f.looseSteps()}),
		reached.Layout(outcome()),
		solutionStep.Layout(results.Layout{After: []string{"sweeps"}}),
	}
	if f.foreseen || f.givesUp() {
		tables = append(tables, givenUp.Layout(results.Layout{After: []string{"solution_step"}}))
	}
	if f.finishes() {
		tables = append(tables, finishEpochs.Layout(results.Layout{After: []string{"given_up", "solution_step"}}))
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
