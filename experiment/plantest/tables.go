package plantest

import (
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/results"
)

// Table is the table in a file of a run, whose path may be in parts.
func Table(t testing.TB, path ...string) *results.Table {
	t.Helper()
	table, err := results.ReadTSV(strings.NewReader(scratch.Read(t, path...)))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Column is a column of a table, as numbers.
func Column(t testing.TB, of *results.Table, name string) []float64 {
	t.Helper()
	x, err := of.Column(name)
	if err != nil {
		t.Fatal(err)
	}
	return x
}
