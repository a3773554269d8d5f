package measure

import (
	"fbp/bp"
	"fbp/model"
	"fbp/results"
)

// units of all that measurements emit.
var units = results.Units{
	"rho": "temperature", "lambda": "temperature", "overlap": "1", "distance": "1", "q": "1", "sweeps": "sweeps", "converged": "1",
	"entropy": "nats per weight", "normalized": "nats per weight", "entropy_plain": "nats per weight",
	"log_fraction": "nats", "log_fraction_error": "nats",
	results.Of: "1", "bin_center": "1", "density": "1", "stability_min": "1", "stability_mean": "1",
	"stability_min" + results.SuffixOfReplicas: "1", "stability_mean" + results.SuffixOfReplicas: "1",
	"beta": "1", "rank": "1", "eigenvalue": "loss", "hessian_max": "loss", "hessian_beta": "1",
	"eta": "1", "error": "1", "error_tie_half": "1", "test_error": "1", "bayes_test_error": "1", "teacher_overlap": "1",
	"layer": "1", "overlap_random": "1", "flipped_error": "1", "replicon": "1", "fraction": "1", "mixing": "1", "barrier": "1",
	"x": "1", "y": "1", "overlap_mean": "1", "error_center": "1",
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
