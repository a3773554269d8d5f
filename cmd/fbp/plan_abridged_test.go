package main

import (
	"bytes"
	"strings"
	"testing"

	"fbp/results"
)

// A plan of many tasks fits on a screen: its first and last tasks.
func TestAbridged(t *testing.T) {
	table := &results.Table{Columns: []string{"task", "n"}}
	for i := range 480 {
		table.Rows = append(table.Rows, []results.Value{results.Int(i), results.Int(501)})
	}
	var b bytes.Buffer
	if err := abridged(table, &b); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	if len(lines) != 18 || !strings.HasPrefix(lines[12], "11 ") || !strings.HasPrefix(lines[13], "…") || !strings.HasPrefix(lines[17], "479 ") || len(table.Rows) != 480 {
		t.Errorf("got\n%s", b.String())
	}
}
