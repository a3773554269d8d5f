package plan

import (
	"math"
	"strings"
	"testing"

	"fbp/results"
)

// counterOf is a Counter of a plan with this rule.
func counterOf(u Until, samples, searches int, included ...string) *Counter {
	return (&Plan{Head: Head{Samples: samples, Searches: searches, Until: &u, Included: included}}).NewCounter()
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
	return c.Stand().Known
}

// The coverage of Wilson's interval under the rule is that of docs/tables.md. It is exact:
// the distribution of (samples, solved) at the stop is summed over all ways to get there.
func TestCoverageOfStopping(t *testing.T) {
	u := Until{Width: 0.1, Of: "success", Batch: 20}
	const most = 400
	stop := map[[2]int]bool{}
	for n := u.Batch; n <= most; n += u.Batch {
		for k := range n + 1 {
			stop[[2]int{k, n}] = n == most || stopsAt(u, k, n)
		}
	}
	coverage := func(p float64) (covered, samples, estimate float64) {
		batch := make([]float64, u.Batch+1) // binomial
		for k := range batch {
			batch[k] = math.Exp(logChoose(u.Batch, k) + float64(k)*math.Log(p) + float64(u.Batch-k)*math.Log1p(-p))
		}
		at, total := []float64{1}, 0.0
		for n := u.Batch; n <= most; n += u.Batch {
			next := make([]float64, n+1)
			for k, x := range at {
				for j, y := range batch {
					next[k+j] += x * y
				}
			}
			for k := range next {
				if !stop[[2]int{k, n}] {
					continue
				}
				if low, high := results.Wilson(k, n); low <= p && p <= high {
					covered += next[k]
				}
				samples += float64(n) * next[k]
				estimate += float64(k) / float64(n) * next[k]
				total += next[k]
				next[k] = 0
			}
			at = next
		}
		if math.Abs(total-1) > 1e-9 {
			t.Errorf("p = %v: probabilities add up to %v", p, total)
		}
		return covered, samples, estimate
	}
	worst, where, mean, n, bias := 1.0, 0.0, 0.0, 0, 0.0
	for i := 1; i < 1000; i++ {
		p := float64(i) / 1000
		c, _, estimate := coverage(p)
		if p >= 0.5 {
			bias = max(bias, estimate-p)
		}
		if i%10 == 0 {
			mean, n = mean+c, n+1
		}
		if p >= 0.5 && c < worst { // it is symmetric
			worst, where = c, p
		}
	}
	mean /= float64(n)
	_, half, _ := coverage(0.5)
	t.Logf("coverage %.4f at worst (p = %.3f), %.4f in the mean over p = .01 … .99; %.1f samples at p = 1/2", worst, where, mean, half)
	if math.Abs(worst-0.919) > 5e-4 || math.Abs(where-0.832) > 2e-3 || math.Abs(mean-0.954) > 5e-4 {
		t.Errorf("coverage %.4f at worst (p = %.3f), %.4f in the mean; want .919 (.832), .954", worst, where, mean)
	}
	if t.Logf("bias %.4f at most", bias); math.Abs(bias-0.012) > 1e-3 {
		t.Errorf("the estimate is larger than p >= 1/2 by %.4f at most, want .012", bias)
	}
	if half < 90 || half > 102 {
		t.Errorf("%.1f samples at p = 1/2, want about 93 in whole batches", half)
	}
}

func logChoose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

// A mean is known when its standard error over the samples of two batches is small
// enough: √(Σ(x−mean)²/(n−1)/n) of 0, 1, 0, 1, … is √(1/4·n/(n−1)/n) = 1/(2√(n−1)).
func TestMeanIsKnown(t *testing.T) {
	reading := func(sample int, x float64, status results.Status) *results.Record {
		return &results.Record{Sample: sample, Status: status, Readings: map[string]*results.Series{
			"curve": {Keys: []string{"rho"}, Values: []string{"d", "entropy"}, Rows: [][]results.Number{{1, 7, 7}, {2, 7, results.Number(x)}}}}}
	}
	u := Until{Width: 1 / (2 * math.Sqrt(11)), Of: "curve.entropy", At: map[string]float64{"rho": 2}, Kind: "curve", Batch: 4}
	for name, test := range map[string]struct {
		status   func(i int) results.Status
		included []string
		x        func(i int) float64
		want     int
	}{
		"twelve samples":    {status: func(int) results.Status { return results.Solved }, want: 12},
		"no spread":         {status: func(int) results.Status { return results.Solved }, x: func(int) float64 { return 1 }, want: 8},
		"half are unsolved": {status: func(i int) results.Status { return []results.Status{results.Solved, results.Limit}[i/2%2] }, want: 24},
		"and included": {status: func(i int) results.Status { return []results.Status{results.Solved, results.Limit}[i/2%2] },
			included: []string{"curve"}, want: 12},
		"none is solved":  {status: func(int) results.Status { return results.Converged }, want: 40},
		"three fail of 4": {status: func(i int) results.Status { return []results.Status{results.Failed, results.Solved}[i%4/3] }, x: func(i int) float64 { return float64(i / 4 % 2) }, want: 40},
	} {
		c := counterOf(u, 40, 1, test.included...)
		for place, open := c.Next(); open; place, open = c.Next() {
			x := float64(place % 2)
			if test.x != nil {
				x = test.x(place)
			}
			c.Take(reading(place, x, test.status(place)))
		}
		if s := c.Stand(); s.Samples != test.want {
			t.Errorf("%s: %+v, want %d samples", name, s, test.want)
		}
	}
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
	if s := c.Stand(); s.Samples != alone || n != 3*alone || !s.Known {
		t.Errorf("%+v after %d searches, want %d samples", s, n, alone)
	}
}

// Words of the rule.
func TestRuleInWords(t *testing.T) {
	u := Until{Width: 0.001, Of: "local_entropy.entropy", At: map[string]float64{"rho": 1.2094}, Batch: 20}
	if got := u.Rule(400); !strings.Contains(got, "in batches of 20 until the standard error of local_entropy.entropy at rho = 1.2094 is at most 0.001, at most 400") {
		t.Error(got)
	}
}
