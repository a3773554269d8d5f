package measure

import (
	"fbp/bp"
	"fbp/model"
	"fbp/results"
)

// Tables are the readings of Measure.
func (l *LocalEntropy) Tables() []results.Layout {
	bias := results.Layout{Table: "local_entropy", Sized: true, Converged: "biased_bp"}
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
	tables := []results.Layout{
		{Table: "local_entropy_plain", Values: []string{"entropy_plain"}},
		bias,
		{Table: "biased_bp", At: bias.At, Values: []string{"sweeps", "converged"}},
	}
	if !l.Lambda.Given() {
		tables = append(tables, results.Layout{Table: "mutual_overlap", At: bias.At, Values: []string{"q", "entropy", "normalized"},
			Sized: true, Due: bias.Due, Converged: bias.Converged})
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

// Expected is the mean of entropy_plain over instances of m with alpha random patterns
// per weight: the entropy of typical solutions of the margin that surrounding ones have.
// It is theory, see [model.Typical].
func (l *LocalEntropy) Expected(m model.Model, alpha float64) (entropy float64, ok bool) {
	if margined, ok := m.(model.Margined); ok {
		m = margined.WithMargin(l.Kappa)
	}
	typical, ok := m.(model.Typical)
	if !ok {
		return 0, false
	}
	return typical.TypicalEntropy(alpha)
}

// Tables are the readings of Measure.
func (b *Stability) Tables() []results.Layout {
	at, summary := []string{"bin_center"}, []string{"stability_min", "stability_mean"}
	if b.replicated {
		at, summary = append([]string{results.Of}, at...), append(summary, summary[0]+results.SuffixOfReplicas, summary[1]+results.SuffixOfReplicas)
	}
	return []results.Layout{
		{Table: "stability_summary", Values: summary, Open: true, After: []string{"q", "errors"}},
		{Table: "stability", At: at, Values: []string{"density"}, NoSpread: true},
	}
}
