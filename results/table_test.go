package results

import (
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"
)

// hardTable has every kind of cell, and texts that look like other cells.
func hardTable() *Table {
	t := &Table{
		Name:    "local_entropy",
		Meta:    []string{"config: 5a0c", "seed: 1", "physics: 1", "", " κ"},
		Columns: []string{"instance.alpha", "n", "kind", "entropy"},
	}
	numbers := []float64{0.1, 1.0 / 3, 0, math.Copysign(0, -1), 5e-324, math.MaxFloat64, math.Inf(1), math.Inf(-1), 2001}
	for i, s := range []string{"fbp", "", "1", "nan", "inf", "1e5", `"`, "a\tb", "a\nb", "a\r", "\xff", "#x", "γ", "1e999", "0x1p3", " "} {
		t.Rows = append(t.Rows, []Value{Num(numbers[i%len(numbers)]), Int(i - 3), Text(s), Missing})
	}
	return t
}

func writeTSV(t *testing.T, table *Table) string {
	t.Helper()
	var b bytes.Buffer
	if err := table.WriteTSV(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// same says whether two tables hold the same cells; a number and an integer
// that print alike are the same.
func same(a, b *Table) bool {
	if a.Name != b.Name || len(a.Rows) != len(b.Rows) || strings.Join(a.Meta, "\n") != strings.Join(b.Meta, "\n") ||
		!reflect.DeepEqual(a.Columns, b.Columns) {
		return false
	}
	for i := range a.Rows {
		for k, v := range a.Rows[i] {
			w := b.Rows[i][k]
			x, ok := v.Float()
			y, ok2 := w.Float()
			if ok != ok2 || v.String() != w.String() || math.Float64bits(x) != math.Float64bits(y) || (!ok && v != w) {
				return false
			}
		}
	}
	return true
}

func TestTSVRoundTrip(t *testing.T) {
	for name, table := range map[string]*Table{
		"hard":       hardTable(),
		"no rows":    {Name: "x", Columns: []string{"a"}},
		"no name":    {Columns: []string{"a", "b"}, Rows: [][]Value{{Num(1), Missing}}},
		"one column": {Columns: []string{"a"}, Rows: [][]Value{{Missing}, {Num(1)}, {Missing}}},
		"blank nan":  {Columns: []string{"a"}, Rows: [][]Value{{Missing}, {Text("nan")}}, Blank: "nan"},
	} {
		text := writeTSV(t, table)
		back, err := ReadTSV(strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v in\n%s", name, err, text)
			continue
		}
		if !same(table, back) {
			t.Errorf("%s: wrote %+v\nread %+v from\n%s", name, table, back, text)
		}
		crlf := strings.TrimSuffix(strings.ReplaceAll(text, "\n", "\r\n"), "\r\n")
		if again, err := ReadTSV(strings.NewReader(crlf)); name != "one column" && (err != nil || !same(table, again)) {
			t.Errorf("%s: with CR LF and no last end of line: %v", name, err)
		}
	}
}

func TestTSVText(t *testing.T) {
	table := &Table{
		Name: "rs", Meta: []string{"seed: 1"}, Columns: []string{"alpha", "n", "entropy", "status"},
		Rows: [][]Value{{Num(0.1), Int(2001), Num(1.0 / 3), Text("ok")}, {Num(math.Inf(1)), Missing, Num(math.NaN()), Text("no_solution")}},
	}
	const want = "# rs\n# seed: 1\nalpha\tn\tentropy\tstatus\n0.1\t2001\t0.3333333333333333\tok\ninf\t\t\tno_solution\n"
	if got := writeTSV(t, table); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	table.Blank = "nan"
	if got := writeTSV(t, table); !strings.Contains(got, "inf\tnan\tnan\tno_solution\n") {
		t.Errorf("missing as nan: got\n%s", got)
	}
	table.Texts, table.Rows[1][3] = []string{"status"}, Missing
	if got := writeTSV(t, table); !strings.Contains(got, "inf\tnan\tnan\t\n") {
		t.Errorf("a missing text beside nan: got\n%s", got)
	}
}

// A spreadsheet may begin a table with a byte order mark, which is no part of the first column's name.
func TestReadTSVMarked(t *testing.T) {
	for _, text := range []string{"n\ta\n1\t2\n", "# x\nn\ta\n1\t2\n"} {
		marked, err := ReadTSV(strings.NewReader("\ufeff" + text))
		plain, err2 := ReadTSV(strings.NewReader(text))
		if err != nil || err2 != nil || !same(marked, plain) {
			t.Errorf("%q: %v, %v; want %v", text, marked, err, plain)
		}
	}
}

func TestReadTSVRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "line 1",
		"# only\n# comments\n": "line 3: want a header",
		"a\tb\n1\t2\n1\n":      "line 3: 1 cells, want 2",
		"# x\na\ta\n":          `line 2: two columns "a"`,
		"a\t\n":                "line 1",
		"a\tb\n1\t\"x\n":       "line 2: b: a quote does not end",
		"# x\ry\na\n":          "line 1: a carriage return",
		"a\tb\n1\t2\n\n3\t4\n": "line 3: 1 cells, want 2",
	} {
		if _, err := ReadTSV(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	for name, table := range map[string]*Table{
		"no columns":     {},
		"ragged":         {Columns: []string{"a", "b"}, Rows: [][]Value{{Num(1)}}},
		"name of a line": {Name: "a\nb", Columns: []string{"a"}},
		"blank":          {Columns: []string{"a"}, Blank: "0"},
	} {
		if err := table.WriteTSV(new(bytes.Buffer)); err == nil {
			t.Errorf("%s was written", name)
		}
	}
}

func TestColumn(t *testing.T) {
	table := hardTable()
	n, err := table.Column("n")
	if err != nil || len(n) != len(table.Rows) || n[0] != -3 {
		t.Errorf("n = %v, %v", n, err)
	}
	entropy, err := table.Column("entropy")
	if err != nil || !math.IsNaN(entropy[0]) {
		t.Errorf("a missing cell is %v, %v", entropy, err)
	}
	for _, name := range []string{"kind", "none"} {
		if _, err := table.Column(name); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("column %s: error %v", name, err)
		}
	}
}

func FuzzReadTSV(f *testing.F) {
	var b bytes.Buffer
	if err := hardTable().WriteTSV(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.String())
	f.Add("# x\n#y\r\na\tb\r\n1\t\"\\xff\"\r\n-0\t+1\n")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := ReadTSV(strings.NewReader(text))
		if err != nil {
			return
		}
		written := writeTSV(t, table)
		back, err := ReadTSV(strings.NewReader(written))
		if err != nil {
			t.Fatalf("%v in %q", err, written)
		}
		if !same(table, back) || writeTSV(t, back) != written {
			t.Fatalf("%q became %q", text, written)
		}
	})
}
