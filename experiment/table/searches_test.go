package table

import (
	"math"
	"testing"

	"fbp/experiment/plan"
	"fbp/results"
)

// rows are samples with so many solved of so many searches each.
func rows(solved []int, searches int) (list []sampleRow) {
	for sample, n := range solved {
		for k := range searches {
			status := results.Limit
			if k < n {
				status = results.Solved
			}
			list = append(list, sampleRow{task: plan.Task{Sample: sample, Search: k}, status: status})
		}
	}
	return list
}

// Several searches of a sample are worth as many trials as the spread over samples says.
func TestProbabilityOfSearches(t *testing.T) {
	worth := func(solved []int, searches int) float64 {
		p, low, high := trialsOf(rows(solved, searches)).Probability()
		if !(low <= p && p <= high) {
			t.Errorf("%v of %d: %v not in [%v, %v]", solved, searches, p, low, high)
		}
		// the half width h of Wilson's interval is z √(p(1−p)n + z²/4)/(n + z²): solved for n
		h, best, n := (high-low)/2, math.Inf(1), 0.0
		const z = 1.959963984540054
		for x := 1.0; x < 100; x += 1e-3 {
			if d := math.Abs(z*math.Sqrt(p*(1-p)*x+z*z/4)/(x+z*z) - h); d < best {
				best, n = d, x
			}
		}
		return n
	}
	for _, test := range []struct {
		solved   []int
		searches int
		want     float64
	}{
		{[]int{4, 0, 4, 0}, 4, 4},  // the instance decides; p(1−p)/sem² = .25/(1/12) = 3
		{[]int{2, 2, 2, 2}, 4, 16}, // the search decides
		{[]int{4, 4, 4, 4}, 4, 4},  // p = 1: no fewer than samples are known to be worth
		{[]int{0, 0, 0, 0}, 4, 4},  // p = 0
		// sem² = (1/4)²·8/7/8 = 1/112; Student's t with 7 degrees of freedom is 2.3646
		{[]int{1, 3, 1, 3, 1, 3, 1, 3}, 4, .25 * 7 * 16 * (1.959964 / 2.364624) * (1.959964 / 2.364624)},
		{[]int{2}, 4, 1},       // nothing is known of other samples
		{[]int{1, 0, 1}, 1, 3}, // one search each: Wilson's
	} {
		if got := worth(test.solved, test.searches); math.Abs(got-min(test.want, float64(len(test.solved)*test.searches))) > .01*test.want {
			t.Errorf("%v of %d searches are worth %.3f trials, want %v", test.solved, test.searches, got, test.want)
		}
	}
	if _, low, high := trialsOf(rows([]int{2, 0, 2}, 2)).Probability(); low > 0.25 || high < 0.9 {
		t.Errorf("three samples: [%v, %v]", low, high)
	}
	low, high := results.Wilson(3, 7)
	if l, h := results.WilsonOf(3.0/7, 7); math.Abs(l-low)+math.Abs(h-high) > 1e-15 {
		t.Errorf("[%v, %v], want [%v, %v]", l, h, low, high)
	}
}
