package knows_test

import (
	"math"
	"testing"

	"fbp/knows"
	"fbp/model"
)

// TestTypicalPath: errors in the middle of paths between typical solutions, of an independent
// program; none beyond capacity, where replica symmetry is unstable, and for other models.
func TestTypicalPath(t *testing.T) {
	sphere := &model.SphericalPerceptron{N: 301, Kappa: -0.5}
	binary := &model.Perceptron{N: 1001}
	for _, c := range []struct {
		m           model.Model
		alpha, want float64
	}{{sphere, 1, .01002902}, {sphere, 3, .00707074}, {binary, .5, .164729}} {
		got, ok := knows.TypicalPath(c.m, c.alpha, c.m.(model.Margined).Margin(), .5)
		if !ok || math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%T, α = %v: %v %v, want %v", c.m, c.alpha, got, ok, c.want)
		}
	}
	for _, c := range []struct {
		m     model.Model
		alpha float64
	}{{sphere, 4}, {binary, .9}, {&model.Symmetric{N: 101, Kappa: 1}, .5}} {
		if got, ok := knows.TypicalPath(c.m, c.alpha, 0, .5); ok {
			t.Errorf("%T, α = %v: %v", c.m, c.alpha, got)
		}
	}
}
