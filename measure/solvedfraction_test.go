package measure

import (
	"context"
	"math"
	"testing"

	"fbp/instances"
	"fbp/internal/slow"
	"fbp/model"
	"fbp/results"
)

// learned is a spherical committee with weights that learn its patterns: those of a
// teacher.
func learned(t *testing.T, hidden, n, p int) (*model.Architecture, *model.Problem, *model.Solution) {
	t.Helper()
	section := &model.Committee{N: n, Hidden: hidden, Layout: model.Tree, Activation: "sign", Weights: model.SphericalWeights}
	if err := section.Validate(); err != nil {
		t.Fatal(err)
	}
	m := section.Model().(*model.Architecture)
	data, err := instances.Teacher{Size: instances.Size{P: p}}.Data(t.Context(), m, 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	return m, &model.Problem{Model: m, Data: data}, &model.Solution{Weights: data.Teacher}
}

// fractions are the logarithms that a measurement emits, and their errors.
func fractions(t *testing.T, f *SolvedFraction, p *model.Problem, s *model.Solution) (logs, errors []float64) {
	t.Helper()
	err := f.Measure(context.Background(), p, []*model.Solution{s}, instances.Stream(1, "test"), func(r results.Reading) {
		logs = append(logs, r.Values[0].Value)
		errors = append(errors, r.Values[1].Value)
		if want := r.Values[0].Value / float64(p.Model.Dim()); r.Values[2].Value != want {
			t.Errorf("normalized %v, want %v", r.Values[2].Value, want)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return logs, errors
}

// On a circle the chain visits four points: such units are refused.
func TestSolvedFractionOfFewInputs(t *testing.T) {
	for inputs, want := range map[int]bool{3: false, 5: true} {
		m, _, _ := learned(t, 3, 3*inputs, 1)
		if err := NewSolvedFraction().Check(m); (err == nil) != want {
			t.Errorf("%d inputs: %v", inputs, err)
		}
	}
}

// One pattern and one unit: the fraction is the part of a circle of dimension n−2
// beyond a plane, ∫ (1−u²)^{(n−4)/2} du over (1−D) λ + √(D(2−D)) |ξ_⊥| √n u > 0.
func TestSolvedFractionOnePattern(t *testing.T) {
	m, p, s := learned(t, 1, 9, 1)
	f := &SolvedFraction{Distances: []float64{0.3, 0.8, 1, 1.5}, Chains: 8, Steps: 4000}
	logs, errors := fractions(t, f, p, s)
	n := float64(m.N)
	lambda := p.Data.Train.Dot(0, s.Weights)
	across := math.Sqrt(n-lambda*lambda/n) * math.Sqrt(n) // |ξ_⊥| √n
	for k, d := range f.Distances {
		edge := -(1 - d) * lambda / (math.Sqrt(d*(2-d)) * across)
		inside, all := 0.0, 0.0
		const steps = 200000
		for i := range steps {
			u := -1 + 2*(float64(i)+0.5)/steps
			weight := math.Pow(1-u*u, (n-4)/2)
			all += weight
			if u > edge {
				inside += weight
			}
		}
		want := math.Log(inside / all)
		if math.Abs(logs[k]-want) > 4*errors[k]+0.01 || errors[k] > 0.1 {
			t.Errorf("D = %v: %.4f ± %.4f, want %.4f", d, logs[k], errors[k], want)
		}
	}
}

// A ladder agrees with counting among independent directions, where these suffice.
func TestSolvedFractionCounted(t *testing.T) {
	slow.Only(t)
	m, p, s := learned(t, 3, 27, 12)
	f, tries := &SolvedFraction{Distances: []float64{0.05, 0.3}, Chains: 24, Steps: 1500}, 8000
	if slow.All {
		f.Steps, tries = 4000, 200000
	}
	logs, errors := fractions(t, f, p, s)
	w := newWalk(m, p.Data.Train, s.Weights, instances.Stream(2, "test"))
	var counts [2]int
	for range tries {
		if err := w.walk(context.Background(), 0); err != nil { // all directions are taken
			t.Fatal(err)
		}
		for k, d := range f.Distances {
			if w.solvedAt(w.fieldsV, d) {
				counts[k]++
			}
		}
	}
	for k, count := range counts {
		fraction := float64(count) / float64(tries)
		want, wantError := math.Log(fraction), math.Sqrt((1-fraction)/float64(count))
		if math.Abs(logs[k]-want) > 4*math.Hypot(errors[k], wantError)+0.005 {
			t.Errorf("D = %v: %.4f ± %.4f, want %.4f ± %.4f", f.Distances[k], logs[k], errors[k], want, wantError)
		}
		t.Logf("D = %v: %.4f ± %.4f, counted %.4f ± %.4f", f.Distances[k], logs[k], errors[k], want, wantError)
	}
}

// References that err are refused.
func TestSolvedFractionOfErrors(t *testing.T) {
	_, p, s := learned(t, 3, 27, 12)
	s.Errors = 1
	err := NewSolvedFraction().Measure(context.Background(), p, []*model.Solution{s}, nil, func(results.Reading) { t.Error("a reading") })
	if err == nil {
		t.Error("no error")
	}
}

// A conditional probability of which nothing is seen is an error, no number: at
// distance 2 lies −w̃, which learns nothing.
func TestSolvedFractionUnseen(t *testing.T) {
	m, p, s := learned(t, 1, 9, 1)
	w := newWalk(m, p.Data.Train, s.Weights, instances.Stream(1, "test"))
	if f, err := w.behind(context.Background(), 0, 2, 400); err == nil {
		t.Errorf("fraction %v, want an error", f)
	}
}
