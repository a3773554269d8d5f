package model_test

import (
	"math"
	"testing"

	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
)

// TestStabilities compares with the output unit itself.
func TestStabilities(t *testing.T) {
	for _, n := range []int{1, 63, 64, 101} {
		m := model.NewPerceptron(n, 0.1)
		p, err := instances.Random{Size: instances.Size{P: 20}}.Patterns(n, 3, 0)
		if err != nil {
			t.Fatal(err)
		}
		w := make([]float64, n)
		for i := range w {
			w[i] = 1 - 2*float64(i*i%3%2)
		}
		errors := 0
		stabilities := m.Stabilities(nil, w, p)
		for mu, got := range stabilities {
			x, sum := make([]float64, n), 0.0
			for i := range x {
				x[i] = p.At(mu, i)
				sum += w[i] * x[i]
			}
			if want := sum / math.Sqrt(float64(n)); math.Abs(got-want) > 1e-13 {
				t.Errorf("n %d pattern %d: stability %v, want %v", n, mu, got, want)
			}
			if want := math.Copysign(1, sum); sum != 0 && m.Output(w, x) != want || sum == 0 && m.Output(w, x) != 1 {
				t.Errorf("n %d pattern %d: output %v of field %v", n, mu, m.Output(w, x), sum)
			}
			if all := instances.Outputs(m, w, p); all[mu] != m.Output(w, x) {
				t.Errorf("n %d pattern %d: label %v of many, %v of one", n, mu, all[mu], m.Output(w, x))
			}
			if got <= 0.1 {
				errors++
			}
		}
		if got := m.Errors(w, p); got != errors {
			t.Errorf("n %d: %d errors, want %d", n, got, errors)
		}
	}
}

func TestValidate(t *testing.T) {
	for want, m := range map[string]*model.Architecture{
		"n = 0: want n >= 1": model.NewPerceptron(0, 0),
		"n = 10: want n odd when kappa = 0, or patterns can tie; a small kappa, such as 0.001, prevents ties": model.NewPerceptron(10, 0),
		"kappa = 3: want |kappa| < √n, the largest stability there is":                                        model.NewPerceptron(9, 3),
		"kappa = NaN: want |kappa| < √n, the largest stability there is":                                      model.NewPerceptron(9, math.NaN()),
	} {
		if err := m.Validate(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	for _, m := range []*model.Architecture{model.NewPerceptron(1, 0), model.NewPerceptron(2001, 0), model.NewPerceptron(10, 0.2), model.NewPerceptron(11, -0.3)} {
		if err := m.Validate(); err != nil {
			t.Errorf("%+v: %v", m, err)
		}
	}
}

func TestGraphRefuses(t *testing.T) {
	m := model.NewPerceptron(5, 0)
	if _, err := m.Graph(instances.NewPatterns(6, 2), factorgraph.Accurate); err == nil {
		t.Error("patterns of another size accepted")
	}
	if _, err := m.Graph(instances.NewPatterns(5, 2), "vague"); err == nil {
		t.Error("unknown accuracy accepted")
	}
}
