package cores

import (
	"slices"
	"testing"
)

// TestParts: what is too small for a core of its own is not divided.
func TestParts(t *testing.T) {
	for _, test := range []struct{ cores, n, least, want int }{{0, 100, 10, 1}, {4, 100, 10, 4}, {4, 19, 10, 1}, {4, 30, 10, 3}, {1, 100, 10, 1}} {
		if got := Count(func() int { return test.cores }).Parts(test.n, test.least); got != test.want {
			t.Errorf("%+v: %d parts", test, got)
		}
	}
	if got := Count(nil).Parts(1<<30, 1); got != 1 {
		t.Errorf("no cores: %d parts", got)
	}
}

// Every number is in one piece, whose bounds are multiples of the unit.
func TestDivide(t *testing.T) {
	const n = 2605
	for parts := 1; parts <= 12; parts++ {
		for _, unit := range []int{1, 4, 64} {
			met := make([]int, n)
			Divide(parts, n, unit, met, func(met []int, part, lo, hi int) {
				if lo%unit != 0 || hi%unit != 0 && hi != n || part >= parts {
					t.Errorf("%d parts, unit %d: part %d has %d to %d", parts, unit, part, lo, hi)
				}
				for i := lo; i < hi; i++ {
					met[i]++
				}
			})
			if slices.Min(met) != 1 || slices.Max(met) != 1 {
				t.Errorf("%d parts, unit %d: not everything once", parts, unit)
			}
		}
	}
}
