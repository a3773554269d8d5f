package table

import (
	"slices"

	"fbp/results"
)

// Searches of one sample have the patterns in common. Their mean is one draw of the
// patterns, and errors are those over samples.

// averageSearches replaces what several searches of a sample read by its mean.
func (r *row) averageSearches() {
	of := r.of
	for i, values := range r.values {
		r.values[i] = bySample(of, values)
	}
	r.controls, r.of = bySample(of, r.controls), slices.Compact(of)
}

// bySample are the means of the numbers of each sample, of those that are there; x[i]
// is one of sample of[i], and those of a sample follow each other.
func bySample(of []int, x []float64) (means []float64) {
	for from := 0; from < len(of); {
		to := from + 1
		for to < len(of) && of[to] == of[from] {
			to++
		}
		means = append(means, meanOf(x[from:to]))
		from = to
	}
	return means
}

// meanOf is the mean of the numbers that are there, NaN if none is.
func meanOf(x []float64) float64 {
	if len(x) == 1 {
		return x[0]
	}
	return results.Summarize(known(x)).Mean
}

// trials are the searches of a point that are trials of its success probability.
type trials struct {
	solved, all int
	fractions   []float64 // of the searches of each sample that solved it
}

// trialsOf counts the searches that have not failed.
func trialsOf(samples []sampleRow) (t trials) {
	var of []int
	var solved []float64
	for _, s := range samples {
		if s.status == results.Failed {
			continue
		}
		of, solved = append(of, s.task.Sample), append(solved, results.Flag(s.status == results.Solved))
		t.all++
		if s.status == results.Solved {
			t.solved++
		}
	}
	t.fractions = bySample(of, solved)
	return t
}

// probability is the success probability p, the mean over samples, and its 95 %
// interval. With one search per sample that is Wilson's for so many trials. Several
// searches of a sample are worth as many independent trials as give the error over
// samples,
//
//	p (1 − p)/sem²,
//
// at least the number of samples and at most that of searches; at p = 0 and p = 1,
// and with one sample, the number of samples.
func (t trials) probability() (p, low, high float64) {
	if t.all == len(t.fractions) {
		low, high = results.Wilson(t.solved, t.all)
		return float64(t.solved) / float64(t.all), low, high
	}
	s, least := results.Summarize(t.fractions), float64(len(t.fractions))
	worth := least
	if spread := s.Mean * (1 - s.Mean); spread > 0 && len(t.fractions) > 1 {
		worth = max(least, min(float64(t.all), spread/float64(s.Sem*s.Sem)))
	}
	low, high = results.WilsonOf(s.Mean, worth)
	return s.Mean, low, high
}
