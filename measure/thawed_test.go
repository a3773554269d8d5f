package measure_test

import (
	"math"
	"slices"
	"testing"

	"fbp/bp"
	"fbp/enumeration"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/measure"
	"fbp/model"
	"fbp/results"
)

// TestThawed: in systems so small that messages freeze at the solution, what is measured at a ρ
// does not depend on the values that were measured before, and lies near what enumeration
// of all solutions says: within 0.03 of the distance and the entropy, as far as loops go.
func TestThawed(t *testing.T) {
	full := model.NewCommittee()
	full.N, full.Hidden, full.Activation, full.Layout = 7, 2, model.ReLUUnits, model.Full
	parity := model.NewCommittee()
	parity.N, parity.Hidden, parity.Output, parity.Layout = 7, 2, model.ParityOutput, model.Full
	for name, c := range map[string]struct {
		model    model.Model
		seed     int64
		accuracy factorgraph.Accuracy
	}{
		"full ReLU":  {full.Model(), 2, factorgraph.Exact},
		"perceptron": {model.NewPerceptron(11, 0), 3, factorgraph.Exact},
		"accurate":   {model.NewPerceptron(11, 0), 3, factorgraph.Accurate},
		"parity":     {parity.Model(), 1, factorgraph.Exact},
	} {
		n := c.model.Dim()
		d, err := instances.Random{Size: instances.Size{P: n / 3}}.Data(t.Context(), c.model, c.seed, 0)
		if err != nil {
			t.Fatal(err)
		}
		all := solutionsOf(t, c.model, d.Train)
		reference := slices.Collect(all.All())[all.Count()/2]
		measured := func(rhos ...float64) map[float64][2]float64 {
			l, found := measure.NewLocalEntropy(c.model, nil), map[float64][2]float64{}
			l.Rho, l.Accuracy = bp.Schedule{List: rhos}, c.accuracy
			err := l.Measure(t.Context(), &model.Problem{Model: c.model, Data: d}, []*model.Solution{{Weights: enumeration.Weights(n, reference), Outcome: model.OutcomeOf(0, true)}}, nil, func(r results.Reading) {
				if r.Table == "local_entropy" {
					distance, _ := r.Value("distance")
					entropy, _ := r.Value("entropy")
					found[r.At[0].Value] = [2]float64{distance, entropy}
				}
			})
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			return found
		}
		falling, curve := measured(10, 2, 0.5, 0.2, 0.05), measured(append(bp.Atanh(20, 1, 10).Values(), 0.05, 0.2, 0.5)...)
		for _, rho := range []float64{0.05, 0.2, 0.5} {
			phi, mean, _ := all.Biased(rho, reference)
			want := [2]float64{(1 - mean) / 2, phi - rho*mean}
			for list, got := range map[string][2]float64{"alone": measured(rho)[rho], "below others": falling[rho], "after a curve": curve[rho]} {
				if !(math.Abs(got[0]-want[0]) < 0.03 && math.Abs(got[1]-want[1]) < 0.04) {
					t.Errorf("%s, ρ = %v %s: φ = %.4f at %.4f, enumeration %.4f at %.4f", name, rho, list, got[1], got[0], want[1], want[0])
				}
			}
		}
	}
}

// TestFrozenIsMarked: at ρ = 0 messages that start at zero find nothing here, and those of ρ = 1
// stay frozen at one of ten solutions. That is no measured value, and says so.
func TestFrozenIsMarked(t *testing.T) {
	c := model.NewCommittee()
	c.N, c.Hidden, c.Activation, c.Layout, c.Kappa = 5, 2, model.ReLUUnits, model.Full, 0.001
	m := c.Model()
	d, err := instances.Random{Size: instances.Size{P: 5}}.Data(t.Context(), m, 3, 3)
	if err != nil {
		t.Fatal(err)
	}
	frozen, marked := 0, 0
	for reference := range solutionsOf(t, m, d.Train).All() {
		measured := func(rhos ...float64) (at []float64, converged []float64) {
			l := measure.NewLocalEntropy(m, nil)
			l.Rho = bp.Schedule{List: rhos}
			l.Measure(t.Context(), &model.Problem{Model: m, Data: d}, []*model.Solution{{Weights: enumeration.Weights(m.Dim(), reference), Outcome: model.OutcomeOf(0, true)}}, nil, func(r results.Reading) {
				if len(r.At) == 0 || r.At[0].Value != 0 {
					return
				}
				if x, ok := r.Value("distance"); ok {
					at = append(at, x)
				}
				if x, ok := r.Value("converged"); ok {
					converged = append(converged, x)
				}
			})
			return at, converged
		}
		alone, _ := measured(0)
		if listed, converged := measured(0, 1); len(alone) == 0 && len(listed) == 1 && listed[0] < 1e-4 {
			if frozen++; converged[0] == 0 {
				marked++
			}
		}
	}
	if frozen == 0 || marked != frozen {
		t.Errorf("%d of %d frozen values are marked", marked, frozen)
	}
}
