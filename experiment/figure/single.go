package figure

import (
	"math"
	"slices"

	"fbp/results"
)

// apart breaks the line between single samples, if the table has several.
func (c *curve) apart(t *results.Table) {
	whose := func(row int) (id string) {
		for _, name := range []string{"sample", "search"} {
			if k := slices.Index(t.Columns, name); k >= 0 {
				id += " " + t.Rows[row][k].String()
			}
		}
		return id
	}
	for i := len(c.rows) - 1; i > 0; i-- {
		if whose(c.rows[i]) == whose(c.rows[i-1]) {
			continue
		}
		c.rows, c.X, c.Y = slices.Insert(c.rows, i, c.rows[i]), slices.Insert(c.X, i, math.NaN()), slices.Insert(c.Y, i, math.NaN())
		for _, of := range []*[]float64{&c.XErr, &c.YErr, &c.YDown} {
			if len(*of) > 0 {
				*of = slices.Insert(*of, i, math.NaN())
			}
		}
		if len(c.Dashed) > 0 {
			c.Dashed = slices.Insert(c.Dashed, i, false)
		}
	}
}
