// Package instances makes what is learned: pattern sets, and the named streams
// of random numbers they are drawn from.
package instances

// Patterns is a set of P patterns of N inputs ±1, bit-packed, gauged so that
// every label is +1.
type Patterns struct{}
