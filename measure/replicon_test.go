package measure_test

import (
	"math"
	"strings"
	"testing"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/measure"
	"fbp/model"
	"fbp/results"
)

// The replicon of weights without patterns is zero, that with patterns grows with their
// number, and without the key the readings are what they were.
func TestReplicon(t *testing.T) {
	last := -1.0
	for _, patterns := range []int{0, 20, 60} {
		p := randomProblem(t, 201, max(patterns, 1), 0)
		if patterns == 0 {
			p.Data = instances.Learning(instances.NewPatterns(201, 0))
		}
		w := make([]float64, 201)
		for i := range w {
			w[i] = 1
		}
		l := measure.NewLocalEntropy(p.Model, nil)
		l.Rho, l.Replicon = bp.Schedule{List: []float64{0.2}}, true
		if err := l.Check(p.Model); err != nil {
			t.Fatal(err)
		}
		read := func() (values []results.Quantity) {
			err := l.Measure(t.Context(), p, []*model.Solution{{Weights: w}}, nil, func(r results.Reading) {
				if r.Table == "local_entropy" {
					values = r.Values
				}
			})
			if err != nil || len(values) == 0 {
				t.Fatal(values, err)
			}
			return values
		}
		with := read()
		l.Replicon = false
		without := read()
		if len(with) != 4 || len(without) != 3 || with[3].Name != "replicon" || with[2] != without[2] {
			t.Fatalf("%v, %v", with, without)
		}
		x := with[3].Value
		if patterns == 0 && x != 0 || !(x > last && x < 1) {
			t.Errorf("%d patterns: %v, with fewer %v", patterns, x, last)
		}
		last = x
	}
}

// Real weights have the number too.
func TestRepliconOfSpheres(t *testing.T) {
	m := model.NewSphericalPerceptron(101, 0)
	data, err := instances.Random{Size: instances.Size{P: 40}}.Data(t.Context(), m, 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	w := make([]float64, 101)
	for i := range w {
		w[i] = 1
	}
	l := measure.NewLocalEntropy(m, nil)
	l.Lambda, l.Replicon = bp.Schedule{List: []float64{0.1, 0.5}}, true
	last := math.Inf(1)
	l.Measure(t.Context(), &model.Problem{Model: m, Data: data}, []*model.Solution{{Weights: w}}, nil, func(r results.Reading) {
		if r.Table != "local_entropy" {
			return
		}
		x, ok := r.Value("replicon")
		if last = x; !ok || !(x > 0 && x < 1) {
			t.Errorf("%v", r)
		}
	})
	if math.IsInf(last, 1) {
		t.Error("no reading")
	}
}

// Several sums, exact messages and real inputs are refused.
func TestRepliconIsOfOneUnit(t *testing.T) {
	perceptron := model.NewPerceptron(21, 0)
	l := measure.NewLocalEntropy(perceptron, nil)
	l.Replicon = true
	if err := l.About().Real(); err == nil || !strings.Contains(err.Error(), "replicon") {
		t.Errorf("real inputs: %v", err)
	}
	l.Accuracy = factorgraph.Exact
	if err := l.Check(perceptron); err == nil || !strings.Contains(err.Error(), `want accuracy = "accurate" or "amp" with it`) {
		t.Errorf("exact messages: %v", err)
	}
	committee := (&model.Committee{N: 33, Hidden: 3, Layout: "tree", Activation: "sign", Weights: "binary"}).Model()
	l = measure.NewLocalEntropy(committee, nil)
	if err := l.Check(committee); err != nil {
		t.Fatal(err)
	}
	l.Replicon = true
	for _, accuracy := range []factorgraph.Accuracy{factorgraph.Accurate, factorgraph.AMP} {
		l.Accuracy = accuracy
		if err := l.Check(committee); err == nil || !strings.Contains(err.Error(), "want a model of one unit") {
			t.Errorf("a committee: %v", err)
		}
	}
}
