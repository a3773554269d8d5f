package bp

import "fbp/results"

// fixedPoint are the numbers of a fixed point of messages; without weights that could be there, some have no meaning.
type fixedPoint struct {
	converged                                                 bool
	energy, entropy, errorRate, freeEntropy, meanLog, overlap float64
	sweeps                                                    int
}

// The columns of a fixed point.
var (
	convergedOf   = results.Column[fixedPoint]{Name: "converged", Means: isConverged, Of: func(p fixedPoint) float64 { return results.Flag(p.converged) }}
	energyOf      = results.Column[fixedPoint]{Name: "energy", Means: "loss per weight: of the measure", Of: func(p fixedPoint) float64 { return p.energy }}
	entropyOf     = results.Column[fixedPoint]{Name: "entropy", Means: "nats per weight: empty, with an entropy_reason, where it is impossible", Of: func(p fixedPoint) float64 { return p.entropy }}
	errorRateOf   = results.Column[fixedPoint]{Name: "error_rate", Means: "1: fraction of patterns that are wrong", Of: func(p fixedPoint) float64 { return p.errorRate }}
	freeEntropyOf = results.Column[fixedPoint]{Name: "free_entropy", Means: "nats per weight: entropy − β energy, or entropy + bα mean_log_s", Of: func(p fixedPoint) float64 { return p.freeEntropy }}
	meanLogOf     = results.Column[fixedPoint]{Name: "mean_log_s", Means: isMeanLog, Of: func(p fixedPoint) float64 { return p.meanLog }}
	overlapOf     = results.Column[fixedPoint]{Name: "q", Means: isQ, Of: func(p fixedPoint) float64 { return p.overlap }}
	sweepsOf      = results.Column[fixedPoint]{Name: "sweeps", Means: isSweeps, Of: func(p fixedPoint) float64 { return float64(p.sweeps) }}
)

// thermals are the columns of what [Plain.thermal] finds.
func (b *Plain) thermals() results.Columns[fixedPoint] {
	switch {
	case b.weighed():
		return results.Columns[fixedPoint]{entropyOf, freeEntropyOf, meanLogOf}
	case b.Finite():
		return results.Columns[fixedPoint]{energyOf, entropyOf, errorRateOf, freeEntropyOf}
	}
	return results.Columns[fixedPoint]{entropyOf}
}

// tables are the outcome of Solve alone.
func (b *Plain) tables() []results.Layout {
	return []results.Layout{results.Schema[fixedPoint]{Table: results.SolutionTable, Values: results.Columns[fixedPoint]{
		convergedOf, energyOf, entropyOf, errorRateOf, freeEntropyOf, meanLogOf, overlapOf, sweepsOf}}.Layout(outcome("entropy"))}
}

// firstRun are the columns of belief propagation before any weight is fixed that a draw keeps, in the order of drawn.means.
var firstRun = results.Columns[fixedPoint]{convergedOf, energyOf, entropyOf, errorRateOf, freeEntropyOf, overlapOf, sweepsOf}

// decimated is a draw that has ended.
type decimated struct {
	*drawn
	finite              bool    // at a temperature
	energy, unconverged float64 // of the weights, and the fraction of runs that did not converge
	sweeps              int
}

// numbersOfDraw are the numbers of a draw; those of its first run that it knows, or all.
func numbersOfDraw(d decimated, all bool) (c results.Columns[decimated]) {
	for k, of := range firstRun[:len(firstRun)-1] {
		if all || d.means[k].known {
			c = append(c, results.Column[decimated]{Name: of.Name, Means: of.Means, Of: func(d decimated) float64 { return d.means[k].value }})
		}
	}
	if all || d.finite {
		c = append(c, results.Column[decimated]{Name: "energy_drawn", Means: "loss per weight: of the weights drawn", Of: func(d decimated) float64 { return d.energy }})
	}
	return append(c,
		results.Column[decimated]{Name: "unconverged", Means: isUnconverged, Of: func(d decimated) float64 { return d.unconverged }},
		results.Column[decimated]{Name: "sweeps", Means: isSweeps, Of: func(d decimated) float64 { return float64(d.sweeps) }})
}

// tables are the outcome of Solve alone.
func (d *Decimation) tables() []results.Layout {
	return []results.Layout{results.Schema[decimated]{Table: results.SolutionTable, Values: numbersOfDraw(decimated{}, true)}.Layout(outcome("entropy"))}
}
