package plan

import (
	"math"
	"testing"

	"fbp/internal/slow"
	"fbp/results"
)

// counterOf is a Counter of a plan with this rule.
func counterOf(u Until, samples, searches int) *Counter {
	return (&Plan{Head: Head{Samples: samples, Searches: searches, Until: &u}}).NewCounter()
}

// stopsAt is whether the rule stops after n samples of which k are solved, n being the
// first whole batches: what the rule looks at depends on k and n alone.
func stopsAt(u Until, k, n int) bool {
	u.Batch = n
	c := counterOf(u, n+1, 1)
	for i := range n {
		r := &results.Record{Sample: i, Status: results.Limit}
		if i < k {
			r.Status = results.Solved
		}
		c.Take(r)
	}
	return c.Decided().Known
}

// The coverage of Wilson's interval under the rule is that of docs/tables.md. It is exact:
// the distribution of (samples, solved) at the stop is summed over all ways to get there.
func TestCoverageOfStopping(t *testing.T) {
	for _, want := range slow.Some(2, []struct {
		batch        int
		inner, worst float64 // the least coverage of .02 <= p <= .98, and of .001 <= p <= .999
	}{{20, 0.9186, 0.9186}, {10, 0.9233, 0.9046}, {5, 0.9240, 0.8689}, {2, 0.9222, 0.8937}}) {
		s := newStopping(want.batch)
		inner, worst, where, mean, bias := 1.0, 1.0, 0.0, 0.0, 0.0
		for i := 500; i < 1000; i++ { // p and 1 − p have the same
			p := float64(i) / 1000
			c, _, estimate := s.at(t, p)
			bias = max(bias, estimate-p)
			if c < worst {
				worst, where = c, p
			}
			if i <= 980 {
				inner = min(inner, c)
			}
			if i == 500 {
				mean += c / 99
			} else if i%10 == 0 {
				mean += 2 * c / 99
			}
		}
		t.Logf("batches of %d: coverage %.4f and %.4f at worst (p = %.3f), %.4f in the mean over p = .01 … .99, bias %.4f at most", want.batch, inner, worst, where, mean, bias)
		if math.Abs(inner-want.inner) > 1e-4 || math.Abs(worst-want.worst) > 1e-4 {
			t.Errorf("batches of %d: coverage %.4f and %.4f at worst (p = %.3f), want %v", want.batch, inner, worst, where, want)
		}
		if want.batch != 20 {
			continue
		}
		if math.Abs(mean-0.954) > 5e-4 || math.Abs(where-0.832) > 2e-3 || math.Abs(bias-0.012) > 1e-3 {
			t.Errorf("coverage %.4f in the mean, worst at p = %.3f, the estimate larger than p >= 1/2 by %.4f at most; want .954, .832, .012", mean, where, bias)
		}
		if _, half, _ := s.at(t, 0.5); half < 90 || half > 102 {
			t.Errorf("%.1f samples at p = 1/2, want about 93 in whole batches", half)
		}
	}
	// Without a rule Wilson's interval of 20 samples has less near 1 than those of batches of 20 and 10.
	if c := coverageOfFixed(20, 0.992); math.Abs(c-0.852) > 5e-4 {
		t.Errorf("20 samples at p = .992: coverage %.4f, want .852", c)
	}
}

// coverageOfFixed is that of Wilson's interval of n samples.
func coverageOfFixed(n int, p float64) (covered float64) {
	for k := range n + 1 {
		if low, high := results.Wilson(k, n); low <= p && p <= high {
			covered += math.Exp(logChoose(n, k) + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
		}
	}
	return covered
}

// stopping is the rule with batches of a size: the interval where it stops with k of n
// samples solved, at most 400.
type stopping struct {
	batch int
	ends  map[int][][2]float64 // by n: the interval at k, NaN where samples are added
}

func newStopping(batch int) stopping {
	s, u := stopping{batch, map[int][][2]float64{}}, Until{Width: 0.1, Of: "success", Batch: batch}
	for n := batch; n <= 400; n += batch {
		s.ends[n] = make([][2]float64, n+1)
		for k := range s.ends[n] {
			s.ends[n][k] = [2]float64{math.NaN(), math.NaN()}
			if n == 400 || stopsAt(u, k, n) {
				s.ends[n][k][0], s.ends[n][k][1] = results.Wilson(k, n)
			}
		}
	}
	return s
}

// at are the coverage, the mean number of samples and the mean of the estimate at p.
func (s stopping) at(t *testing.T, p float64) (covered, samples, estimate float64) {
	batch := make([]float64, s.batch+1) // binomial
	for k := range batch {
		batch[k] = math.Exp(logChoose(s.batch, k) + float64(k)*math.Log(p) + float64(s.batch-k)*math.Log1p(-p))
	}
	reached, total := []float64{1}, 0.0
	for n := s.batch; n <= 400; n += s.batch {
		next := make([]float64, n+1)
		for k, x := range reached {
			if x == 0 {
				continue
			}
			for j, y := range batch {
				next[k+j] += x * y
			}
		}
		for k, end := range s.ends[n] {
			if math.IsNaN(end[0]) {
				continue
			}
			if end[0] <= p && p <= end[1] {
				covered += next[k]
			}
			samples += float64(n) * next[k]
			estimate += float64(k) / float64(n) * next[k]
			total += next[k]
			next[k] = 0
		}
		reached = next
	}
	if math.Abs(total-1) > 1e-9 {
		t.Errorf("p = %v: probabilities add up to %v", p, total)
	}
	return covered, samples, estimate
}

func logChoose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

// Several searches of a sample are one number; a batch is of samples.
func TestSearchesAreCounted(t *testing.T) {
	c := counterOf(Until{Width: 0.2, Of: "success", Batch: 5}, 100, 3)
	n := 0
	for _, open := c.Next(); open; _, open = c.Next() {
		status := results.Solved
		if n/3%2 == 1 {
			status = results.Limit // all three of every second sample
		}
		c.Take(&results.Record{Sample: n / 3, Search: n % 3, Status: status})
		n++
	}
	// the instance decides: worth as many trials as there are samples, less one in p(1−p)/sem²
	alone := 0
	for k := 5; ; k += 5 {
		if low, high := results.WilsonOf(math.Ceil(float64(k)/2)/float64(k), float64(k)); (high-low)/2 <= 0.2 {
			alone = k
			break
		}
	}
	if s := c.Decided(); s.Samples != alone || n != 3*alone || !s.Known {
		t.Errorf("%+v after %d searches, want %d samples", s, n, alone)
	}
}

// Where a search failed nothing is decided, however narrow the interval of the others is, and no samples are
// added; repeated it counts as any other.
func TestFailedDecideNothing(t *testing.T) {
	for _, failed := range []int{0, 1, 9} {
		c := counterOf(Until{Width: 0.3, Of: "success", Batch: 12}, 100, 1)
		for n := 0; n < 12; n++ {
			if place, open := c.Next(); place != n || !open {
				t.Fatalf("search %d: %d, %v", n, place, open)
			}
			status := results.Solved
			if n < failed {
				status = results.Failed
			}
			c.Take(&results.Record{Sample: n, Status: status})
		}
		s := c.Decided()
		if s.Known != (failed == 0) || s.Open || s.Samples != 12 || s.Failed != failed {
			t.Errorf("%d of 12 failed: %+v", failed, s)
		}
	}
}
