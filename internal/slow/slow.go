// Package slow lets a test run a part of its cases, or all of them with the build tag
// slow.
package slow

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
