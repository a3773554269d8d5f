package table

import (
	"maps"
	"slices"

	"fbp/model"
	"fbp/results"
)

// Controlled measurements know the mean, over instances of m with alpha random
// patterns per weight, of the number that is a control variate of theirs. What theory
// knows of the entropy of typical solutions they may ask.
type Controlled interface {
	Expected(m model.Model, alpha float64, typical func(m model.Model, alpha float64) (entropy float64, ok bool)) (mean float64, ok bool)
}

// learn takes in how the tables of a record are laid out.
func (a *Aggregate) learn(k kept) {
	for name, l := range k.layouts {
		if old, known := a.layouts[name]; known && (old.Control != nil || l.Control == nil) { // variants may differ
			continue
		}
		a.layouts[name] = l
		if l.Curve != nil && l.Curve.Slope != 0 {
			a.layouts[AtTable] = results.Layout{Sized: true, Converged: l.Converged, Control: l.Control}
		}
	}
}

// curve is the table of local entropies against distance, "" if there is none.
func (a *Aggregate) curve() (name string, l results.Layout) { return curveAmong(a.layouts) }

func curveAmong(layouts map[string]results.Layout) (name string, l results.Layout) {
	for _, name := range slices.Sorted(maps.Keys(layouts)) {
		if layouts[name].Curve != nil {
			return name, layouts[name]
		}
	}
	return "", l
}
