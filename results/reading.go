package results

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Quantity is a number with the name of its column.
type Quantity struct {
	Name  string
	Value float64
}

// Reading is one row of a table, and the only way in which a number leaves a
// solver or a measurement: the coordinates, and the values there.
type Reading struct {
	Table  string
	At     []Quantity // coordinates: step, rho, bin, …
	Values []Quantity
}

// Value is the coordinate or the value of that name; ok is false where there is none.
func (r Reading) Value(name string) (x float64, ok bool) {
	for _, list := range [][]Quantity{r.At, r.Values} {
		for _, q := range list {
			if q.Name == name {
				return q.Value, true
			}
		}
	}
	return 0, false
}

// Rows are a table of one record: a row of numbers for every reading, first
// the keys (coordinates), then the values, len(Keys)+len(Values) numbers in all.
type Rows struct {
	Keys   []string `json:"keys"`
	Values []string `json:"values"`
	Rows   rows     `json:"rows"`
}

type rows [][]Number

// UnmarshalJSON reads lists of numbers without blanks, in a third of the time that package json
// takes, which would be most of that of a collection.
func (r *rows) UnmarshalJSON(text []byte) error {
	*r = nil
	if string(text) == "null" {
		return nil
	}
	*r = rows{}
	if string(text) == "[]" {
		return nil
	}
	text = bytes.TrimSuffix(bytes.TrimPrefix(text, []byte("[[")), []byte("]]"))
	for row := range bytes.SplitSeq(text, []byte("],[")) {
		numbers := make([]Number, 0, bytes.Count(row, []byte(","))+1)
		for number := range bytes.SplitSeq(row, []byte(",")) {
			var x Number
			if err := x.UnmarshalJSON(number); err != nil {
				return err
			}
			numbers = append(numbers, x)
		}
		*r = append(*r, numbers)
	}
	return nil
}

// Value is a number of the first reading at the coordinates at; of a solution with
// replicas, of their reference. ok is false where there is none.
func (s *Rows) Value(column string, at map[string]float64) (x float64, ok bool) {
	if s == nil {
		return 0, false
	}
	value := slices.Index(s.Values, column)
	if value < 0 {
		return 0, false
	}
	for _, row := range s.Rows {
		if s.isAt(row, at) {
			return float64(row[len(s.Keys)+value]), true
		}
	}
	return 0, false
}

// isAt tells whether a row has these coordinates, and no others but [Of].
func (s *Rows) isAt(row []Number, at map[string]float64) bool {
	met := 0
	for i, key := range s.Keys {
		x, given := at[key]
		switch {
		case key == Of && float64(row[i]) == OfReference:
		case !given || float64(row[i]) != x:
			return false
		default:
			met++
		}
	}
	return met == len(at)
}

// check returns an error if the shape of s is wrong.
func (s *Rows) check() error {
	if s == nil {
		return fmt.Errorf("no series")
	}
	if err := checkNames(slices.Concat(s.Keys, s.Values)); err != nil {
		return err
	}
	for i, row := range s.Rows {
		if want := len(s.Keys) + len(s.Values); len(row) != want {
			return fmt.Errorf("row %d has %d numbers, want %d", i+1, len(row), want)
		}
		for _, x := range row {
			if math.IsNaN(float64(x)) {
				return fmt.Errorf("row %d has a NaN", i+1)
			}
		}
	}
	return nil
}

// Recorder collects readings into one Rows per table, in the order in which
// they are emitted. The first reading of a table fixes its columns. Its zero
// value is ready to use; it is not safe for concurrent use: a task emits from one
// goroutine.
type Recorder struct {
	Layouts []Layout // of all readings that may come; nil: any may

	series map[string]*Rows
	err    error
}

// Emit adds a reading. A NaN and a reading whose columns differ from those of its
// table's first are refused, and Err returns the reason. The first reading of a table
// that its layout does not admit, that has none, or whose layout does not have the unit of
// a column, is a mistake of whoever wrote the solver or the measurement, and panics.
func (r *Recorder) Emit(reading Reading) {
	if err := r.add(reading); err != nil && r.err == nil {
		r.err = fmt.Errorf("table %q: %w", reading.Table, err)
	}
}

func (r *Recorder) add(reading Reading) error {
	if reading.Table == "" {
		return fmt.Errorf("a reading without the name of its table")
	}
	row := make([]Number, 0, len(reading.At)+len(reading.Values))
	for _, q := range slices.Concat(reading.At, reading.Values) {
		if math.IsNaN(q.Value) {
			return fmt.Errorf("%s is NaN%s", q.Name, at(reading.At))
		}
		row = append(row, Number(q.Value))
	}
	s, ok := r.series[reading.Table]
	if !ok {
		s = &Rows{Keys: names(reading.At), Values: names(reading.Values)}
		if err := CheckReadings(map[string]*Rows{reading.Table: s}); err != nil {
			return err
		}
		r.mustAdmit(reading.Table, s)
		if r.series == nil {
			r.series = map[string]*Rows{}
		}
		r.series[reading.Table] = s
	}
	if !sameNames(s.Keys, reading.At) || !sameNames(s.Values, reading.Values) {
		return fmt.Errorf("a reading of %s | %s in a table of %s | %s",
			strings.Join(names(reading.At), " "), strings.Join(names(reading.Values), " "),
			strings.Join(s.Keys, " "), strings.Join(s.Values, " "))
	}
	s.Rows = append(s.Rows, row)
	return nil
}

// mustAdmit panics if no layout admits the columns of a table, or the one that does has no
// unit of one of them.
func (r *Recorder) mustAdmit(table string, s *Rows) {
	if r.Layouts == nil {
		return
	}
	at := slices.IndexFunc(r.Layouts, func(l Layout) bool { return l.Table == table && l.Admits(s.Keys, s.Values) })
	if at < 0 {
		panic(fmt.Sprintf("a reading of table %q with %s | %s, which Tables does not have",
			table, strings.Join(s.Keys, " "), strings.Join(s.Values, " ")))
	}
	l := r.Layouts[at]
	for _, name := range slices.Concat(s.Keys, s.Values) {
		foreign := l.Open && !slices.Contains(slices.Concat(l.At, l.Values), name)
		if l.Units[name] == "" && !foreign && name != Of {
			panic(fmt.Sprintf("a reading of table %q with %s, of which Units has no unit", table, name))
		}
	}
}

// Readings are the series so far, by table; never nil. They share memory with
// the recorder.
func (r *Recorder) Readings() map[string]*Rows {
	if r.series == nil {
		r.series = map[string]*Rows{}
	}
	return r.series
}

// Restore replaces the readings so far by those of an earlier Recorder.
func (r *Recorder) Restore(readings map[string]*Rows) { r.series, r.err = readings, nil }

// Err is the first error of a reading: a NaN, no table, or columns other than
// those of the first row. A task with an Err has failed.
func (r *Recorder) Err() error { return r.err }

// checkColumns returns an error for columns that no table format can store.
func checkColumns(columns []string) error {
	if len(columns) == 0 {
		return fmt.Errorf("no columns")
	}
	seen := make(map[string]bool, len(columns))
	for _, name := range columns {
		if name == "" || strings.ContainsAny(name, "\t\n\r\"#") || name != strings.ToValidUTF8(name, "") {
			return fmt.Errorf("%q cannot be the name of a column", name)
		}
		if seen[name] {
			return fmt.Errorf("two columns %q", name)
		}
		seen[name] = true
	}
	return nil
}

func names(list []Quantity) []string {
	out := make([]string, len(list))
	for i, q := range list {
		out[i] = q.Name
	}
	return out
}

func sameNames(columns []string, list []Quantity) bool {
	return slices.EqualFunc(columns, list, func(name string, q Quantity) bool { return name == q.Name })
}

// at formats coordinates for an error message.
func at(list []Quantity) string {
	if len(list) == 0 {
		return ""
	}
	terms := make([]string, len(list))
	for i, q := range list {
		terms[i] = q.Name + " = " + formatFloat(q.Value)
	}
	return " at " + strings.Join(terms, ", ")
}
