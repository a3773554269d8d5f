package figure

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fbp/internal/say"
	"fbp/results"
)

// condition is what a row must have to be drawn: a number in a column.
type condition struct {
	column string
	value  float64
}

// conditions reads the key where: "column = number", several with commas.
func (s Drawn) conditions() (all []condition, err error) {
	if s.Where == "" {
		return nil, nil
	}
	for _, part := range strings.Split(s.Where, ",") {
		column, number, ok := strings.Cut(part, "=")
		c := condition{column: strings.TrimSpace(column)}
		if c.value, err = strconv.ParseFloat(strings.TrimSpace(number), 64); !ok || err != nil || c.column == "" {
			return nil, fmt.Errorf("want columns and numbers: \"beta = 2\", or \"n = 501, alpha = 0.5\"")
		}
		all = append(all, c)
	}
	return all, nil
}

// meets tells whether a row of a table has that number.
func (c condition) meets(t *results.Table, row int) bool {
	x, err := strconv.ParseFloat(cell(t, row, c.column), 64)
	return err == nil && x == c.value
}

// where checks the condition of a series on the rows of a table.
func (p *panelCheck) where(at string, s Drawn) error {
	if s.Where == "" {
		return nil
	}
	all, err := s.conditions()
	switch {
	case err != nil:
		return p.fault(at, "where", s.Where, err.Error())
	case s.Theory != "":
		return p.fault(at, "where", s.Where, "want no condition on a theory, which has its own parameters")
	}
	for _, c := range all {
		if t, known := p.tables[s.Table]; known && !slices.Contains(t.Columns, c.column) {
			return p.fault(at, "where", s.Where, fmt.Sprintf("%s has no such column; %s", s.Table, say.DidYouMean(c.column, t.Columns)))
		}
	}
	return nil
}
