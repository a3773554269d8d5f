package table

import (
	"cmp"
	"maps"
	"slices"

	"fbp/experiment/plan"
	"fbp/results"
)

// sampleTable is the table of samples, one row per task that has a record: how
// it ended, every number that a reading without coordinates gave, for each number that
// a search may omit why it did, and for each kind of measurement why it failed.
type sampleTable struct {
	names map[string]string // of the numbers: the kind of measurement, "" for the search
	why   map[string]bool   // what there may be reasons for: measurements, and numbers of searches
	first []string          // the numbers that stand first, in this order: those of searches
	rows  []sampleRow
}

type sampleRow struct {
	task    plan.Task
	status  results.Status
	numbers map[string]float64
	reasons map[string]string // why a measurement failed, by kind
	omitted map[string]string // why its search left out a number, by its name
	errs    bool              // the reference of its replicas does
	outcome []string          // columns of the outcome of its search; nil: not known
}

// add takes in the record of a task, whose kinds emit this.
func (s *sampleTable) add(t plan.Task, r *results.Record, e *emits) {
	outcome := e.outcome(r)
	if len(r.Omitted) > 0 {
		s.leading(e.layouts[results.SolutionTable].Values)
	}
	s.leading(outcome)
	s.kinds(e)
	row := sampleRow{t, r.Status, map[string]float64{}, r.Reasons, r.Omitted, r.ReferenceErrs(), outcome}
	for name := range r.Omitted { // has a column, be it empty
		s.names[name], s.why[name] = "", true
	}
	for name, number := range r.Numbers() {
		row.numbers[name] = number.Value
		s.names[name] = e.measuring(number.Table)
	}
	s.rows = append(s.rows, row)
}

// kinds takes in what there may be reasons for at a point.
func (s *sampleTable) kinds(e *emits) {
	if s.names == nil {
		s.names, s.why = map[string]string{}, map[string]bool{}
	}
	for _, name := range e.layouts[results.SolutionTable].Omits {
		s.why[name] = true
	}
	for _, m := range e.Measures {
		s.why[m.Kind] = true
	}
}

// leading puts the columns of the outcome of a search, in their order, among those that
// stand first.
func (s *sampleTable) leading(outcome []string) {
	at := 0
	for _, name := range outcome {
		if known := slices.Index(s.first, name); known >= 0 {
			at = known + 1
			continue
		}
		s.first = slices.Insert(s.first, at, name)
		at++
	}
}

// ordered are the names of the numbers in the order of their columns: those of the
// outcome of searches, each with what stands after it, then the others by name.
func (s *sampleTable) ordered(layouts map[string]results.Layout) (names []string) {
	after := map[string][]string{}
	for _, table := range slices.Sorted(maps.Keys(layouts)) {
		l := layouts[table]
		if at := slices.IndexFunc(l.After, func(name string) bool { _, known := s.names[name]; return known }); at >= 0 {
			after[l.After[at]] = append(after[l.After[at]], l.Values...)
		}
	}
	var add func(list []string)
	add = func(list []string) {
		for _, name := range list {
			if _, known := s.names[name]; known && !slices.Contains(names, name) {
				names = append(names, name)
				add(after[name])
			}
		}
	}
	add(s.first)
	add(slices.Sorted(maps.Keys(s.names)))
	return names
}

// table is the finished table, of samples or of pairs of them.
func (s *sampleTable) table(a *Aggregate, table string, pairs bool) *results.Table {
	names := s.ordered(a.layouts)
	which, cellsOf := a.tasksApart(pairs)
	columns := slices.Concat(which, []string{"task", "status"}, names)
	why := slices.Sorted(maps.Keys(s.why))
	for _, name := range why {
		columns = append(columns, name+"_reason")
	}
	t, lead := a.begin(table, pairs, columns)
	for _, r := range s.rows {
		cells := append(lead.cells(a.plan.Points[r.task.Point]), cellsOf(r.task)...)
		cells = append(cells, results.Text(r.task.ID), results.Text(string(r.status)))
		for _, name := range names {
			cell := results.Missing
			if x, ok := r.numbers[name]; ok {
				cell = results.Num(x)
			}
			cells = append(cells, cell)
		}
		for _, name := range why {
			cells = append(cells, results.TextOrMissing(cmp.Or(r.reasons[name], r.omitted[name])))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}
