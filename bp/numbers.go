package bp

import "fbp/results"

// fixedPoint are the numbers of messages that have ended: whether they converged alone if they diverged, q beside it if no weights
// have the entropy, and else all ([Plain.known]).
type fixedPoint struct {
	converged, diverged                                       bool
	energy, entropy, errorRate, freeEntropy, meanLog, overlap float64
	sweeps                                                    int

	missing *ImpossibleError // why there is no entropy; nil: there is
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

// known are the columns of the numbers that a fixed point has, but for sweeps.
func (b *Plain) known(p fixedPoint) (columns results.Columns[fixedPoint]) {
	columns = append(columns, convergedOf)
	if p.missing == nil {
		columns = append(columns, b.thermals()...)
	}
	if !p.diverged {
		columns = append(columns, overlapOf)
	}
	return columns
}

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

// firstRun are the columns of belief propagation before any weight is fixed that a draw can have.
var firstRun = results.Columns[fixedPoint]{convergedOf, energyOf, entropyOf, errorRateOf, freeEntropyOf, overlapOf}

// decimated is a draw that has ended.
type decimated struct {
	first       fixedPoint // before any weight is fixed
	energy      float64    // of the weights, at a temperature
	unconverged float64    // fraction of the runs that did not converge
	sweeps      int
}

// numbersOfDraw are the columns of a draw, of such columns of its first run, and of a finite temperature or none.
func numbersOfDraw(first results.Columns[fixedPoint], finite bool) (columns results.Columns[decimated]) {
	for _, of := range first {
		columns = append(columns, results.Column[decimated]{Name: of.Name, Means: of.Means, Of: func(d decimated) float64 { return of.Of(d.first) }})
	}
	if finite {
		columns = append(columns, results.Column[decimated]{Name: "energy_drawn", Means: "loss per weight: of the weights drawn", Of: func(d decimated) float64 { return d.energy }})
	}
	return append(columns,
		results.Column[decimated]{Name: "unconverged", Means: isUnconverged, Of: func(d decimated) float64 { return d.unconverged }},
		results.Column[decimated]{Name: "sweeps", Means: isSweeps, Of: func(d decimated) float64 { return float64(d.sweeps) }})
}

// tables are the outcome of Solve alone.
func (d *Decimation) tables() []results.Layout {
	return []results.Layout{results.Schema[decimated]{Table: results.SolutionTable, Values: numbersOfDraw(firstRun, true)}.Layout(outcome("entropy"))}
}
