package table

import (
	"context"
	"maps"
	"slices"
	"strings"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/results"
)

// InNoMean scans a folder of a plan, which is decoded, and returns the rows of samples.tsv, and of pairs.tsv, of those
// samples that a mean lacks: their search failed or found no solution, the reference of their replicas is none, a
// measurement failed, a number was left out, or a table has no row of them, which the column no_row names. Why a
// search failed is in the column failed_reason. Columns that are empty in all of these rows are left out.
func InNoMean(ctx context.Context, f store.Folder, p *plan.Plan) (*store.FolderState, *results.Table, error) {
	a := New(p, nil, nil)
	var more [][]results.Value // by row: the tables that have no row of it, and why it failed
	state, err := f.Scan(ctx, p, func(r store.StoredRecord) error {
		if r.Record == nil { // counted as missing
			return nil
		}
		e := a.emits.at(r.Task.Point)
		a.learn(e)
		a.samples.add(r.Task, r.Record, e)
		if tables, lacking := a.lacking(r.Task, r.Record, e); lacking {
			failed := results.Missing
			if r.Record.Status == results.Failed {
				failed = results.Text(results.Reason(r.Record.Error))
			}
			more = append(more, []results.Value{results.TextOrMissing(strings.Join(tables, " ")), failed})
		} else {
			a.samples.rows = a.samples.rows[:len(a.samples.rows)-1]
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	t := a.samples.table(a, "samples", false)
	t.Columns = append(t.Columns, "no_row", "failed_reason")
	for i := range t.Rows {
		t.Rows[i] = append(t.Rows[i], more[i]...)
	}
	return state, t.WithoutEmpty(), nil
}

// lacking tells whether a mean lacks the sample of a record, and names the tables that have no row of it for no other
// reason.
func (a *Aggregate) lacking(t plan.Task, r *results.Record, e *emits) (tables []string, lacking bool) {
	s := r.Readings[results.SolutionTable]
	// Without errors, messages that converged are what an algorithm was to find that claims no solution.
	claims := s == nil || slices.Contains(s.Values, results.Errors) || r.Status == results.Limit
	around := slices.ContainsFunc(e.Measures, func(m plan.Measure) bool { return !a.plan.Includes(m.Kind) })
	if r.Status == results.Failed || r.Status != results.Solved && claims || len(r.Reasons)+len(r.Omitted) > 0 || around && r.ReferenceErrs() {
		return nil, true
	}
	tables = slices.Sorted(maps.Keys(e.rowless(t, r)))
	return tables, len(tables) > 0
}

// rowless are the tables with coordinates of which a record has no row though its search or a measurement writes such
// rows: of a measurement all or none, since what it writes depends on its keys.
func (e *emits) rowless(t plan.Task, r *results.Record) map[string]string {
	lacks, wrote := map[string]string{}, map[string]bool{}
	for name, l := range e.layouts {
		kind := e.of[name].Kind
		if s := r.Readings[name]; s != nil && len(s.Rows) > 0 {
			wrote[kind] = wrote[kind] || kind != ""
		} else if len(l.At) > 0 && (kind != "" || t.Pair == nil) {
			lacks[name] = kind
		}
	}
	maps.DeleteFunc(lacks, func(_, kind string) bool { return wrote[kind] })
	return lacks
}
