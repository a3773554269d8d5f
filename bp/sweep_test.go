package bp_test

import (
	"context"
	"math"
	"testing"
	"time"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/kern"
	"fbp/model"
)

// BenchmarkSweep times sequential sweeps of the accurate update with damping
// and convergence check at N = 2001, P = 1000, on every kernel tier, in the unit
// of the field: the minimum over repetitions of a few sweeps, which is what the
// machine does when nothing else runs on it.
func BenchmarkSweep(b *testing.B) {
	const n, p, sweeps = 2001, 1000, 4
	defer kern.Use(kern.Tier())
	patterns, _ := instances.Random{Size: instances.Size{P: p}}.Patterns(n, 1, 0)
	for _, tier := range kern.Tiers() {
		b.Run(tier, func(b *testing.B) {
			if err := kern.Use(tier); err != nil {
				b.Fatal(err)
			}
			g, err := (&model.Perceptron{N: n}).Graph(patterns, factorgraph.Accurate)
			if err != nil {
				b.Fatal(err)
			}
			state := bp.NewState(g, nil)
			passing := bp.DefaultFocusing().Passing
			passing.Epsilon, passing.MaxSweeps = 1e-300, sweeps
			var field factorgraph.Field = factorgraph.NewReplicas(20, 0.5)
			shortest := time.Duration(math.MaxInt64)
			b.ReportAllocs()
			for b.Loop() {
				start := time.Now()
				if _, err := state.Converge(context.Background(), passing, field); err != nil {
					b.Fatal(err)
				}
				shortest = min(shortest, time.Since(start))
			}
			b.ReportMetric(float64(shortest.Nanoseconds())/(n*p*sweeps), "ns/edge")
		})
	}
}
