package results

import (
	"encoding/json"
	"io"
	"math"
	"strings"
)

// JSONLine is a row of the table as one line of JSON, as TSVLine for rows that are written one
// by one: an object with the cells by their columns, in the order of these. Numbers have the
// fewest digits, the infinities are the texts "inf" and "-inf", and a missing cell is null.
func (t *Table) JSONLine(row []Value) string {
	cells := make([]string, len(row))
	for k, v := range row {
		cells[k] = quoted(t.Columns[k]) + ":" + v.json()
	}
	return "{" + strings.Join(cells, ",") + "}\n"
}

// WriteJSON writes the rows of t as lines of JSON, without name and Meta.
func (t *Table) WriteJSON(w io.Writer) error {
	if err := t.check(); err != nil {
		return err
	}
	var lines strings.Builder
	for _, row := range t.Rows {
		lines.WriteString(t.JSONLine(row))
	}
	_, err := io.WriteString(w, lines.String())
	return err
}

// MarshalJSON writes the rows of t as a list of these objects.
func (t *Table) MarshalJSON() ([]byte, error) {
	rows := make([]string, len(t.Rows))
	for i, row := range t.Rows {
		rows[i] = t.JSONLine(row)
	}
	return []byte("[" + strings.Join(rows, ",") + "]"), t.check()
}

// json is the cell in JSON.
func (v Value) json() string {
	x, isNumber := v.Float()
	switch {
	case v == Missing:
		return "null"
	case !isNumber || math.IsInf(x, 0):
		return quoted(v.String())
	}
	return v.String()
}

// quoted is a text in JSON; bytes that are not UTF-8 become U+FFFD.
func quoted(s string) string {
	data, err := json.Marshal(s)
	if err != nil {
		panic("results: " + err.Error()) // a text
	}
	return string(data)
}
