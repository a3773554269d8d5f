package report

import (
	"math"
	"strconv"
	"strings"

	"fbp/results"
)

// tableView is a table as shown on the page: numbers with six digits, long tables
// truncated.
type tableView struct {
	File    string
	Columns []string
	Rows    [][]string
	More    int // rows left out
}

// mostRows is the maximum number of rows shown; the file has all.
const mostRows = 60

func newTableView(file string, t *results.Table) *tableView {
	v := &tableView{File: file, Columns: t.Columns}
	for i, row := range t.Rows {
		if i == mostRows {
			v.More = len(t.Rows) - mostRows
			break
		}
		cells := make([]string, len(row))
		for k, c := range row {
			cells[k] = shown(c)
		}
		v.Rows = append(v.Rows, cells)
	}
	return v
}

// shown is a cell for reading: a text as it is, a number with true minus signs.
func shown(c results.Value) string {
	x, ok := c.Float()
	text := c.String()
	switch {
	case !ok:
		return text
	case x != math.Trunc(x):
		text = strconv.FormatFloat(x, 'g', 6, 64)
	}
	return strings.ReplaceAll(text, "-", "−")
}
