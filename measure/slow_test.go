//go:build slow

package measure_test

import (
	"context"
	"math"
	"os"
	"sync"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"fbp/bp"
	"fbp/measure"
	"fbp/results"
)

// inParallel runs f(0) … f(n−1), two at a time.
func inParallel(n int, f func(int)) {
	var wait sync.WaitGroup
	slots := make(chan struct{}, 2)
	for k := range n {
		wait.Go(func() {
			slots <- struct{}{}
			f(k)
			<-slots
		})
	}
	wait.Wait()
}

// TestEverySampleSolved: fBP with the paper's protocol solves 10 of 10 samples
// at N = 501 for each of α = 0.3, 0.5, 0.6.
//
// Check: fBP | zero errors | 4 of 4 samples at N = 301, α = 0.5; full committees (slow), K = 3, α = 0.6: 11 of
// 12; K = 5, α = 0.3 and 0.5: 9 of 10
func TestEverySampleSolved(t *testing.T) {
	for _, p := range []int{150, 250, 300} {
		var solved [10]bool
		inParallel(10, func(sample int) {
			s, err := bp.DefaultFocusing().Solve(context.Background(), randomProblem(t, 501, p, sample), nil, func(results.Reading) {})
			solved[sample] = err == nil && s.Solved()
		})
		for sample, ok := range solved {
			if !ok {
				t.Errorf("P = %d: sample %d not solved", p, sample)
			}
		}
	}
}

// TestReferenceProfile: the mean profile of ten samples at N = 2001, P = 1000
// agrees with ten samples of an independent implementation, other patterns:
// within 0.010 in entropy for 0.02 < ρ < 0.9 and 0.004 in distance (standard
// deviation of a sample 0.007 and 0.003), and its standard deviations are
// within a factor of two. Reaching zero errors takes as many steps, q and Σ_int
// on the way are the same, within the spread of the samples.
//
// Check: local entropy, N = 2001, α = 0.5, ten samples (slow) | ten samples of an independent implementation |
// 0.010 in φ for 0.02 < ρ < 0.9, 0.004 in d; q, S, Σ_int of the steps within three standard errors
func TestReferenceProfile(t *testing.T) {
	const samples = 10
	var profiles [samples]profile
	var focusing [samples][]results.Reading
	inParallel(samples, func(sample int) {
		p := randomProblem(t, 2001, 1000, sample)
		s, err := bp.DefaultFocusing().Solve(context.Background(), p, nil, func(r results.Reading) { focusing[sample] = append(focusing[sample], r) })
		if err != nil || !s.Solved() {
			t.Errorf("sample %d not solved: %v", sample, err)
			return
		}
		profiles[sample] = measureProfile(t, measure.NewLocalEntropy(p.Model, nil), p, s.Weights)
	})
	if t.Failed() {
		return
	}
	compareProfiles(t, profiles[:])
	compareSteps(t, focusing[:])
}

func compareProfiles(t *testing.T, profiles []profile) {
	f, err := os.Open("testdata/local_entropy_N2001_alpha0.5.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	table, err := results.ReadTSV(f)
	if err != nil {
		t.Fatal(err)
	}
	column := func(name string) []float64 {
		x, err := table.Column(name)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	rho, d, s, std := column("rho"), column("d_mean"), column("S_mean"), column("S_std")
	for k := range rho {
		var distance, entropy []float64
		for _, p := range profiles {
			distance, entropy = append(distance, p.distance[k]), append(entropy, p.entropy[k])
		}
		gotD, gotS := results.Summarize(distance), results.Summarize(entropy)
		t.Logf("ρ %.4f: d %.4f (%.4f), s %.4f ± %.4f (%.4f ± %.4f)", rho[k], gotD.Mean, d[k], gotS.Mean, gotS.Std, s[k], std[k])
		if !scalar.EqualWithinAbs(profiles[0].rho[k], rho[k], 1e-6) {
			t.Fatalf("ρ %v, want %v", profiles[0].rho[k], rho[k])
		}
		if math.Abs(gotD.Mean-d[k]) > 0.004 {
			t.Errorf("ρ %v: d = %v, reference %v", rho[k], gotD.Mean, d[k])
		}
		if rho[k] > 0.02 && rho[k] < 0.9 && (math.Abs(gotS.Mean-s[k]) > 0.010 || gotS.Std > 2*std[k] || gotS.Std < std[k]/2) {
			t.Errorf("ρ %v: s = %v ± %v, reference %v ± %v", rho[k], gotS.Mean, gotS.Std, s[k], std[k])
		}
	}
}

// compareSteps checks means over samples, a step, against the reference
// implementation's: q ± 0.008 and Σ_int ± 0.010 and S ± 0.005 are three standard
// errors of the difference of two such means.
func compareSteps(t *testing.T, focusing [][]results.Reading) {
	mean := func(step int, name string) (sum float64) {
		for _, readings := range focusing {
			for _, q := range readings[step].Values {
				if q.Name == name {
					sum += q.Value / float64(len(focusing))
				}
			}
		}
		return sum
	}
	for _, want := range []struct {
		step      int
		name      string
		value     float64
		tolerance float64
	}{
		{0, "q", .322, .008}, {5, "q", .386, .008}, {10, "q", .496, .008}, {20, "q", .779, .008}, {28, "q", .954, .008}, {29, "q", .960, .008},
		{5, "sigma_int", .3049, .010}, {10, "sigma_int", .2779, .010}, {20, "sigma_int", .1748, .010}, {25, "sigma_int", .1115, .010}, {28, "sigma_int", .0554, .005},
		{5, "overlap_center", .5601, .008}, {10, "overlap_center", .6911, .005}, {20, "overlap_center", .8830, .005}, {25, "overlap_center", .9442, .005}, {28, "overlap_center", .9793, .003},
	} {
		got := mean(want.step, want.name)
		t.Logf("step %d: %s = %.4f (%.4f)", want.step, want.name, got, want.value)
		if !scalar.EqualWithinAbs(got, want.value, want.tolerance) {
			t.Errorf("step %d: %s = %v, reference %v", want.step, want.name, got, want.value)
		}
	}
	first := 0.0
	for _, readings := range focusing {
		for step, r := range readings {
			if r.Values[2].Name == "errors" && r.Values[2].Value == 0 {
				first += float64(step) / float64(len(focusing))
				break
			}
		}
	}
	if !scalar.EqualWithinAbs(first, 17.4, 4) { // 17.4 ± 2.9 a sample
		t.Errorf("zero errors first at step %v, reference 17.4", first)
	}
}
