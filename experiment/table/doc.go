// Package table turns records into tables.
//
// An Aggregate takes in the records of a plan, one after the other (aggregate.go,
// tables.go), and groups what they read by point of the sweep and coordinates.
// How tables differ from that rule is in layout.go; which kinds emit which tables
// in emits.go and columns.go. What is counted is in counts.go, numbers of
// samples in samples.go, their means and the probability of success in
// success.go, less noise in theory.go, rows without a sample in due.go, the local
// entropy at given distances in interpolate.go.
//
// Theories of the config have tables of their own (theorytable.go), and points
// that were measured are compared with them (deviation.go).
//
// Tables are functions of the records alone: the same bytes whoever did which
// task when.
package table
