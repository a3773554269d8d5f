package bp_test

import (
	"testing"

	"fbp/bp"
	"fbp/internal/slow"
)

// TestFewPatterns: one to four random patterns of 2001 weights are learned in every sample. Of
// two, half of the weights have fields that cancel but for what the sweeps leave, which was
// the same for all: where they differed in most weights one of them was wrong, in 11 of
// 20 samples. Under reinforcement, whose first step is plain BP, it is the same. Where not all is run, two patterns have five samples.
// Check: focusing BP, one to four patterns, N = 2001 | that such patterns can be learned | 20 of 20 samples each
func TestFewPatterns(t *testing.T) {
	var samples []int
	for sample := range 20 {
		samples = append(samples, sample)
	}
	for _, patterns := range []int{1, 2, 3, 4} {
		some := 1
		if patterns == 2 {
			some = 5
		}
		for _, sample := range slow.Some(some, samples) {
			p := newProblem(t, 2001, patterns, sample, 0)
			reinforced := bp.DefaultFocusing()
			reinforced.Protocol, reinforced.Growth, reinforced.Rate, reinforced.MaxSweeps = bp.Reinforcement, bp.Geometric, 0.03, 1
			for _, f := range []*bp.Focusing{bp.DefaultFocusing(), reinforced} {
				s, _ := solve(t, p, f)
				if s.Errors != 0 || p.perceptron.Errors(s.Weights, p.patterns) != 0 {
					t.Errorf("%d patterns, sample %d, %s: %d errors", patterns, sample, f.Protocol, s.Errors)
				}
			}
		}
	}
}
