package catalog

import (
	"errors"
	"math"

	"fbp/theory"
	"fbp/theory/franzparisi"
)

var thresholdsEntry = Entry{
	Name:    "thresholds",
	Choices: []Choice{binaryChoice, activationChoice, labelsChoice},
	Params:  []Param{loadParam},
	Fixed:   Traits{"kappa": "0"},
	Columns: []string{"alpha", "kappa_max", "kappa_min", "kappa_u"},
	start: each(func(v variant, at []float64) (answer, error) {
		l := v.labels()
		t, err := franzparisi.ThresholdsOf(l, at[0], 0)
		cells := []float64{t.Alpha, t.KappaMax, t.KappaMin, t.KappaU}
		switch {
		case err == nil:
			return answer{cells, StatusOK, ""}, nil
		case errors.Is(err, franzparisi.ErrBeyond):
			note := "kappa_u would lie beyond kappa_max"
			if math.IsNaN(t.KappaMin) {
				note = "kappa_min and kappa_u would lie beyond kappa_max"
			}
			return answer{cells, StatusNoSolution, note}, nil
		case t.KappaMax <= 0:
			return answer{cells, StatusBeyond, theory.ErrBeyondCapacity.Error()}, nil
		}
		return failure(err, cells...)
	}),
}

var alphaUEntry = Entry{
	Name:    "alpha-u",
	Choices: []Choice{binaryChoice, activationChoice, labelsChoice},
	Params:  []Param{{Name: "kappa", Default: "0", Help: "margin of the solutions", Within: Interval{To: 2}, Of: ModelMargin}},
	Columns: []string{"kappa", "alpha_u", "kappa_max", "d"},
	start: each(func(v variant, at []float64) (answer, error) {
		l := v.labels()
		p, d, err := franzparisi.AlphaUOf(l, at[0])
		return answered(err, at, at[0], p.Alpha, p.Kappa, d)
	}),
}
