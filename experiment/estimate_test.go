package experiment

import (
	"fmt"
	"math"
	"testing"
)

// Estimates against times measured at N = 501 with the protocol of
// configs/quick.toml: seconds of a processor for each of three samples, solved or
// not. They vary by half from sample to sample, and by what the machine's
// neighbours do; a factor of 3 is a useful estimate.
func TestEstimate(t *testing.T) {
	tests := []struct {
		alpha, kappa float64
		unsolved     string
		seconds      float64
	}{
		{0.3, 0, "skip", 0.08}, {0.5, 0, "skip", 0.14}, {0.7, 0, "skip", 0.55}, {0.8, 0, "skip", 1.1},
		{0.3, 0.3, "skip", 0.09}, {0.5, 0.3, "skip", 0.82}, {0.7, 0.3, "skip", 0.94}, {0.8, 0.3, "skip", 0.46},
		{0.8, 0, "include", 5.8}, {0.7, 0.3, "include", 19.7},
	}
	for _, test := range tests {
		p := planned(t, plain, "model.n=501", fmt.Sprint("instance.alpha=", test.alpha), fmt.Sprint("model.kappa=", test.kappa),
			"measure.local_entropy.unsolved="+test.unsolved)
		e := p.Estimate(p.Tasks[0])
		if ratio := e.Seconds / test.seconds; ratio < 1/3.0 || ratio > 3 {
			t.Errorf("%+v: planned %.2g s", test, e.Seconds)
		}
		if hard := test.alpha > 0.75 || test.kappa > 0 && test.alpha > 0.45; hard != (e.Most > 2*e.Seconds) {
			t.Errorf("%+v: planned %.2g s, at most %.2g", test, e.Seconds, e.Most)
		}
	}
}

// A test set takes memory: a bit per input and a number per label.
func TestEstimateOfTestSet(t *testing.T) {
	without, with := planned(t, plain), planned(t, plain, "instance.test=1000000")
	n := float64(with.Points[0].N)
	if got := with.Estimate(with.Tasks[0]).Memory - without.Estimate(without.Tasks[0]).Memory; math.Abs(got-1e6*(n/8+8)) > 1 {
		t.Errorf("%v bytes for a million test patterns of %v inputs", got, n)
	}
}
