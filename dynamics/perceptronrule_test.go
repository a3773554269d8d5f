package dynamics

import (
	"slices"
	"testing"

	"fbp/instances"
	"fbp/model"
)

// ruled is an epoch of the perceptron rule by its definition: every pattern in turn, its
// sums from all inputs, and if the model says that it is wrong, the states of a unit.
func ruled(m *model.Architecture, units, most int, h []int, p *instances.Patterns, order []int) {
	n := len(h) / units
	for _, mu := range order {
		one, w, xi := instances.NewPatterns(m.Inputs(), 1), make([]float64, len(h)), make([]int, len(h))
		for i := range h {
			w[i], xi[i] = float64(max(min(h[i], 1), -1)), int(p.At(mu, i))
			one.Set(0, i, xi[i] < 0)
		}
		if m.Errors(w, one) == 0 {
			continue
		}
		unit, nearest := 0, -n-1
		for l := range units {
			sum := 0
			for i := l * n; i < (l+1)*n; i++ {
				sum += int(w[i]) * xi[i]
			}
			if sum < 0 && sum > nearest || units == 1 {
				unit, nearest = l, sum
			}
		}
		for i := unit * n; i < (unit+1)*n; i++ {
			if h[i] += 2 * xi[i]; most > 0 {
				h[i] = max(min(h[i], most), -most)
			}
		}
	}
}

// States follow their definition, epoch by epoch, with bounds and without.
func TestPerceptronRuleByDefinition(t *testing.T) {
	for name, m := range voting() {
		for _, states := range []int{0, 6} {
			r := NewPerceptronRule()
			r.States = states
			p := learning(t, m, 60)
			l := r.sbpi(60).From(drawn(p), p, instances.Stream(2, "algorithm"))
			h, rng := make([]int, len(l.h)), instances.Stream(2, "algorithm")
			for i, x := range l.States() {
				h[i] = int(x)
			}
			largest := 0.0
			for epoch := range 20 {
				l.Epoch(epoch)
				order := make([]int, 60)
				for mu := range order {
					order[mu] = mu
				}
				rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
				ruled(m, l.Units, states-1, h, p.Data.Train, order)
				for i, x := range l.States() {
					if int(x) != h[i] {
						t.Fatalf("%s, %d states, epoch %d: state %d is %v, want %d", name, states, epoch, i, x, h[i])
					}
					largest = max(largest, x)
				}
			}
			if (largest > 5) != (states == 0) {
				t.Errorf("%s: %d states, and one is %v", name, states, largest)
			}
		}
	}
}

// Where all weights can be counted the rule solves what can be solved, if patterns are
// few, and claims nothing else.
func TestPerceptronRuleEnumerated(t *testing.T) {
	r := NewPerceptronRule()
	r.MaxEpochs = 100
	if solvable, solved := against(t, r, 3); solvable != 20 || solved < 15 {
		t.Errorf("P = 3: %d of %d solved", solved, solvable)
	}
	if solvable, solved := against(t, r, 12); solvable == 20 || solved == 0 || solved > solvable {
		t.Errorf("P = 12: %d of %d solved", solved, solvable)
	}
}

// A teacher's labels are learned, at P = N/4.
func TestPerceptronRuleOfTeacher(t *testing.T) {
	m := model.NewPerceptron(101, 0)
	for sample := range 5 {
		d, err := (&instances.Teacher{Size: instances.Size{P: 25}}).Data(t.Context(), m, 1, sample)
		if err != nil {
			t.Fatal(err)
		}
		solvesAndResumes(t, "teacher", NewPerceptronRule(), model.NewProblem(m, d, 1))
	}
}

func TestPerceptronRuleSolves(t *testing.T) {
	for name, m := range voting() {
		solvesAndResumes(t, name, NewPerceptronRule(), learning(t, m, 10))
	}
}

func TestPerceptronRuleRefuses(t *testing.T) {
	full, spherical := model.NewCommittee(), model.NewCommittee()
	full.Layout, spherical.Weights = model.Full, model.SphericalWeights
	for _, m := range []model.Model{full.Model(), spherical.Model(), model.NewSymmetric(11, 1)} {
		if NewPerceptronRule().Check(m) == nil {
			t.Errorf("%+v is not refused", m)
		}
	}
	if (&PerceptronRule{States: 5}).Validate() == nil || (&PerceptronRule{States: 6}).Validate() != nil {
		t.Error("an odd number of states, or an even one")
	}
}

// At N = 501 the rule solves at α = 0.3, where SBPI is not needed, and not at 0.6, where
// SBPI solves in some 60 epochs.
func TestPerceptronRuleCapacity(t *testing.T) {
	var got []bool
	for _, patterns := range []int{150, 300} {
		r := NewPerceptronRule()
		r.MaxEpochs = 300
		m := model.NewPerceptron(501, 0)
		found, err := r.Solve(t.Context(), learning(t, m, patterns), instances.Stream(1, "algorithm"), ignored)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, found.Solved())
	}
	if !slices.Equal(got, []bool{true, false}) {
		t.Errorf("solved at 0.3 and 0.6: %v", got)
	}
}
