package table

import (
	"maps"
	"slices"

	"fbp/experiment/plan"
	"fbp/model"
	"fbp/results"
)

// making is what made the records of the present point of the sweep: model, algorithm
// and measurements with the parameters that they had.
type making struct {
	model   model.Model
	layouts map[string]results.Layout
	control map[string]Controlled // by table
	theory  map[string]Foreseen   // likewise
}

// Controlled measurements know the mean, over instances of m with alpha random
// patterns per weight, of the number that is a control variate of theirs. What theory
// knows of the entropy of typical solutions they may ask.
type Controlled interface {
	Expected(m model.Model, alpha float64, typical func(m model.Model, alpha float64) (entropy float64, ok bool)) (mean float64, ok bool)
}

// making is that of the point whose records come; nil if nothing is known.
func (a *Aggregate) making() *making {
	if a.made != nil || a.emitted.catalog == nil || a.params[a.point] == nil {
		return a.made
	}
	params, c := a.params[a.point], a.emitted.catalog
	made := &making{layouts: map[string]results.Layout{}, control: map[string]Controlled{}, theory: map[string]Foreseen{}}
	made.model, _ = c.ModelOf(params)
	algorithm := plan.Algorithm(nil)
	if made.model != nil {
		algorithm = c.AlgorithmOf(params, made.model)
	}
	makers := []any{algorithm}
	measures, _ := params["measure"].(map[string]any)
	for _, kind := range slices.Sorted(maps.Keys(measures)) {
		if made.model != nil {
			makers = append(makers, c.MeasurementOf(params, kind, made.model, algorithm))
		}
	}
	for _, maker := range makers {
		says, ok := maker.(plan.Tabled)
		if !ok {
			continue
		}
		for _, l := range plan.TablesOf(maker, says) {
			made.layouts[l.Table] = l
			if m, ok := maker.(Controlled); ok && l.Control != nil {
				made.control[l.Table] = m
			}
			if m, ok := maker.(Foreseen); ok && l.Theory != "" {
				made.theory[l.Table] = m
			}
		}
	}
	a.made = made
	return made
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

// holds takes in which tables have values of theory: that depends on keys which no record
// of [Columns] has.
func (a *Aggregate) holds(emitted []results.Layout) {
	for _, l := range slices.Backward(emitted) { // the first counts, as for records
		known := a.layouts[l.Table]
		known.Theory = l.Theory
		a.layouts[l.Table] = known
	}
}

// curve is the table of local entropies against distance, "" if there is none.
func (a *Aggregate) curve() (name string, l results.Layout) {
	for _, name := range slices.Sorted(maps.Keys(a.layouts)) {
		if a.layouts[name].Curve != nil {
			return name, a.layouts[name]
		}
	}
	return "", l
}
