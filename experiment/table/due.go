package table

import (
	"slices"

	"fbp/bp"
	"fbp/experiment/config"
	"fbp/experiment/plan"
)

// Rows that are due stand in a table even where no sample of the point has a
// reading, with empty cells and their counts: a row that is left out would look
// like one that nobody asked for.

// dueBiases are the ρ of the local entropy at the point, or the λ of spherical
// weights, once one of its samples has a reading.
func dueBiases(a *Aggregate) []float64 {
	g := a.tables[plan.ComparedTable]
	if len(g.rows) == 0 || !slices.Equal(g.at, []string{"rho"}) && !slices.Equal(g.at, []string{"lambda"}) {
		return nil
	}
	rho, _ := plan.Parameter(a.params[a.point], "measure", plan.ComparedTable, g.at[0]).(map[string]any)
	if list, given := rho["list"].([]any); given {
		var values []float64
		for _, v := range list {
			if x, ok := config.Numeric(v); ok {
				values = append(values, x)
			}
		}
		return values
	}
	kind, _ := rho["schedule"].(string)
	steps, _ := config.Numeric(rho["steps"])
	first, _ := config.Numeric(rho["first"])
	last, _ := config.Numeric(rho["cap"])
	from, _ := config.Numeric(rho["from"])
	to, _ := config.Numeric(rho["to"])
	s := bp.Schedule{Kind: kind, Steps: int(steps), First: int(first), Cap: last, From: from, To: to}
	if s.Validate() != nil {
		return nil
	}
	return s.Values()
}

// dueDistances are those asked for, at a point with a record.
func dueDistances(a *Aggregate) []float64 {
	if a.tallies[a.point].records() == 0 {
		return nil
	}
	return a.at
}
