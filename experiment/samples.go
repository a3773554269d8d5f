package experiment

import (
	"slices"

	"fbp/results"
)

// sampleTable is the table of samples, one row a task that has a record: how it
// ended, and every number that a reading without coordinates gave.
type sampleTable struct {
	names map[string]bool // of the numbers
	rows  []sampleRow
}

type sampleRow struct {
	task    Task
	status  results.Status
	numbers map[string]float64
}

// leading are the numbers that stand first, in this order; others follow by name.
var leading = []string{"solved", "converged", "errors", "q", "stability_min", "stability_mean", "sweeps", "entropy_plain"}

// add takes in the record of a task.
func (s *sampleTable) add(t Task, r *results.Record) {
	if s.names == nil {
		s.names = map[string]bool{}
	}
	row := sampleRow{t, r.Status, map[string]float64{}}
	for _, table := range sorted(r.Readings) {
		series := r.Readings[table]
		if len(series.Keys) > 0 || len(series.Rows) == 0 {
			continue
		}
		for i, name := range series.Values {
			if _, twice := row.numbers[name]; twice {
				name = table + "_" + name
			}
			row.numbers[name] = float64(series.Rows[len(series.Rows)-1][i])
			s.names[name] = true
		}
	}
	s.rows = append(s.rows, row)
}

// table is the finished table.
func (s *sampleTable) table(a *aggregate) *results.Table {
	var names []string
	for _, name := range leading {
		if s.names[name] {
			names = append(names, name)
		}
	}
	for _, name := range sorted(s.names) {
		if !slices.Contains(leading, name) {
			names = append(names, name)
		}
	}
	columns := append([]string{"sample", "task", "status"}, names...)
	lead := leadColumns(a.plan.Swept, columns, false)
	t := &results.Table{Name: "samples", Meta: a.meta(), Columns: append(lead.names, columns...)}
	for _, r := range s.rows {
		cells := append(lead.cells(a.plan.Points[r.task.Point]),
			results.Int(r.task.Sample), results.Text(r.task.ID), results.Text(string(r.status)))
		for _, name := range names {
			cell := results.Missing
			if x, ok := r.numbers[name]; ok {
				cell = results.Num(x)
			}
			cells = append(cells, cell)
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}
