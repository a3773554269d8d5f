package table

import (
	"slices"

	"fbp/results"
)

// averageSearches replaces what several searches of a sample read by its mean.
func (r *row) averageSearches() {
	of := r.of
	for i, values := range r.values {
		r.values[i] = results.BySample(of, values)
	}
	r.controls, r.of = results.BySample(of, r.controls), slices.Compact(of)
}

// trialsOf counts the searches that have not failed.
func trialsOf(samples []sampleRow) *results.Trials {
	t := new(results.Trials)
	for _, s := range samples {
		if s.status != results.Failed {
			t.Add(s.task.Sample, s.status == results.Solved)
		}
	}
	return t
}
