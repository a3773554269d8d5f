package experiment

import (
	"math"
	"testing"
)

// A test set takes memory: a bit per input and a number per label.
func TestEstimateOfTestSet(t *testing.T) {
	without, with := planned(t, plain), planned(t, plain, "instance.test=1000000")
	n := float64(with.Points[0].N)
	if got := with.Estimate(with.Tasks[0]).Memory - without.Estimate(without.Tasks[0]).Memory; math.Abs(got-1e6*(n/8+8)) > 1 {
		t.Errorf("%v bytes for a million test patterns of %v inputs", got, n)
	}
}
