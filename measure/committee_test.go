package measure_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"fbp/bp"
	"fbp/instances"
	"fbp/measure"
	"fbp/model"
	"fbp/results"
)

// TestFullCommittee: the entropy around a solution of a full committee is measured
// from the strongest bias on, whose messages are those of the reference and not of
// another permutation of its units, down to the weakest. It does not depend on the
// order of the units.
func TestFullCommittee(t *testing.T) {
	section := model.NewCommittee()
	section.N, section.Hidden, section.Layout = 101, 3, model.Full
	m := section.Model()
	patterns, err := instances.Random{Size: instances.Size{P: 120}}.Patterns(section.N, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	stream := func(purpose string) *rand.Rand { return instances.Stream(1, purpose) }
	p := &model.Problem{Model: m, Data: instances.Learning(patterns), Stream: stream}
	solution, err := bp.NewFocusing(m).Solve(t.Context(), p, instances.Stream(1, "test"), func(results.Reading) {})
	if err != nil || !solution.Solved() {
		t.Fatalf("%+v, %v", solution, err)
	}
	l := measure.NewLocalEntropy(m, nil)
	l.Rho = bp.Schedule{List: []float64{0.05, 0.15, 0.3, 0.6, 1.2}}
	curve := func(s *model.Solution) (overlaps []float64) {
		last := math.Inf(1)
		err := l.Measure(t.Context(), p, []*model.Solution{s}, nil, func(r results.Reading) {
			if r.Table == "local_entropy" {
				if !(r.At[0].Value < last) {
					t.Errorf("ρ = %v after %v", r.At[0].Value, last)
				}
				last = r.At[0].Value
				overlaps = append(overlaps, r.Values[0].Value, r.Values[2].Value)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return overlaps
	}
	own := curve(solution)
	rotated := *solution
	rotated.Weights = append(append([]float64{}, solution.Weights[section.N:]...), solution.Weights[:section.N]...)
	for i, x := range curve(&rotated) {
		if math.Abs(x-own[i]) > 1e-4 {
			t.Errorf("number %d: %v, around the units in another order %v", i, own[i], x)
		}
	}
	if len(own) != 10 || own[8] < 0.25 { // ρ = 0.05: what differs by an exchange has a third of its overlap
		t.Errorf("overlaps and entropies %v", own)
	}
}
