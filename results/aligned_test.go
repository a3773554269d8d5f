package results

import (
	"strings"
	"testing"
)

func TestWriteAligned(t *testing.T) {
	table := &Table{Columns: []string{"α", "samples", "note"}, Rows: [][]Value{
		{Num(0.25), Int(3), Text("κ is small")}, {Num(1), Missing, Text("b")}, {Missing, Int(100000000), Missing}}}
	var b strings.Builder
	if err := table.WriteAligned(&b); err != nil {
		t.Fatal(err)
	}
	want := "α     samples    note\n0.25  3          κ is small\n1     -          b\n-     100000000  -\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	if (&Table{Columns: []string{"a"}, Rows: [][]Value{{}}}).WriteAligned(&b) == nil {
		t.Error("a row without its cells is no error")
	}
}
