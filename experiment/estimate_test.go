package experiment

import (
	"math"
	"reflect"
	"testing"

	"fbp/experiment/plan"
)

// TestCostsAreAsked: what a kind of the catalog states about its costs has the form
// in which a plan asks.
func TestCostsAreAsked(t *testing.T) {
	c := Standard()
	check := func(kind string, v any) {
		of := reflect.TypeOf(v)
		_, costed := v.(plan.Costed)
		for _, method := range []string{"Cost", "CostUnsolved", "Unit"} {
			if _, has := of.MethodByName(method); has && !costed {
				t.Errorf("%s: %v has a method %s that is none of plan.Costed", kind, of, method)
			}
		}
	}
	m := c.Models["perceptron"]().Model()
	for kind, make := range c.Algorithms {
		check(kind, make(m))
	}
	for kind, make := range c.Measurements {
		check(kind, make(m, nil))
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
