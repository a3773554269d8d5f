// Package slow lets a test run a part of its cases, or all of them with the build tag
// slow, or not at all without it.
package slow

import "testing"

// Only skips a test without the build tag slow: what it looks at is seen on a smaller scale
// by a test that always runs, or cannot be seen in less time.
func Only(t *testing.T) {
	t.Helper()
	if !All {
		t.Skip("runs with the build tag slow")
	}
}

// Some are n of the cases of a test, the first and others evenly spread; with the build
// tag slow, all of them.
func Some[T any](n int, cases []T) []T {
	if All || n >= len(cases) {
		return cases
	}
	some := make([]T, n)
	for i := range some {
		some[i] = cases[i*len(cases)/n]
	}
	return some
}
