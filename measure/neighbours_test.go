package measure

import (
	"context"
	"slices"
	"testing"

	"fbp/enumeration"
	"fbp/instances"
	"fbp/model"
	"fbp/results"
)

// neighbours are the three numbers of [Neighbours].
func neighbours(t testing.TB, m model.Model, p *instances.Patterns, w []float64) (numbers [3]int) {
	t.Helper()
	err := new(Neighbours).Measure(t.Context(), &model.Problem{Model: m, Data: instances.Learning(p)}, []*model.Solution{{Weights: w}}, nil, func(r results.Reading) {
		for k := range numbers {
			numbers[k] = int(r.Values[k].Value)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return numbers
}

// TestNeighboursOfEverySolution: of every solution of small instances as many others are at one and two flips as enumeration finds.
//
// Check: `"neighbours"` of every solution, N = 13 to 15, perceptron (κ = −0.3, 0, 0.4), symmetric perceptron, committee, parity machine | enumeration | exactly
func TestNeighboursOfEverySolution(t *testing.T) {
	tree := &model.Committee{N: 15, Hidden: 3, Layout: model.Tree, Weights: model.BinaryWeights}
	machine := *tree
	machine.Output = model.ParityOutput
	for _, m := range []model.Model{model.NewPerceptron(13, -0.3), model.NewPerceptron(15, 0), model.NewPerceptron(13, 0.4),
		model.NewSymmetric(14, 1), model.NewSymmetric(13, 0.5), tree.Model(), machine.Model()} {
		for _, patterns := range []int{2, 6} {
			d, err := (&instances.Random{Size: instances.Size{P: patterns}}).Data(t.Context(), m, 4, 1)
			if err != nil {
				t.Fatal(err)
			}
			set, err := enumeration.Solutions(t.Context(), m, d.Train)
			if err != nil {
				t.Fatal(err)
			}
			if set.Count() == 0 {
				t.Fatalf("%+v: nothing to compare", m)
			}
			seen := 0
			for w := range set.All() {
				if seen++; seen%7 != 1 && seen > 100 {
					continue
				}
				around := set.Around(w)
				want := [3]int{around[1], around[2], 0}
				if around[1]+around[2] == 0 {
					want[2] = 1
				}
				if got := neighbours(t, m, d.Train, enumeration.Weights(m.Dim(), w)); got != want {
					t.Fatalf("%+v, P = %d: %v, want %v", m, patterns, got, want)
				}
			}
		}
	}
}

// TestNeighboursByDefinition: of inputs that are real numbers too, and of weights that err.
//
// Check: `"neighbours"` at N = 41 on signs and Gaussian inputs, of solutions and of weights that err | the errors of all weights at one and two flips | exactly
func TestNeighboursByDefinition(t *testing.T) {
	some := 0
	for _, inputs := range []string{"binary", "gaussian"} {
		for _, m := range []*model.Architecture{model.NewPerceptron(41, 0), model.NewSymmetric(41, 1.2)} {
			for sample := range 6 {
				d, err := (&instances.Random{Size: instances.Size{P: 4}, Ensemble: instances.Ensemble{Inputs: inputs}}).Data(t.Context(), m, 4, sample)
				if err != nil {
					t.Fatal(err)
				}
				w := instances.DrawWeights(m, instances.Stream(int64(sample), "weights"))
				var want [3]int
				for i := range w {
					w[i] = -w[i]
					if m.Errors(w, d.Train) == 0 {
						want[0]++
					}
					for j := range i {
						w[j] = -w[j]
						if m.Errors(w, d.Train) == 0 {
							want[1]++
						}
						w[j] = -w[j]
					}
					w[i] = -w[i]
				}
				if some += want[1]; want[0]+want[1] == 0 {
					want[2] = 1
				}
				if got := neighbours(t, m, d.Train, w); got != want {
					t.Errorf("%s inputs, %+v: %v, want %v", inputs, m.Traits(), got, want)
				}
			}
		}
	}
	if some < 1000 {
		t.Errorf("%d neighbours in all: nothing to compare", some)
	}
}

// planted are patterns of which given weights are a solution: random ones that it learns.
func planted(t testing.TB, m *model.Architecture, patterns int, inputs string) (*instances.Patterns, []float64) {
	t.Helper()
	d, err := (&instances.Teacher{Size: instances.Size{P: patterns}, Ensemble: instances.Ensemble{Inputs: inputs}}).Data(context.Background(), m, 4, 1)
	if err != nil {
		t.Fatal(err)
	}
	return d.Train, slices.Clone(d.Teacher)
}

// TestNeighboursOfEnergies: both ways to count, of a perceptron, agree.
func TestNeighboursOfEnergies(t *testing.T) {
	for _, m := range []*model.Architecture{model.NewPerceptron(301, 0), model.NewSymmetric(301, 1)} {
		p, w := planted(t, m, 40, "binary")
		energies, err := m.Energies(p)
		if err != nil {
			t.Fatal(err)
		}
		one, two, err := byEnergy(t.Context(), energies(w), 301)
		if err != nil {
			t.Fatal(err)
		}
		if got := neighbours(t, m, p, w); got != [3]int{one, two, 0} || two == 0 {
			t.Errorf("%+v: %v, by energies %d and %d", m.Traits(), got, one, two)
		}
	}
}

// BenchmarkNeighbours counts around solutions of N = 4001.
func BenchmarkNeighbours(b *testing.B) {
	for name, m := range map[string]*model.Architecture{"perceptron": model.NewPerceptron(4001, 0), "symmetric": model.NewSymmetric(4001, 1)} {
		for _, inputs := range []string{"binary", "gaussian"} {
			for _, patterns := range []int{400, 1200, 2800} {
				p, w := planted(b, m, patterns, inputs)
				b.Run(name+"/"+inputs+"/"+map[int]string{400: "alpha=0.1", 1200: "alpha=0.3", 2800: "alpha=0.7"}[patterns], func(b *testing.B) {
					for b.Loop() {
						b.ReportMetric(float64(neighbours(b, m, p, w)[1]), "pairs")
					}
				})
			}
		}
	}
}
