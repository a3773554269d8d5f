package results

import "math"

// Searches of one sample have the patterns in common. Their mean is one draw of the
// patterns, and errors are those over samples.

// BySample are the means of the numbers of each sample, of those that are there (not
// NaN); x[i] is one of sample of[i], and those of a sample follow each other.
func BySample(of []int, x []float64) (means []float64) {
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
	return average(Known(x))
}

// Known are the numbers that are there: all but NaN.
func Known(x []float64) []float64 {
	known := make([]float64, 0, len(x))
	for _, v := range x {
		if !math.IsNaN(v) {
			known = append(known, v)
		}
	}
	return known
}

// Trials are the searches of a point of the sweep that are trials of its success
// probability: those that have not failed.
type Trials struct {
	Solved, All int

	of     []int     // samples, one per search
	solved []float64 // by search: 1 or 0
}

// Add adds a search of a sample. Those of a sample follow each other.
func (t *Trials) Add(sample int, solved bool) {
	t.All++
	if solved {
		t.Solved++
	}
	t.of, t.solved = append(t.of, sample), append(t.solved, Flag(solved))
}

// Probability is the success probability p, the mean over samples, and its 95 %
// interval. With one search per sample that is Wilson's for so many trials. Several
// searches of a sample are worth as many independent trials as give the error over S
// samples,
//
//	p (1 − p)/sem² (z/t)²,
//
// at least S and at most the number of searches. z/t is that of the normal distribution over
// Student's t with S − 1 degrees of freedom: the error of few samples is known badly, and with
// z intervals of ten samples held .917 of the probabilities of a wide range of designs, those of
// three .857. At p = 0 and p = 1, and with one sample, the number is S, and so it is where a
// sample is solved by all of its searches or by none.
func (t *Trials) Probability() (p, low, high float64) {
	p, worth := t.Worth()
	if t.single() {
		low, high = Wilson(t.Solved, t.All)
	} else {
		low, high = WilsonOf(p, worth)
	}
	return p, low, high
}

// Worth is the success probability with the number of independent trials of its interval.
func (t *Trials) Worth() (p, trials float64) {
	if t.single() {
		return float64(t.Solved) / float64(t.All), float64(t.All)
	}
	fractions := BySample(t.of, t.solved) // of the searches of each sample that solved it
	s, worth := Summarize(fractions), float64(len(fractions))
	if spread := s.Mean * (1 - s.Mean); spread > 0 && len(fractions) > 1 {
		ratio := normal975 / student975(len(fractions)-1)
		worth = max(worth, min(float64(t.All), spread/float64(s.Sem*s.Sem)*ratio*ratio))
	}
	return s.Mean, worth
}

// single tells whether no sample has several searches.
func (t *Trials) single() bool { return t.All == len(BySample(t.of, t.solved)) }
