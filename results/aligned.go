package results

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// WriteAligned writes the header and the rows of t for a terminal: columns are
// aligned, two blanks apart. A missing cell is a dash.
func (t *Table) WriteAligned(w io.Writer) error {
	if err := t.check(); err != nil {
		return err
	}
	lines := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0) // errors are kept until Flush
	fmt.Fprintln(lines, strings.Join(t.Columns, "\t"))
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for k, v := range row {
			cells[k] = v.String()
			if v == Missing {
				cells[k] = "-"
			}
		}
		fmt.Fprintln(lines, strings.Join(cells, "\t"))
	}
	return lines.Flush()
}
