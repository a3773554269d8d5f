package dynamics

import (
	"testing"

	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// TestLastRow: the last reading of a search is of its last epoch, whether the search ends of
// itself or at max_epochs, and has the errors of the weights that are returned. Each
// epoch has one reading at most.
func TestLastRow(t *testing.T) {
	all := func(string) bool { return false }
	tree, sphere, perceptron := model.NewCommittee(), model.NewSphericalPerceptron(31, -0.3), model.NewPerceptron(71, 0)
	tree.N, tree.Hidden, tree.Weights = 63, 3, model.SphericalWeights
	limits := Limits{MaxEpochs: 25, Every: 10}
	lal, replicas, gradients, sbpi, rule := NewLeastAction(), NewLeastAction(), NewCrossEntropy(), NewSBPI(perceptron), NewPerceptronRule()
	replicas.Replicas = 3
	replicated, alone, hinge, programs, sampled := NewReplicatedSGD(), NewReplicatedSGD(), NewHinge(sphere), NewLinearPrograms(), NewSphereMonteCarlo(sphere)
	alone.Replicas = 1
	for _, s := range []interface{ Complete(func(string) bool) }{replicas, gradients, replicated, alone} {
		s.Complete(all)
	}
	for _, l := range []*Limits{&lal.Limits, &replicas.Limits, &gradients.Limits, &sbpi.Limits, &rule.Limits, &replicated.Limits, &alone.Limits, &hinge.Limits, &programs.Limits} {
		*l = limits
	}
	sampled.Rise, sampled.Equilibrate, sampled.Every = 10, 5, 10
	for name, c := range map[string]struct {
		s solver
		m model.Model
	}{
		"lal": {lal, tree.Model()}, "elal": {replicas, tree.Model()}, "cross_entropy": {gradients, tree.Model()},
		"sbpi": {sbpi, perceptron}, "perceptron_rule": {rule, perceptron}, "replicated_sgd": {replicated, perceptron}, "sgd": {alone, perceptron},
		"hinge": {hinge, sphere}, "linear_programs": {programs, sphere}, "sphere_monte_carlo": {sampled, sphere},
	} {
		for _, patterns := range []int{12, 200} {
			var epochs, errors []float64
			found, err := c.s.Solve(t.Context(), learning(t, c.m, patterns), instances.Stream(1, "algorithm"), func(r results.Reading) {
				if n, ok := r.Value("errors"); ok && r.Table == "training" {
					epochs, errors = append(epochs, r.At[0].Value), append(errors, n)
				}
			})
			if err != nil {
				t.Fatal(name, err)
			}
			last, _ := found.Number("epochs")
			n := len(epochs)
			if n == 0 || epochs[n-1] != last || n > 1 && epochs[n-2] == last {
				t.Errorf("%s, %d patterns: rows %v, the search ended after %v", name, patterns, epochs, last)
			} else if errors[n-1] != float64(found.Errors) {
				t.Errorf("%s, %d patterns: the last row has %v errors, the weights %d", name, patterns, errors[n-1], found.Errors)
			}
		}
	}
}

// TestErrorsOfTheCentre: the column has the errors of sign Σ_a w^a, counted pattern by pattern, and no
// fewer than the column of the fewest.
func TestErrorsOfTheCentre(t *testing.T) {
	r, m := NewReplicatedSGD(), model.NewPerceptron(71, 0)
	r.Complete(func(string) bool { return false })
	p := learning(t, m, 60)
	s := newReplicatedDescent(r, p, instances.Stream(1, "algorithm"))
	more := 0
	for epoch := range 12 {
		s.Epoch(epoch)
		state, centre := s.State(epoch+1), make([]float64, m.N)
		for _, h := range s.h {
			for i, x := range h {
				centre[i] += signOf(x)
			}
		}
		wrong := 0.0
		for mu := range p.Data.Train.P {
			sum := 0.0
			for i, x := range centre {
				sum += signOf(x) * p.Data.Train.At(mu, i)
			}
			if sum < 0 {
				wrong++
			}
		}
		values := map[string]float64{}
		for _, q := range state {
			values[q.Name] = q.Value
		}
		if got, has := values["errors_center"]; !has || got != wrong || values["errors"] > got {
			t.Errorf("epoch %d: %v, want %v errors of the centre", epoch, state, wrong)
		}
		if wrong > values["errors"] {
			more++
		}
	}
	if more == 0 {
		t.Error("the centre had the fewest errors at all times: the test shows nothing")
	}
}
