package fbp_test

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/results"
)

// figureTable is a table of docs/figures: numbers, NaN where there is none, and the
// texts of its cells.
type figureTable struct {
	name    string
	columns []string
	texts   [][]string
}

// tableOf reads a table of docs/figures, or one named by its path, and its seal.
func tableOf(t *testing.T, name string) figureTable {
	t.Helper()
	path := name + ".tsv"
	if !strings.Contains(name, "/") {
		path = "docs/figures/" + path
	}
	text := scratch.Read(t, path)
	if _, err := results.ReadTSV(strings.NewReader(text)); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	f := figureTable{name: name}
	for line := range strings.Lines(text) {
		switch cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); {
		case strings.HasPrefix(line, "#"):
		case f.columns == nil:
			f.columns = cells
		default:
			f.texts = append(f.texts, cells)
		}
	}
	return f
}

// condition is what a row has to satisfy.
type condition struct{ column, relation, value string }

// conditions reads "column = x, column < y", ~ for a number within 5 per cent, and != for another text; a text with a comma stands in quotes.
func conditions(text string) (list []condition, err error) {
	parts := regexp.MustCompile(`\s*(\w+) (!=|[=<>~]) (?:"([^"]*)"|([^,"]+?))\s*(?:,|$)`)
	if rest := strings.TrimSpace(parts.ReplaceAllString(text, "")); rest != "" {
		return nil, fmt.Errorf("conditions %q: want COLUMN = VALUE, not %q", text, rest)
	}
	for _, m := range parts.FindAllStringSubmatch(text, -1) {
		list = append(list, condition{m[1], m[2], m[3] + m[4]})
	}
	return list, nil
}

// rows are the rows that satisfy conditions; those on columns that the table has not
// are passed over.
func (f figureTable) rows(where []condition) (figureTable, error) {
	out := figureTable{name: f.name, columns: f.columns}
	for _, row := range f.texts {
		all := true
		for _, c := range where {
			i := slices.Index(f.columns, c.column)
			if i < 0 {
				continue
			}
			holds, err := compare(row[i], c.relation, c.value)
			if err != nil {
				return out, err
			}
			all = all && holds
		}
		if all {
			out.texts = append(out.texts, row)
		}
	}
	return out, nil
}

// compare compares a cell with a value, as numbers if both are.
func compare(cell, relation, value string) (bool, error) {
	x, err1 := strconv.ParseFloat(cell, 64)
	y, err2 := strconv.ParseFloat(value, 64)
	if err1 != nil || err2 != nil {
		return (cell == value) == (relation == "=") && relation != "<" && relation != ">", nil
	}
	switch relation {
	case "=":
		return math.Abs(x-y) <= 1e-9*math.Abs(y), nil
	case "~":
		return math.Abs(x-y) <= 0.05*math.Abs(y), nil
	case "<":
		return x < y, nil
	case ">":
		return x > y, nil
	}
	return false, fmt.Errorf("%q: want =, ~, < or > of a number", relation)
}

// column are the numbers of a column.
func (f figureTable) column(name string) ([]float64, error) {
	i := slices.Index(f.columns, name)
	if i < 0 {
		return nil, fmt.Errorf("%s has no column %s", f.name, name)
	}
	var numbers []float64
	for _, row := range f.texts {
		x, err := strconv.ParseFloat(row[i], 64)
		if err != nil {
			x = math.NaN()
		}
		numbers = append(numbers, x)
	}
	return numbers, nil
}
