package bp

import "fbp/results"

// crossed is a reading between two steps of a path, and how messages came to the second.
type crossed struct {
	mark
	Outcome
}

// along is the table of a path.
var along = results.Schema[crossed]{Table: "localization",
	At: results.Columns[crossed]{{Name: "q", Means: isQ, Of: func(c crossed) float64 { return c.q }}},
	Values: results.Columns[crossed]{
		{Name: "t", Means: "1: time of the path", Of: func(c crossed) float64 { return c.t }},
		{Name: "field", Means: "1: h·m/Nt, which is 1 ± 1/√(Nt) of each sample", Of: func(c crossed) float64 { return c.field }},
		{Name: "replicon", Means: "1: below 1 where localization works", Of: func(c crossed) float64 { return c.replicon }},
		{Name: "sweeps", Means: isSweeps, Of: func(c crossed) float64 { return float64(c.Sweeps) }},
		{Name: "converged", Means: isConverged, Of: func(c crossed) float64 { return results.Flag(c.Converged) }},
	}}

// localized is a path that has ended.
type localized struct {
	sweeps               int
	unconverged, meanLog float64 // fraction of steps that did not converge, ⟨ln(Δ − κ)⟩
	before, flips        int     // errors before the last sweeps, and moves in these
}

// localizes are the numbers of a path, with the mean of a logarithm or without it.
func localizes(solved bool) results.Schema[localized] {
	c := results.Columns[localized]{
		{Name: "sweeps", Means: isSweeps, Of: func(l localized) float64 { return float64(l.sweeps) }},
		{Name: "unconverged", Means: isUnconverged, Of: func(l localized) float64 { return l.unconverged }},
	}
	if solved {
		c = append(c, results.Column[localized]{Name: "mean_log_s", Means: isMeanLog, Of: func(l localized) float64 { return l.meanLog }})
	}
	return results.Schema[localized]{Table: results.SolutionTable, Values: append(c,
		results.Column[localized]{Name: "errors_signs", Means: "patterns: that the weights before the last sweeps get wrong", Of: func(l localized) float64 { return float64(l.before) }},
		results.Column[localized]{Name: "flips", Means: "1: accepted in the last sweeps; of spherical weights turns of two of them", Of: func(l localized) float64 { return float64(l.flips) }})}
}

// tables are the path and the outcome of Solve.
func (l *Localization) tables() []results.Layout {
	return []results.Layout{along.Layout(results.Layout{}), localizes(true).Layout(outcome())}
}
