package results

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteTSV writes t: a "# " line with the name, one for each line of Meta, the
// header, and the rows; cells are separated by tabs, lines end with LF. Numbers
// have the fewest digits that read back to the same bits, inf is "inf", a missing
// cell is empty (see Blank and Texts), and a text that would be read as something else is
// quoted as in Go.
func (t *Table) WriteTSV(w io.Writer) error {
	if err := t.check(); err != nil {
		return err
	}
	b := bufio.NewWriter(w) // errors are kept until Flush
	if t.Name != "" || len(t.Meta) > 0 {
		for _, line := range append([]string{t.Name}, t.Meta...) {
			if strings.ContainsAny(line, "\n\r") {
				return fmt.Errorf("table %q: %q is more than one line", t.Name, line)
			}
			b.WriteString("# " + line + "\n")
		}
	}
	b.WriteString(strings.Join(t.Columns, "\t") + "\n")
	for _, row := range t.Rows {
		b.WriteString(t.TSVLine(row))
	}
	return b.Flush()
}

// TSVLine is a row of the table as WriteTSV writes it, for rows that are written
// one by one.
func (t *Table) TSVLine(row []Value) string {
	cells := make([]string, len(row))
	for k, v := range row {
		cells[k] = v.tsv()
		if v == Missing {
			cells[k] = t.blank(k)
		}
	}
	return strings.Join(cells, "\t") + "\n"
}

// ReadTSV is the inverse of WriteTSV. It also takes CR LF, a last line without
// end, "nan" for a missing cell (Blank and Texts are not restored), files without "# "
// lines, and the line of SealTSV, which it skips. An integer and a number that
// print alike, 3 and 3.0, come back as an integer. Errors name the line.
func ReadTSV(r io.Reader) (*Table, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	text := strings.TrimPrefix(string(data), "\ufeff") // the byte order mark of a spreadsheet
	lines := withoutSum(strings.Split(strings.TrimSuffix(text, "\n"), "\n"))
	t := new(Table)
	n := 0
	for ; n < len(lines) && strings.HasPrefix(lines[n], "#"); n++ {
		line := strings.TrimPrefix(strings.TrimRight(lines[n][1:], "\r"), " ")
		if strings.Contains(line, "\r") {
			return nil, fmt.Errorf("line %d: a carriage return within the line", n+1)
		}
		if n == 0 {
			t.Name = line
		} else {
			t.Meta = append(t.Meta, line)
		}
	}
	if n == len(lines) {
		return nil, fmt.Errorf("line %d: want a header line", n+1)
	}
	t.Columns = strings.Split(strings.TrimRight(lines[n], "\r"), "\t")
	if err := checkColumns(t.Columns); err != nil {
		return nil, fmt.Errorf("line %d: %w", n+1, err)
	}
	for n++; n < len(lines); n++ {
		row, err := t.parseRow(strings.TrimRight(lines[n], "\r"))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}

func (t *Table) parseRow(line string) ([]Value, error) {
	cells := strings.Split(line, "\t")
	if len(cells) != len(t.Columns) {
		return nil, fmt.Errorf("%d cells, want %d", len(cells), len(t.Columns))
	}
	row := make([]Value, len(cells))
	for k, cell := range cells {
		v, err := parseTSV(cell)
		if err != nil {
			return nil, fmt.Errorf("%s: a quote does not end in %s", t.Columns[k], cell)
		}
		row[k] = v
	}
	return row, nil
}
