package results

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// TestJSON: every kind of cell, in the order of the columns, as a line and in a list.
func TestJSON(t *testing.T) {
	table := &Table{Columns: []string{"n", "x", "y", "status", "note"}, Blank: "nan", Rows: [][]Value{
		{Int(501), Num(1e-7), Num(math.NaN()), Text(`a "b"` + "\n\xff"), Missing},
		{Num(math.Inf(1)), Num(math.Inf(-1)), Num(0.1), Text("3"), Text("")},
	}}
	var lines strings.Builder
	if err := table.WriteJSON(&lines); err != nil {
		t.Fatal(err)
	}
	want := `{"n":501,"x":1e-07,"y":null,"status":"a \"b\"\n\ufffd","note":null}
{"n":"inf","x":"-inf","y":0.1,"status":"3","note":""}
`
	if lines.String() != want {
		t.Errorf("WriteJSON = %s, want %s", lines.String(), want)
	}
	list, err := json.Marshal(table)
	if want = "[" + strings.ReplaceAll(strings.TrimSpace(want), "\n", ",") + "]"; err != nil || string(list) != want {
		t.Errorf("a table is %s (%v), want %s", list, err, want)
	}
}
