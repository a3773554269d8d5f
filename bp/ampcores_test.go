package bp_test

import (
	"fmt"
	"testing"

	"fbp/factorgraph"
)

// BenchmarkSweepCores times sweeps of one large sample on one core and on two.
func BenchmarkSweepCores(b *testing.B) {
	for _, n := range []int{28001, 100001} {
		for _, cores := range []int{1, 2} {
			b.Run(fmt.Sprintf("N=%d/cores=%d", n, cores), func(b *testing.B) {
				s := newSweeper(b, n, n/2, factorgraph.AMP)
				s.cores = cores
				s.state.On(func() int { return cores })
				s.benchmark(b, 1)
			})
		}
	}
}
