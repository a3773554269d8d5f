package results

import (
	"maps"
	"slices"
)

// Column is a column of a table: its name, its unit and meaning ("patterns: that the weights get
// wrong"), and the number that stands there of a state S.
type Column[S any] struct {
	Name, Means string
	Of          func(S) float64
}

// Columns are columns in their order.
type Columns[S any] []Column[S]

// Of are the numbers of a state.
func (c Columns[S]) Of(s S) []Quantity {
	list := make([]Quantity, len(c))
	for i, column := range c {
		list[i] = Quantity{column.Name, column.Of(s)}
	}
	return list
}

// add declares the columns behind others, whose units these are.
func (c Columns[S]) add(names []string, units Units) []string {
	names = slices.Clone(names)
	for _, column := range c {
		names = append(names, column.Name)
		units[column.Name] = column.Means
	}
	return names
}

// Schema is a table whose rows say what there is to say of states S. What it declares, in the
// Layout, is what it emits, as a Reading.
type Schema[S any] struct {
	Table      string
	At, Values Columns[S]
}

// Layout is l of this table, with the columns behind those that l has.
func (s Schema[S]) Layout(l Layout) Layout {
	units := maps.Clone(l.Units)
	if units == nil {
		units = Units{}
	}
	l.Table, l.Units = s.Table, units
	l.At, l.Values = s.At.add(l.At, units), s.Values.add(l.Values, units)
	return l
}

// Reading is the row of a state.
func (s Schema[S]) Reading(of S) Reading {
	return Reading{Table: s.Table, At: s.At.Of(of), Values: s.Values.Of(of)}
}
