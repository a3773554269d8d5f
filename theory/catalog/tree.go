package catalog

import (
	"strconv"

	"fbp/internal/traits"
	"fbp/theory"
)

var treeEntry = Entry{
	Name:    "committee-entropy",
	Choices: []Choice{treeUnits, weightsChoice},
	Params:  []Param{alphaParam},
	Fixed:   Traits{"network": traits.Committee, "activation": "sign", "layout": "tree", "kappa": "0"},
	Beside:  map[string]string{"entropy": "entropy", "entropy_plain": "entropy", "q": "q", "overlap": "q"},
	Columns: []string{"alpha", "q", "entropy"},
	start: func(v variant) func([]float64) (answer, error) {
		units, err := strconv.Atoi(v["hidden"])
		if err != nil { // not asked for
			units = 3
		}
		m := theory.Tree{Hidden: units, Weights: v.committee().Weights}
		return func(at []float64) (answer, error) {
			p, err := m.RS(at[0])
			if err != nil {
				return failure(err, at...)
			}
			cells := []float64{p.Alpha, p.Q, p.Entropy}
			if m.Weights == theory.Binary && p.Entropy < 0 {
				return answer{cells, StatusBeyond, theory.ErrBeyondCapacity.Error()}, nil
			}
			return answer{cells, StatusOK, ""}, nil
		}
	},
}

var treeUnits = Choice{Name: "hidden", Default: "3", Words: []string{"1", "3", "5", "7", "9"}, Follows: true,
	Help: "number of hidden units, odd, at most 9", check: oneOf("1", "3", "5", "7", "9")}
