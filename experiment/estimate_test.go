package experiment

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/internal/kern"
)

// measuredCosts are seconds of a processor (AVX-512, 2026-11-22, one sample, the mean
// of three) of a search by the protocol of configs/quick.toml, and of search and
// local entropy. They vary by half from sample to sample.
var measuredCosts = []struct {
	model, algorithm string
	alpha            float64
	search, together float64
}{
	{`kind = "perceptron", n = 501`, "", 0.3, 0.02, 0.06},
	{`kind = "perceptron", n = 501`, "", 0.5, 0.05, 0.14},
	{`kind = "perceptron", n = 501`, "", 0.7, 0.13, 0.36},
	{`kind = "perceptron", n = 501`, "", 0.8, 0.87, 0.98}, // one of three solved
	{`kind = "perceptron", n = 501`, "", 0.9, 1.22, 1.22},
	{`kind = "perceptron", n = 501, kappa = 0.3`, "", 0.5, 0.11, 0.27},
	{`kind = "perceptron", n = 501, kappa = 0.3`, "", 0.7, 3.1, 3.1},
	{`kind = "perceptron", n = 2001`, "", 0.3, 0.28, 0.65},
	{`kind = "perceptron", n = 2001`, "", 0.7, 1.6, 3.4},
	{`kind = "perceptron", n = 501`, `precision = "float32"`, 0.3, 0.03, 0.08},
	{`kind = "perceptron", n = 501`, `precision = "float32"`, 0.7, 0.14, 0.36},
	{`kind = "perceptron", n = 501`, `accuracy = "amp"`, 0.5, 0.02, 0.06},
	{`kind = "perceptron", n = 501`, `accuracy = "amp"`, 0.7, 0.03, 0.12},
	{`kind = "perceptron", n = 201`, `accuracy = "exact"`, 0.3, 0.86, 1.62},
	{`kind = "symmetric_perceptron", n = 501, kappa = 1.0`, "", 0.5, 0.05, 0.11},
	{`kind = "symmetric_perceptron", n = 501, kappa = 1.0`, "", 1, 0.2, 0.39},
	{`kind = "symmetric_perceptron", n = 501, kappa = 1.0`, "", 1.5, 1.38, 1.38}, // none of three solved
	{`kind = "symmetric_perceptron", n = 501, kappa = 1.0`, `precision = "float32"`, 1, 0.18, 0.34},
	{`kind = "symmetric_perceptron", n = 501, kappa = 1.0`, `accuracy = "amp"`, 1, 0.06, 0.14},
	{`kind = "committee", n = 501, hidden = 3`, "", 0.3, 0.08, 0.14},
	{`kind = "committee", n = 501, hidden = 3`, "", 0.6, 0.32, 0.55},
	{`kind = "committee", n = 501, hidden = 3`, "", 0.8, 1.0, 2.0},
	{`kind = "committee", n = 2001, hidden = 3`, "", 0.3, 0.7, 1.2},
	{`kind = "committee", n = 495, hidden = 9`, "", 0.3, 0.35, 0.57},
	{`kind = "committee", n = 495, hidden = 9`, "", 0.6, 0.7, 1.4},
	{`kind = "committee", n = 167, hidden = 3, layout = "full"`, "", 0.3, 0.08, 0.16},
	{`kind = "committee", n = 167, hidden = 3, layout = "full"`, "", 0.6, 0.5, 0.93},
	{`kind = "committee", n = 55, hidden = 9, layout = "full"`, "", 0.3, 0.36, 0.63},
	{`kind = "committee", n = 500, hidden = 4, activation = "relu"`, "", 0.3, 0.37, 0.7},
	{`kind = "committee", n = 500, hidden = 4, activation = "relu"`, "", 0.5, 1.7, 2.5},
	{`kind = "committee", n = 125, hidden = 4, layout = "full", activation = "relu"`, "", 0.5, 2.0, 3.2},
	{`kind = "committee", n = 500, hidden = 10, activation = "relu"`, "", 0.3, 0.84, 1.6},
	{`kind = "committee", n = 500, hidden = 10, activation = "relu"`, "", 0.5, 3.9, 5.6},
	{`kind = "committee", n = 501, hidden = 3`, `accuracy = "amp"`, 0.6, 0.08, 0.14},
	{`kind = "committee", n = 500, hidden = 10, activation = "relu"`, `accuracy = "amp"`, 0.6, 0.17, 0.42},
	{`kind = "committee", n = 501, hidden = 1, weights = "spherical"`, "", 0.3, 0.04, 0.1},
	{`kind = "committee", n = 501, hidden = 3, weights = "spherical"`, "", 0.3, 0.05, 0.13},
	{`kind = "committee", n = 501, hidden = 3, weights = "spherical"`, "", 0.6, 0.15, 0.32},
	{`kind = "committee", n = 495, hidden = 9, weights = "spherical"`, "", 0.9, 1.5, 2.2},
	{`kind = "committee", n = 63, hidden = 3`, `accuracy = "exact"`, 0.3, 0.08, 0.24},
	{`kind = "committee", n = 33, hidden = 3, layout = "full"`, `accuracy = "exact"`, 0.3, 0.88, 1.25},
}

// TestEstimate: estimates are within a factor of 3 of measured times, and a task that
// may fail takes longer at most.
func TestEstimate(t *testing.T) {
	if kern.Tier() == "go" {
		t.Skip("the times are those of vector instructions")
	}
	for _, test := range measuredCosts {
		for measurement, seconds := range map[string]float64{"stability": test.search, "local_entropy": test.together} {
			p := planned(t, fmt.Sprintf("[model]\n%s\n[instance]\nkind = \"random\"\nalpha = %v\n[algorithm]\nkind = \"fbp\"\n%s\n[[measure]]\nkind = %q\n",
				strings.ReplaceAll(test.model, ", ", "\n"), test.alpha, test.algorithm, measurement))
			if e := p.Estimate(p.Tasks[0]); !(e.Seconds < 3*seconds && 3*e.Seconds > seconds) || e.Most < 0.999*e.Seconds {
				t.Errorf("%s %s α = %v, %s: planned %.2g s, at most %.2g, measured %.2g",
					test.model, test.algorithm, test.alpha, measurement, e.Seconds, e.Most, seconds)
			}
		}
	}
}

// TestCostsAreAsked: what a kind of the catalog states about its costs has the form
// in which a plan asks.
func TestCostsAreAsked(t *testing.T) {
	c := Standard()
	check := func(kind string, v any) {
		of := reflect.TypeOf(v)
		_, costed := v.(plan.Costed)
		_, unsolved := v.(plan.CostedUnsolved)
		if _, has := of.MethodByName("Cost"); has && !costed {
			t.Errorf("%s: %v has a method Cost that is no plan.Costed", kind, of)
		}
		if _, has := of.MethodByName("CostUnsolved"); has && !unsolved {
			t.Errorf("%s: %v has a method CostUnsolved that is no plan.CostedUnsolved", kind, of)
		}
	}
	m := c.Models["perceptron"]()
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
