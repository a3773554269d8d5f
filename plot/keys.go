package plot

import (
	"math"
	"strconv"

	"fbp/results"
)

// Columns is a table as figures read it: numbers by the name of their column,
// NaN where a cell is missing. *results.Table is one.
type Columns interface {
	Column(name string) ([]float64, error)
}

// Key is a swept key of a table, with its value in every row as text.
type Key struct {
	Name   string // its path in the config, as "instance.alpha"
	Values []string
}

// Keys are the swept keys of a table: its columns before the one named first.
func Keys(t *results.Table, first string) []Key {
	var keys []Key
	for k, name := range t.Columns {
		if name == first {
			break
		}
		key := Key{Name: name}
		for _, row := range t.Rows {
			key.Values = append(key.Values, row[k].String())
		}
		keys = append(keys, key)
	}
	return keys
}

// columnKey makes a key of a column of numbers; ok is false if the table has
// none of that name.
func columnKey(t Columns, name string) (key Key, ok bool) {
	values, err := t.Column(name)
	key.Name = name
	for _, v := range values {
		text := ""
		if !math.IsNaN(v) {
			text = strconv.FormatFloat(v, 'g', -1, 64)
		}
		key.Values = append(key.Values, text)
	}
	return key, err == nil
}

// Setting is the key with its value in a row, as a legend has it: $N$ = 501.
func (k Key) Setting(row int) string { return settingOf(symbolOf(k.Name), k.Values[row]) }

// constant reports whether a key has the same value in all rows.
func (k Key) constant() bool {
	for _, v := range k.Values {
		if v != k.Values[0] {
			return false
		}
	}
	return true
}
