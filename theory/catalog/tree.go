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
	start: each(func(v variant, at []float64) (answer, error) {
		units, err := strconv.Atoi(v["hidden"])
		if err != nil { // not asked for
			units = 3
		}
		m := theory.Tree{Hidden: units, Weights: v.committee().Weights}
		p, err := m.RS(at[0])
		a, err := answered(err, at, p.Alpha, p.Q, p.Entropy)
		return a.beyondIf(m.Weights == theory.Binary && p.Entropy < 0), err
	}),
}

var treeUnits = Choice{Name: "hidden", Default: "3", Words: []string{"1", "3", "5", "7", "9"}, Follows: true,
	Help: "number of hidden units, odd, at most 9", check: oneOf("1", "3", "5", "7", "9")}
