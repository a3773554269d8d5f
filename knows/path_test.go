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
	sphere := model.NewSphericalPerceptron(301, -0.5)
	binary := model.NewPerceptron(1001, 0)
	for _, c := range []struct {
		m           model.Model
		alpha, want float64
	}{{sphere, 1, .01002902}, {sphere, 3, .00707074}, {binary, .5, .164729}} {
		got, ok := knows.TypicalPath(c.m, c.alpha, c.m.Margin(), .5)
		if !ok || math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%T, α = %v: %v %v, want %v", c.m, c.alpha, got, ok, c.want)
		}
	}
	for _, c := range []struct {
		m     model.Model
		alpha float64
	}{{sphere, 4}, {binary, .9}, {model.NewSymmetric(101, 1), .5}} {
		if got, ok := knows.TypicalPath(c.m, c.alpha, 0, .5); ok {
			t.Errorf("%T, α = %v: %v", c.m, c.alpha, got)
		}
	}
}

// TestTypicalCentre: with two solutions the centre is the middle between them; with three the errors there are those of an
// independent program; none where theory does not know typical solutions.
func TestTypicalCentre(t *testing.T) {
	sphere := model.NewSphericalPerceptron(301, -0.5)
	for y, want := range map[int]float64{2: .01002902, 3: .00557620} {
		if got, ok := knows.TypicalCentre(sphere, 1, -0.5, 0.5, y); !ok || math.Abs(got-want) > 1e-8 {
			t.Errorf("y = %d: %v %v, want %v", y, got, ok, want)
		}
	}
	near, _ := knows.TypicalCentre(sphere, 1, -0.5, 0.8, 3)
	if other, _ := knows.TypicalCentre(sphere, 1, -0.5, 0.2, 3); math.Abs(near-other) > 1e-12 || near == 0 {
		t.Errorf("%v from the first and %v from the second", near, other)
	}
	if e, ok := knows.TypicalCentre(sphere, 4, -0.5, 0.5, 3); ok {
		t.Errorf("%v where replica symmetry is unstable", e)
	}
	if e, ok := knows.TypicalCentre(model.NewPerceptron(101, 0), .5, 0, 0.5, 3); ok {
		t.Errorf("%v of weights ±1", e)
	}
}
