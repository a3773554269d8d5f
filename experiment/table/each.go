package table

import (
	"slices"

	"fbp/experiment/plan"
	"fbp/results"
)

// eachSuffix ends the names of tables of single samples.
const eachSuffix = "_each"

// eachTable are the readings of a table that the config wants of every sample: where
// samples jump at different coordinates, no sample is like the mean.
type eachTable struct {
	at, values []string // columns: coordinates and values, in order of appearance
	loose      bool     // it is known which readings had not converged
	rows       []eachRow
}

// eachRow is one reading of one sample.
type eachRow struct {
	task       plan.Task
	at, values []float64
	loose      bool // it had not converged
}

// add takes in the readings of a task that are in the means of the table.
func (e *eachTable) add(t plan.Task, s *results.Series, g *gathered, sample taken) {
	at, values := places(&e.at, s.Keys), places(&e.values, s.Values)
	for i, numbers := range s.Rows {
		r := eachRow{t, placed(numbers, at, len(e.at)), placed(numbers[len(at):], values, len(e.values)), sample.unconverged[i]}
		if g.includes || !sample.unsolved && !(sample.errs && g.ofReference(r.at)) {
			e.rows = append(e.rows, r)
		}
	}
}

// table is the finished table, in the order of tasks and, of one, of its readings.
func (e *eachTable) table(a *Aggregate, name string) *results.Table {
	pairs := a.tables[name].pairs
	which, cells := a.tasksApart(pairs)
	columns := slices.Concat(which, e.at, e.values)
	if e.loose {
		columns = append(columns, "n_unconverged")
	}
	t, lead := a.begin(name+eachSuffix, pairs, columns, sizes(a.layouts[name])...)
	for _, r := range e.rows {
		row := append(lead.cells(a.plan.Points[r.task.Point]), cells(r.task)...)
		row = append(row, coordinates(e.at, r.at)...)
		for i := range e.values {
			row = append(row, numberAt(r.values, i))
		}
		if e.loose {
			row = append(row, results.Int(int(results.Flag(r.loose))))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
