package bp_test

import (
	"context"
	"testing"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/kern"
	"fbp/model"
)

// BenchmarkSweep times sequential sweeps of the accurate update with damping
// and convergence check at N = 2001, P = 1000, in the unit of the field.
func BenchmarkSweep(b *testing.B) {
	const n, p, sweeps = 2001, 1000, 10
	b.Run(kern.Tier(), func(b *testing.B) {
		patterns, _ := instances.Random{Size: instances.Size{P: p}}.Patterns(n, 1, 0)
		g, err := (&model.Perceptron{N: n}).Graph(patterns, factorgraph.Accurate)
		if err != nil {
			b.Fatal(err)
		}
		state := bp.NewState(g, nil)
		passing := bp.DefaultFocusing().Passing
		passing.Epsilon, passing.MaxSweeps = 1e-300, sweeps
		field := factorgraph.NewReplicas(20, 0.5)
		b.ReportAllocs()
		for b.Loop() {
			if _, err := state.Converge(context.Background(), passing, field); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(n*p*sweeps), "ns/edge")
	})
}
