package table

import (
	"maps"
	"slices"

	"fbp/experiment/plan"
	"fbp/results"
)

// sampleTable is the table of samples, one row per task that has a record: how
// it ended, every number that a reading without coordinates gave, and for each
// kind of measurement why it failed, if it did.
type sampleTable struct {
	names map[string]string // of the numbers: the kind of measurement, "" for the search
	kinds map[string]bool   // of the measurements
	rows  []sampleRow
}

type sampleRow struct {
	task    plan.Task
	status  results.Status
	numbers map[string]float64
	reasons map[string]string // why a measurement failed, by kind
	outcome []string          // columns of the outcome of its search; nil: not known
}

// leading are the numbers that stand first, in this order; others follow by name.
var leading = []string{"solved", "converged", "errors", "ties", "energy", "entropy", "error_rate", "free_entropy", "q", "stability_min", "stability_mean", "sweeps", "solution_step", "given_up", "entropy_plain"}

// add takes in the record of a task, whose outcome has these columns.
func (s *sampleTable) add(t plan.Task, r *results.Record, outcome []string) {
	if s.names == nil {
		s.names, s.kinds = map[string]string{}, map[string]bool{}
	}
	row := sampleRow{t, r.Status, map[string]float64{}, r.Reasons, outcome}
	measured, _ := r.Params["measure"].(map[string]any)
	for kind := range measured {
		s.kinds[kind] = true
	}
	for _, table := range slices.Sorted(maps.Keys(r.Readings)) {
		series := r.Readings[table]
		if len(series.Keys) > 0 || len(series.Rows) == 0 {
			continue
		}
		for i, name := range series.Values {
			if _, twice := row.numbers[name]; twice {
				name = table + "_" + name
			}
			row.numbers[name] = float64(series.Rows[len(series.Rows)-1][i])
			s.names[name] = measuring(table, r)
		}
	}
	s.rows = append(s.rows, row)
}

// ordered are the names of the numbers in the order of their columns.
func (s *sampleTable) ordered() (names []string) {
	for _, name := range leading {
		if _, known := s.names[name]; known {
			names = append(names, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.names)) {
		if !slices.Contains(leading, name) {
			names = append(names, name)
		}
	}
	return names
}

// table is the finished table.
func (s *sampleTable) table(a *Aggregate) *results.Table {
	names := s.ordered()
	columns := append([]string{"sample", "task", "status"}, names...)
	for _, kind := range slices.Sorted(maps.Keys(s.kinds)) {
		columns = append(columns, kind+"_reason")
	}
	lead := leadColumns(a.plan.Swept, columns)
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
		for _, kind := range slices.Sorted(maps.Keys(s.kinds)) {
			cell := results.Missing
			if reason, failed := r.reasons[kind]; failed {
				cell = results.Text(reason)
			}
			cells = append(cells, cell)
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}
