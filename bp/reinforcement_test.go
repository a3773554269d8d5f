package bp_test

import (
	"context"
	"testing"

	"fbp/bp"
	"fbp/instances"
	"fbp/internal/slow"
	"fbp/model"
	"fbp/results"
)

// TestReinforcementKeeps: under reinforcement with the field refreshed every 50
// rows the fields overshoot at the end, and the solution met before is kept, with
// its step; with the default refresh the end is a solution.
func TestReinforcementKeeps(t *testing.T) {
	slow.Only(t)
	p := newProblem(t, 501, 150, 3, 0)
	problem := &model.Problem{Model: p.perceptron, Data: instances.Learning(p.patterns)}
	for _, given := range []bool{true, false} {
		f := bp.DefaultFocusing()
		f.Protocol, f.Rate, f.MaxSweeps = bp.Reinforcement, 0.002, 30
		f.Complete(func(key string) bool { return given && key == "refresh" })
		if err := f.Validate(); err != nil {
			t.Fatal(err)
		}
		last, step := -1.0, -1.0
		s, err := f.Solve(context.Background(), problem, instances.Stream(1, "test"), func(r results.Reading) {
			switch r.Table {
			case "focusing":
				last = r.Values[2].Value
			case "search":
				step = r.Values[0].Value
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if !s.Solved() || p.perceptron.Errors(s.Weights, p.patterns) != 0 {
			t.Errorf("refresh %d: %d errors", f.Refresh, s.Errors)
		}
		if end := float64(len(f.Steps()) - 1); given != (last > 0) || given != (step < end) {
			t.Errorf("refresh %d: solution of step %v of %v, %v errors at the end", f.Refresh, step, end, last)
		}
	}
}
