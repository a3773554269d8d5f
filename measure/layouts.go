package measure

import (
	"fbp/bp"
	"fbp/model"
	"fbp/results"
)

// units and meanings of all that measurements emit.
var units = results.Units{
	"rho":           "temperature: ρ, field towards the solution",
	"lambda":        "temperature: λ, elastic coupling to the solution",
	"overlap":       "1: t with the solution; of two solutions w_a·w_b/(|w_a| |w_b|), after units that can be exchanged or change sign are matched",
	"distance":      "1: d, for spherical weights D; of local_energy.tsv the fraction of weights that are flipped",
	"q":             "1: Σm²/N, the overlap of two of the solutions around the reference with each other",
	"sweeps":        "sweeps: of message passing",
	"converged":     "1: whether it did, 1 or 0; of a table of means, the fraction of samples",
	"entropy":       "nats per weight: local entropy φ",
	"normalized":    "nats per weight: the local entropy minus that without patterns at the same D or q",
	"entropy_plain": "nats per weight: φ₀ of plain BP, also where it is a little negative: a control variate",
	"log_fraction":  "nats: ln of the fraction of solutions among the weights at D", "log_fraction_error": "nats: its standard error in a sample",
	results.Of:       "1: reference or replicas, of solutions with replicas",
	"bin_center":     "1: stability",
	"density":        "1: whose integral over bin_center is the fraction of patterns in range",
	"stability_min":  "1: smallest stability, of the reference of replicas",
	"stability_mean": "1: mean stability, of the reference of replicas",
	"stability_min" + results.SuffixOfReplicas:  "1: of the replicas",
	"stability_mean" + results.SuffixOfReplicas: "1: of the replicas",
	"beta":              "1: gain of the units; empty with \"smallest\"",
	"rank":              "1: 1 is the largest eigenvalue",
	"eigenvalue":        "loss: of the second derivatives",
	"hessian_max":       "loss: largest eigenvalue, at the first beta",
	"hessian_beta":      "1: β with \"smallest\"",
	"eta":               "1: η, fraction of the inputs that change",
	"error":             "1: fraction of patterns that are not learned, ties included",
	"error_tie_half":    "1: the same with a tie as half an error",
	"test_error":        "1: fraction of test patterns that are wrong; a tie counts as the output +1",
	"bayes_test_error":  "1: fraction that all weights together predict wrong (up to 2²⁴ weights, whose means are kept with the solution)",
	"power":             "1: b, the power of the stabilities by which solutions count",
	"solutions":         "1: searches of the instance that found one",
	"overlap_excess":    "1: mean overlap of two solutions of an instance minus q, of the messages of all solutions",
	"alignment_excess":  "1: mean of w·m/N minus q, m the magnetisations of the messages",
	"mean_log_s":        "nats per pattern: mean of ln(Δ − κ) over patterns and solutions",
	"mean_log_s_excess": "nats per pattern: mean_log_s minus that of the messages",
	"density_excess":    "1: density minus that of the messages",
	"r_hat":             "1: R̂ of mean_log_s over the chains of an instance, near 1 if they agree",
	"overlap_time":      "snapshots: after which a chain has come down to 1/e of its way from itself to another chain; all of them if it does not",
	"teacher_overlap":   "1: w·w_T/N with the weights w_T of the teacher",
	"layer":             "1: of weights, from 1",
	"overlap_random":    "1: the same of two networks of random weights; 0, its mean, where nothing is matched",
	"flipped_error":     "1: mean of error over all flips",
	"replicon":          "1: factor by which the square of a small difference grows; above 1 replica symmetry is unstable",
	"fraction":          "1: place on the path",
	"mixing":            "1: fraction of errors that follows from the measured stabilities, of a pair the largest",
	"barrier":           "1: largest error at the values of fraction",
	"x":                 "1: the solutions are at (0, 0), (1, 0) and (1/2, √3/2)",
	"y":                 "1: the solutions are at (0, 0), (1, 0) and (1/2, √3/2)",
	"overlap_mean":      "1: of the three solutions",
	"error_center":      "1: error at the centre of the three",
}

// tables are the readings of Measure.
func (l *LocalEntropy) tables() []results.Layout {
	bias := results.Layout{Table: "local_entropy", Sized: true, Converged: "biased_bp", Units: units}
	if l.Lambda.Given() {
		bias.At, bias.Values = []string{"lambda"}, []string{"distance", "entropy", "normalized"}
		bias.Due = due(l.Lambda)
		bias.Curve = &results.Curve{Distance: "distance", Entropy: "entropy", Slope: 1, Spherical: true}
	} else {
		bias.At, bias.Values = []string{"rho"}, []string{"overlap", "distance", "entropy"}
		bias.Due = due(l.Rho)
		bias.Curve = &results.Curve{Distance: "distance", Entropy: "entropy", Slope: 2}
		bias.Control = &results.Control{Value: "entropy", Number: "entropy_plain"}
	}
	if l.weighed() {
		bias.Values = append(bias.Values, "mean_log_s")
	}
	if l.Replicon {
		bias.Values = append(bias.Values, "replicon")
	}
	tables := []results.Layout{
		{Table: "local_entropy_plain", Values: []string{"entropy_plain"}, Units: units},
		bias,
		{Table: "biased_bp", At: bias.At, Values: []string{"sweeps", "converged"}, Units: units},
	}
	if !l.Lambda.Given() {
		tables = append(tables, results.Layout{Table: "mutual_overlap", At: bias.At, Values: []string{"q", "entropy", "normalized"},
			Sized: true, Due: bias.Due, Converged: bias.Converged, Units: units})
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

// tables are the readings of Measure.
func (b *Stability) tables() []results.Layout {
	at, summary := []string{"bin_center"}, []string{"stability_min", "stability_mean"}
	if b.replicated {
		at, summary = append([]string{results.Of}, at...), append(summary, summary[0]+results.SuffixOfReplicas, summary[1]+results.SuffixOfReplicas)
	}
	return []results.Layout{
		{Table: "stability_summary", Values: summary, Open: true, After: []string{"q", "errors"}, Units: units},
		{Table: "stability", At: at, Values: []string{"density"}, NoSpread: true, Units: units},
	}
}
