package cores

import "testing"

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
