package catalog

import (
	"math"

	"fbp/internal/traits"
	"fbp/theory/deviations"
)

var parityEntry = Entry{
	Name:    "parity",
	Choices: []Choice{{Name: "hidden", Default: "inf", Words: []string{"inf", "3"}, Help: "hidden units: inf, or 3 (y = 2, 3, … 20, or inf)", check: oneOf("inf", "3")}},
	Params:  []Param{loadParam, q1Param, yParam},
	Fixed:   Traits{"network": traits.Parity, "weights": "spherical", "activation": "sign", "layout": "tree", "kappa": "0"},
	Beside:  map[string]string{"q": "q1", "normalized": "normalized"},
	Columns: []string{"alpha", "q1", "y", "normalized"},
	start: each(func(v variant, at []float64) (answer, error) {
		hidden := math.Inf(1)
		if v["hidden"] == "3" {
			hidden = 3
		}
		if y := at[2]; hidden == 3 && (y > 20 || y != math.Trunc(y)) && !math.IsInf(y, 1) {
			return answer{at, StatusNoSolution, "3 hidden units: only y = 2, 3, … 20, or inf"}, nil
		}
		p, err := deviations.Parity(hidden, at[0], at[1], at[2])
		return answered(err, at, at[0], at[1], at[2], p.Normalized)
	}),
}
