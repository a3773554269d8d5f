package measure_test

import (
	"context"
	"runtime"
	"testing"

	"fbp/bp"
	"fbp/measure"
	"fbp/model"
	"fbp/results"
)

// TestMemoryOfLocalEntropy: what a measurement allocates is what is forecast, to a quarter for all
// beside the messages: those of one state where ρ ascends, and of two where it does not.
func TestMemoryOfLocalEntropy(t *testing.T) {
	const n, patterns = 1001, 400
	problem, w := randomProblem(t, n, patterns, 0), make([]float64, n)
	for i := range w {
		w[i] = 1
	}
	for _, c := range []struct {
		rho    []float64
		states float64
	}{{[]float64{0.1, 2, 2, 3}, 1}, {[]float64{3, 0.1, 2}, 2}, {[]float64{0.1, 2, 0.2}, 2}} {
		l := measure.NewLocalEntropy(problem.Model, nil)
		l.Rho, l.MaxSweeps = bp.Schedule{List: c.rho}, 1
		forecast := l.About().Bytes(model.Size{Model: problem.Model, Patterns: patterns})
		if want := c.states * 8 * n * patterns; forecast != want {
			t.Errorf("rho = %v: a forecast of %v bytes, want %v", c.rho, forecast, want)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		// The weights are said to solve, so that no value of ρ ends the measurement.
		if err := l.Measure(context.Background(), problem, []*model.Solution{{Weights: w}}, nil, func(results.Reading) {}); err != nil {
			t.Log(err)
		}
		runtime.ReadMemStats(&after)
		if used := float64(after.TotalAlloc - before.TotalAlloc); used < forecast || used > 1.25*forecast {
			t.Errorf("rho = %v: %.3g bytes allocated, forecast %.3g", c.rho, used, forecast)
		}
	}
}
