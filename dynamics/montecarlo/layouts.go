package montecarlo

import (
	"math"

	"fbp/results"
)

// Units and meanings of what is read on the way and at the end.
const (
	isPotential = "nats per pattern: b U"
	isEnergy    = "loss: per replica"
	isOverlap   = "1: mutual overlap of the replicas, mean over the snapshots (or the end of the search)"
	isCoupling  = "temperature: J or γ"
	isErrors    = "patterns: that the weights get wrong"
)

// stretch are the sweeps since the last reading: where the search stands, and the fraction of proposals that was accepted.
type stretch struct {
	*search
	accepted float64
}

// beta is the inverse temperature of the sweep before.
func (s stretch) beta() float64 {
	if s.cold {
		return math.Inf(1)
	}
	return s.at(s.done - 1)
}

// way is the table of readings on the way; with a potential they have its shape in the sweep before.
func (c *MonteCarlo) way() results.Schema[stretch] {
	sweep := results.Column[stretch]{Name: "sweep", Means: "sweeps: of the search", Of: func(s stretch) float64 { return float64(s.done) }}
	accepted := results.Column[stretch]{Name: "accepted", Means: "1: fraction of the proposals", Of: func(s stretch) float64 { return s.accepted }}
	if c.Energy == Power {
		return results.Schema[stretch]{Table: "monte_carlo",
			At: results.Columns[stretch]{sweep, {Name: "tau", Means: "1: shape of the potential", Of: func(s stretch) float64 { return s.shape }}},
			Values: results.Columns[stretch]{
				{Name: "errors", Means: isErrors, Of: func(s stretch) float64 { _, errors := s.energy(); return float64(errors) }},
				{Name: "potential", Means: isPotential, Of: func(s stretch) float64 { return s.perPattern() }},
				accepted,
			}}
	}
	return results.Schema[stretch]{Table: "monte_carlo",
		At: results.Columns[stretch]{sweep, {Name: "beta", Means: "1/loss: inverse temperature, inf at zero temperature", Of: stretch.beta}},
		Values: results.Columns[stretch]{
			{Name: "energy", Means: isEnergy, Of: func(s stretch) float64 { return s.perReplica() }},
			{Name: "overlap", Means: isOverlap, Of: func(s stretch) float64 { return s.overlap() }},
			{Name: "coupling", Means: isCoupling, Of: func(s stretch) float64 { return s.constant() }},
			accepted,
		}}
}

// end is where a search ended: the overlap of its replicas, its snapshots and the errors of the reference.
type end struct {
	*search
	mutual     float64
	states     int
	ofSolution int
}

// outcome is the table of the numbers at the end; where replicas are kept, of several or of snapshots, with their number.
func (c *MonteCarlo) outcome(kept bool) results.Schema[end] {
	energy := results.Column[end]{Name: "energy", Means: isEnergy, Of: func(e end) float64 { return e.perReplica() }}
	if c.Energy == Power {
		energy = results.Column[end]{Name: "potential", Means: isPotential, Of: func(e end) float64 { return e.perPattern() }}
	}
	numbers := results.Columns[end]{
		{Name: "sweeps", Means: "sweeps: of the search", Of: func(e end) float64 { return float64(e.done) }},
		{Name: "flips", Means: "flips: that were accepted", Of: func(e end) float64 { return float64(e.flips) }},
		energy,
	}
	if c.Replicas > 1 {
		numbers = append(numbers,
			results.Column[end]{Name: "overlap", Means: isOverlap, Of: func(e end) float64 { return e.mutual }},
			results.Column[end]{Name: "coupling", Means: isCoupling, Of: func(e end) float64 { return e.constant() }})
	}
	if kept {
		numbers = append(numbers,
			results.Column[end]{Name: "snapshots", Means: "1: their number", Of: func(e end) float64 { return float64(e.states) }},
			results.Column[end]{Name: results.ReferenceErrors, Means: "patterns: that the reference of the last snapshot, around which is measured, gets wrong",
				Of: func(e end) float64 { return float64(e.ofSolution) }})
	}
	return results.Schema[end]{Table: results.SolutionTable, Values: numbers}
}

// tables are the readings of Solve.
func (c *MonteCarlo) tables() []results.Layout {
	return []results.Layout{c.way().Layout(results.Layout{}), c.outcome(c.replicated()).Layout(results.Layout{Units: results.Units{results.Errors: isErrors}})}
}
