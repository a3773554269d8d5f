package measure

import (
	"math"
	"slices"

	"fbp/bp"
	"fbp/model"
	"fbp/results"
)

// Units and meanings of what several measurements emit.
const (
	isOverlap    = "1: t with the solution; of two solutions w_a·w_b/(|w_a| |w_b|), after units that can be exchanged or change sign are matched"
	isDistance   = "1: d, for spherical weights D; of local_energy.tsv the fraction of weights that are flipped"
	isQ          = "1: Σm²/N, the overlap of two of the solutions around the reference with each other"
	isEntropy    = "nats per weight: local entropy φ"
	isNormalized = "nats per weight: the local entropy minus that without patterns at the same D or q"
	isMeanLog    = "nats per pattern: mean of ln(Δ − κ) over patterns and solutions"
	isBin        = "1: stability"
	isDensity    = "1: whose integral over bin_center is the fraction of patterns in range"
	isError      = "1: fraction of patterns that are not learned, ties included"
	isMixing     = "1: fraction of errors that follows from the measured stabilities, of a pair the largest"
)

// number is the column of a table of one number.
func number(name, means string) results.Columns[float64] {
	return results.Columns[float64]{{Name: name, Means: means, Of: func(x float64) float64 { return x }}}
}

// point is a number, and the coordinate where it stands.
type point struct{ at, is float64 }

func (p point) place() float64  { return p.at }
func (p point) number() float64 { return p.is }

// ofReplicas is the first coordinate of what is measured of the reference and of the replicas.
var ofReplicas = number(results.Of, "1: reference or replicas, of solutions with replicas")

// replicatedAt is a layout that may begin with that coordinate.
func replicatedAt(replicated bool) results.Layout {
	if !replicated {
		return results.Layout{}
	}
	return results.Schema[float64]{At: ofReplicas}.Layout(results.Layout{})
}

// within is a reading at coordinates that stand before its own, none for nil.
func within(of []results.Quantity, r results.Reading) results.Reading {
	r.At = slices.Concat(of, r.At)
	return r
}

// plainEntropy is the number of a sample at ρ = 0, or λ = 0.
var plainEntropy = results.Schema[float64]{Table: "local_entropy_plain",
	Values: number("entropy_plain", "nats per weight: φ₀ of plain BP, also where it is a little negative: a control variate")}

// curve is the table of the entropies around a solution.
func (l *LocalEntropy) curve() results.Schema[surroundings] {
	c := results.Columns[surroundings]{
		{Name: "overlap", Means: isOverlap, Of: func(s surroundings) float64 { return s.overlap }},
		{Name: "distance", Means: isDistance, Of: surroundings.distance},
		{Name: "entropy", Means: isEntropy, Of: func(s surroundings) float64 { return s.entropy }},
	}
	if l.Lambda.Given() {
		c = append(c[1:], results.Column[surroundings]{Name: "normalized", Means: isNormalized, Of: surroundings.normalized})
	}
	if l.weighed() {
		c = append(c, results.Column[surroundings]{Name: "mean_log_s", Means: isMeanLog, Of: func(s surroundings) float64 { return s.meanLog }})
	}
	if l.Replicon {
		c = append(c, results.Column[surroundings]{Name: "replicon", Means: "1: factor by which the square of a small difference grows; above 1 replica symmetry is unstable",
			Of: func(s surroundings) float64 { return s.state.Replicon() }})
	}
	return results.Schema[surroundings]{Table: "local_entropy", At: l.coupling(), Values: c}
}

// coupling is the coordinate of a curve.
func (l *LocalEntropy) coupling() results.Columns[surroundings] {
	name, means := "rho", "temperature: ρ, field towards the solution"
	if l.Lambda.Given() {
		name, means = "lambda", "temperature: λ, elastic coupling to the solution"
	}
	return results.Columns[surroundings]{{Name: name, Means: means, Of: func(s surroundings) float64 { return s.coupling }}}
}

// messages is the table of how they converged.
func (l *LocalEntropy) messages() results.Schema[surroundings] {
	return results.Schema[surroundings]{Table: "biased_bp", At: l.coupling(), Values: results.Columns[surroundings]{
		{Name: "sweeps", Means: "sweeps: of message passing", Of: func(s surroundings) float64 { return float64(s.out.Sweeps) }},
		{Name: "converged", Means: "1: whether it did, 1 or 0; of a table of means, the fraction of samples", Of: func(s surroundings) float64 { return results.Flag(s.out.Converged) }},
	}}
}

// mutual is the table of the overlaps of two solutions of the surroundings.
func (l *LocalEntropy) mutual() results.Schema[surroundings] {
	return results.Schema[surroundings]{Table: "mutual_overlap", At: l.coupling(), Values: results.Columns[surroundings]{
		{Name: "q", Means: isQ, Of: func(s surroundings) float64 { return s.state.Overlap() }},
		{Name: "entropy", Means: isEntropy, Of: func(s surroundings) float64 { return s.entropy }},
		{Name: "normalized", Means: isNormalized, Of: func(s surroundings) float64 { return s.entropy - ball(0.5*(1-math.Sqrt(s.state.Overlap()))) }},
	}}
}

// tables are the readings of Measure.
func (l *LocalEntropy) tables() []results.Layout {
	bias := results.Layout{Sized: true, Converged: "biased_bp"}
	if l.Lambda.Given() {
		bias.Due = due(l.Lambda)
		bias.Curve = &results.Curve{Distance: "distance", Entropy: "entropy", Slope: 1, Spherical: true}
	} else {
		bias.Due = due(l.Rho)
		bias.Curve = &results.Curve{Distance: "distance", Entropy: "entropy", Slope: 2}
		bias.Control = &results.Control{Value: "entropy", Number: "entropy_plain"}
	}
	tables := []results.Layout{plainEntropy.Layout(results.Layout{}), l.curve().Layout(bias), l.messages().Layout(results.Layout{})}
	if !l.Lambda.Given() {
		tables = append(tables, l.mutual().Layout(results.Layout{Sized: true, Due: bias.Due, Converged: bias.Converged}))
	}
	return tables
}

// due are the values of the bias, none if they are not valid.
func due(bias bp.Schedule) []float64 {
	if bias.Validate() != nil {
		return nil
	}
	return bias.Values()
}

// known is the mean of entropy_plain: the entropy of typical solutions of the margin that
// surrounding ones have.
func (l *LocalEntropy) known(m model.Model, alpha, _ float64, of model.Typical) (entropy float64, ok bool) {
	if l.weighed() {
		return 0, false
	}
	around, _ := l.surrounding(m)
	return of.Entropy(around, alpha)
}
