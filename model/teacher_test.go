package model_test

import (
	"slices"
	"testing"

	"fbp/instances"
	"fbp/model"
)

// TestTeachers: the teacher of every model, a network of its own architecture, makes
// no errors on training and test set, at no margin; labels of many inputs are those
// of one.
func TestTeachers(t *testing.T) {
	for _, m := range []model.Model{
		model.NewPerceptron(65, 0), model.NewSymmetric(65, 0.5), model.NewSymmetric(64, 0.1),
	} {
		source := instances.Teacher{Size: instances.Size{P: 40, Test: 30}}
		d, err := source.Data(t.Context(), m, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []*instances.Patterns{d.Train, d.Test} {
			if errors := m.Errors(d.Teacher, p); errors != 0 {
				t.Errorf("%+v: the teacher makes %d errors", m, errors)
			}
			x := make([]float64, p.N)
			for mu, label := range instances.Outputs(m, d.Teacher, p) {
				if one := m.Output(d.Teacher, p.Input(x, mu)); one != label || label != p.Label(mu) {
					t.Errorf("%+v pattern %d: label %v of many, %v of one, kept %v", m, mu, label, one, p.Label(mu))
				}
			}
		}
		if signs := slices.Contains(d.Train.Labels, -1); signs != (d.Train.Labels != nil) {
			t.Errorf("%+v: labels %v", m, d.Train.Labels)
		}
		short, err := instances.Teacher{Size: instances.Size{P: 40, Test: 3}}.Data(t.Context(), m, 1, 0)
		if err != nil || !slices.Equal(short.Test.Row(2), d.Test.Row(2)) {
			t.Errorf("%+v: a shorter test set begins otherwise (%v)", m, err)
		}
	}
	a, _ := instances.Teacher{Size: instances.Size{P: 1}}.Data(t.Context(), model.NewPerceptron(65, 0), 1, 0)
	b, _ := instances.Teacher{Size: instances.Size{P: 1}}.Data(t.Context(), model.NewSymmetric(65, 0.5), 1, 0)
	if slices.Equal(a.Teacher, b.Teacher) {
		t.Error("two architectures share a teacher")
	}
}
