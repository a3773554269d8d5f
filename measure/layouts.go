package measure

import "fbp/results"

// Tables are the readings of Measure.
func (l *LocalEntropy) Tables() []results.Layout {
	if l.Lambda.Given() {
		return []results.Layout{
			{Table: "local_entropy_plain", Values: []string{"entropy_plain"}},
			{Table: "local_entropy", At: []string{"lambda"}, Values: []string{"distance", "entropy", "normalized"}},
			{Table: "biased_bp", At: []string{"lambda"}, Values: []string{"sweeps", "converged"}},
		}
	}
	return []results.Layout{
		{Table: "local_entropy_plain", Values: []string{"entropy_plain"}},
		{Table: "local_entropy", At: []string{"rho"}, Values: []string{"overlap", "distance", "entropy"}},
		{Table: "biased_bp", At: []string{"rho"}, Values: []string{"sweeps", "converged"}},
		{Table: "mutual_overlap", At: []string{"rho"}, Values: []string{"q", "entropy", "normalized"}},
	}
}

// Tables are the readings of Measure.
func (b *Stability) Tables() []results.Layout {
	at, summary := []string{"bin_center"}, []string{"stability_min", "stability_mean"}
	if b.replicated {
		at, summary = append([]string{results.Of}, at...), append(summary, "stability_min_replicas", "stability_mean_replicas")
	}
	return []results.Layout{
		{Table: "stability_summary", Values: summary, Open: true},
		{Table: "stability", At: at, Values: []string{"density"}},
	}
}
