package slow

import (
	"slices"
	"testing"
)

// The first is among them, no case twice, and none is made up.
func TestSome(t *testing.T) {
	cases := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	for n, want := range map[int][]int{1: {0}, 2: {0, 5}, 3: {0, 3, 6}, 10: cases, 11: cases} {
		if All {
			want = cases
		}
		if got := Some(n, cases); !slices.Equal(got, want) {
			t.Errorf("%d of them: %v, want %v", n, got, want)
		}
	}
}
