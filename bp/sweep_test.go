package bp_test

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"testing"
	"time"

	"fbp/bp"
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/kern"
	"fbp/internal/process"
	"fbp/model"
)

// sweeper is a state that is swept with damping, convergence check and the
// field of replicas, as in focusing.
type sweeper struct {
	state *bp.State
	edges int
	field factorgraph.Field
	cores int // 0: one
}

func newSweeper(tb testing.TB, n, p int, accuracy factorgraph.Accuracy) sweeper {
	patterns, err := instances.Random{Size: instances.Size{P: p}}.Patterns(n, 1, 0)
	if err != nil {
		tb.Fatal(err)
	}
	g, err := model.NewPerceptron(n, 0).Graph(patterns, accuracy)
	if err != nil {
		tb.Fatal(err)
	}
	return sweeper{state: bp.NewState(g, nil), edges: n * p, field: factorgraph.NewReplicas(20, 0.5)}
}

// time sweeps and returns nanoseconds per edge and sweep.
func (s sweeper) time(tb testing.TB, sweeps int) float64 {
	passing := bp.DefaultFocusing().Passing
	passing.Epsilon, passing.MaxSweeps = 1e-300, sweeps
	clock := clockOf(s.cores)
	start := clock()
	if _, err := s.state.Converge(context.Background(), passing, s.field); err != nil {
		tb.Fatal(err)
	}
	return float64((clock() - start).Nanoseconds()) / float64(s.edges*sweeps)
}

// clockOf is the processor time of the thread, which stands still while others have the
// processor, if one core is all that is used.
func clockOf(cores int) func() time.Duration {
	began := time.Now()
	return func() time.Duration {
		if t, ok := process.ThreadTime(); ok && cores < 2 {
			return t
		}
		return time.Since(began)
	}
}

// benchmark reports the minimum over repetitions of a few sweeps, which is what
// the machine does when nothing else runs on it.
func (s sweeper) benchmark(b *testing.B, sweeps int) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	shortest := math.Inf(1)
	b.ReportAllocs()
	for b.Loop() {
		shortest = min(shortest, s.time(b, sweeps))
	}
	b.ReportMetric(shortest, "ns/edge")
}

// everyTier runs a benchmark on every kernel tier of this machine.
func everyTier(b *testing.B, f func(b *testing.B)) {
	defer kern.Use(kern.Tier())
	for _, tier := range kern.Tiers() {
		b.Run(tier, func(b *testing.B) {
			if err := kern.Use(tier); err != nil {
				b.Fatal(err)
			}
			f(b)
		})
	}
}

// BenchmarkSweep times sequential sweeps of the accurate update at N = 2001,
// P = 1000, in the unit of the field.
func BenchmarkSweep(b *testing.B) {
	everyTier(b, func(b *testing.B) { newSweeper(b, 2001, 1000, factorgraph.Accurate).benchmark(b, 4) })
}

// BenchmarkSweepAMP is the same with one message per node, at the N where memory
// decides and at one where the patterns' bits alone fill 50 MB.
func BenchmarkSweepAMP(b *testing.B) {
	everyTier(b, func(b *testing.B) {
		for _, n := range []int{2001, 28001} {
			b.Run(fmt.Sprint("N=", n), func(b *testing.B) { newSweeper(b, n, n/2, factorgraph.AMP).benchmark(b, 4) })
		}
	})
}

// BenchmarkSweepSideBySide sweeps two samples on two cores: what each loses to
// the other is the ratio to BenchmarkSweep.
func BenchmarkSweepSideBySide(b *testing.B) {
	everyTier(b, func(b *testing.B) {
		stop, done := make(chan struct{}), make(chan struct{})
		other := newSweeper(b, 2001, 1000, factorgraph.Accurate)
		go func() {
			defer close(done)
			for {
				select {
				case <-stop:
					return
				default:
					other.time(b, 1)
				}
			}
		}()
		newSweeper(b, 2001, 1000, factorgraph.Accurate).benchmark(b, 4)
		close(stop)
		<-done
	})
}

// BenchmarkScaling times a sweep on the best tier against the number of edges,
// at α = ½ and at a fixed number of patterns.
func BenchmarkScaling(b *testing.B) {
	for _, size := range [][2]int{{501, 250}, {1001, 500}, {2001, 1000}, {4001, 2000}, {8001, 4000}, {16001, 8000}, {16001, 1000}, {1001, 800}} {
		for _, accuracy := range []factorgraph.Accuracy{factorgraph.Accurate, factorgraph.AMP} {
			n, p := size[0], size[1]
			b.Run(fmt.Sprintf("%s/N=%d/P=%d", accuracy, n, p), func(b *testing.B) {
				s := newSweeper(b, n, p, accuracy)
				s.benchmark(b, max(1, 8_000_000/s.edges))
			})
		}
	}
}
