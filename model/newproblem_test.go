package model_test

import (
	"testing"

	"fbp/instances"
	"fbp/model"
)

// A new problem has streams that seed and purpose name, keeps nothing, and has no patterns
// that its model cannot read.
func TestNewProblem(t *testing.T) {
	m := model.NewPerceptron(5, 0)
	data := instances.Learning(instances.NewPatterns(5, 2))
	p := model.NewProblem(m, data, 1)
	if p.Model != model.Model(m) || p.Data != data || p.Keeper != nil {
		t.Errorf("%+v", p)
	}
	first := func(seed int64, purpose string) uint64 {
		return model.NewProblem(m, data, seed).Stream(purpose).Uint64()
	}
	if a := first(1, "start"); a != first(1, "start") || a == first(2, "start") || a == first(1, "noise") {
		t.Errorf("the stream begins with %x", a)
	}
	defer func() {
		if recover() == nil {
			t.Error("patterns of 5 inputs for a model of 6")
		}
	}()
	model.NewProblem(model.NewPerceptron(6, 0), data, 1)
}
