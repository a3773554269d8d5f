package bp_test

import (
	"fmt"
	"testing"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
)

// BenchmarkSweepSpherical times sweeps of trees with spherical weights at N = 999, P =
// 1000, early in focusing BP and late.
func BenchmarkSweepSpherical(b *testing.B) {
	for _, hidden := range []int{1, 3, 9} {
		section := model.NewCommittee()
		section.N, section.Hidden, section.Weights = 999, hidden, model.SphericalWeights
		m := section.Model().(*model.Architecture)
		patterns, err := instances.Random{Size: instances.Size{P: 1000}}.Patterns(m.N, 1, 0)
		if err != nil {
			b.Fatal(err)
		}
		g, err := m.Graph(patterns, factorgraph.Accurate)
		if err != nil {
			b.Fatal(err)
		}
		passing := bp.NewFocusing(m).Passing
		for name, last := range map[string]float64{"early": 0.5, "late": 16} {
			b.Run(fmt.Sprint("tree", hidden, "/", name), func(b *testing.B) {
				everyTier(b, func(b *testing.B) {
					s := bp.NewState(g, nil)
					passing.MaxSweeps = 20
					for lambda := 0.5; lambda <= last; lambda *= 2 {
						s.Converge(b.Context(), passing, g.Prior.Coupled(10, lambda))
					}
					b.ResetTimer()
					sweeper{state: s, edges: m.N * patterns.P, field: g.Prior.Coupled(10, last)}.benchmark(b, 4)
				})
			})
		}
	}
}
