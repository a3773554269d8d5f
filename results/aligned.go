package results

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"
)

// WriteAligned writes the header and the rows of t for a terminal: columns are
// aligned, two blanks apart. A missing cell is a dash.
func (t *Table) WriteAligned(w io.Writer) error {
	if err := t.check(); err != nil {
		return err
	}
	lines := [][]string{t.Columns}
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for k, v := range row {
			cells[k] = v.String()
			if v == Missing {
				cells[k] = "-"
			}
		}
		lines = append(lines, cells)
	}
	widths := make([]int, len(t.Columns))
	for _, cells := range lines {
		for k, cell := range cells {
			widths[k] = max(widths[k], utf8.RuneCountInString(cell))
		}
	}
	b := bufio.NewWriter(w) // errors are kept until Flush
	for _, cells := range lines {
		line := ""
		for k, cell := range cells {
			line += cell + strings.Repeat(" ", widths[k]-utf8.RuneCountInString(cell)+2)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.Flush()
}
