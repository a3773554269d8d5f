package store_test

import (
	"math"
	"testing"

	"fbp/experiment/plan"
	"fbp/experiment/store"
)

// TestTimes: a point without records takes the time of the nearest of its variant and kinds,
// by |ln N·P|, times the ratio of N·P; pairs and searches are different work.
func TestTimes(t *testing.T) {
	point := func(variant, kind string, n, p int) plan.ShownPoint {
		return plan.ShownPoint{Values: []any{variant, kind, float64(p)}, N: n, P: p}
	}
	pairs := point("a", "fbp", 100, 50)
	pairs.Pairs = true
	p := &plan.Plan{Head: plan.Head{Swept: []string{"variant", "algorithm.kind", "instance.p"}}, Points: []plan.ShownPoint{
		point("a", "fbp", 100, 50), point("a", "fbp", 100, 100), point("a", "fbp", 100, 400),
		point("b", "fbp", 100, 100), point("a", "sbpi", 100, 100), pairs,
	}}
	times := store.NewTimes(p)
	want := func(point int, mean float64) {
		t.Helper()
		got, ok := times.Mean(point)
		if ok != (mean > 0) || math.Abs(got-mean) > 1e-12 {
			t.Errorf("point %d: %v, %v, want %v", point, got, ok, mean)
		}
	}
	want(0, 0)
	times.Add(0, 2)
	times.Add(0, 4)
	times.Add(2, 40)
	want(0, 3)
	want(1, 6) // twice as large as 0, a quarter of 2
	want(2, 40)
	for other := 3; other <= 5; other++ {
		want(other, 0)
	}
	if times.Tasks() != 3 {
		t.Errorf("%d tasks", times.Tasks())
	}
}
