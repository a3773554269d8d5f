package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/results"
)

// works is what the searches of a run took, beside its table of success.
type works struct {
	folder store.Folder
	tables *store.Tables
	bad    []error // records that were left out
	keys   int     // swept
	table  *results.Table
}

// took is what the searches of a point took.
type took struct {
	searches         int // that claim solutions, so that there is a row of success
	timed            int
	seconds, updates map[int][]float64 // by sample
}

// readWorks reads the table of success and all records of a run that count.
func readWorks(ctx context.Context, f store.Folder) (*works, error) {
	p, err := readable(string(f))
	if err != nil {
		return nil, err
	}
	w := &works{folder: f, keys: len(p.Swept)}
	if w.tables, err = f.TablesOf(p, nil); err != nil {
		return nil, err
	}
	success, err := w.tables.Read("success")
	if err != nil {
		return nil, err
	}
	if success == nil {
		return nil, &config.Error{Where: string(f), Want: w.tables.Absent("success", noSuccess)}
	}
	unfit := &store.TableError{Folder: f, Table: "success", Err: errors.New("not of the records that are there")}
	points, err := w.points(ctx, p)
	if err != nil {
		return nil, err
	}
	last := slices.Index(success.Columns, "probability_high")
	at, count := slices.Index(success.Columns, "probability"), slices.Index(success.Columns, "samples")
	if last < 0 || at < 0 || count < 0 || len(success.Columns) < w.keys {
		return nil, unfit
	}
	w.table = &results.Table{Columns: append(slices.Clone(success.Columns[:last+1]), "seconds", "seconds_sem", "seconds_per_solution", "timed", "updates", "updates_sem")}
	for _, row := range success.Rows {
		t := points[settingsOf(row[:w.keys])]
		delete(points, settingsOf(row[:w.keys]))
		if t == nil || row[count] != results.Int(t.searches) {
			return w, unfit
		}
		probability, _ := row[at].Float()
		w.table.Rows = append(w.table.Rows, append(slices.Clone(row[:last+1]), t.cells(probability)...))
	}
	for _, t := range points {
		if t.searches > 0 {
			return w, unfit
		}
	}
	return w, nil
}

// settingsOf are values of the swept keys as one text.
func settingsOf(row []results.Value) (text string) {
	for _, v := range row {
		text += fmt.Sprintf("%q ", v.String())
	}
	return text
}

// points are what the searches of each point took, by its settings.
func (w *works) points(ctx context.Context, p *plan.Plan) (map[string]*took, error) {
	points := map[string]*took{}
	tasks, err := w.folder.Counted(ctx, p)
	if err != nil {
		return nil, err
	}
	searches := slices.DeleteFunc(tasks, func(t plan.Task) bool { return t.Pair != nil })
	err = w.folder.Each(ctx, searches, func(file store.TaskFile) error {
		if file.Err != nil {
			w.bad = append(w.bad, file.Err)
		}
		if file.Record == nil {
			return nil
		}
		at := settingsOf(plan.RowOf(p.Points[file.Task.Point].Labels()))
		if points[at] == nil {
			points[at] = &took{seconds: map[int][]float64{}, updates: map[int][]float64{}}
		}
		if file.Record.Status != results.Failed {
			points[at].add(p, file)
		}
		return nil
	})
	return points, err
}

// add adds a search.
func (t *took) add(p *plan.Plan, file store.TaskFile) {
	r := file.Record
	outcome := r.Readings[results.SolutionTable]
	if outcome == nil || !slices.Contains(outcome.Values, "solved") {
		return
	}
	t.searches++
	if r.Run != nil && r.Run.Searched > 0 && plan.Parameter(r.Params, "algorithm", "weights") == nil {
		t.timed++
		t.seconds[r.Sample] = append(t.seconds[r.Sample], r.Run.Searched)
	}
	if n := roundsOf(r); n > 0 {
		point := p.Points[file.Task.Point]
		replicas, several := plan.Parameter(r.Params, "algorithm", "replicas").(float64)
		if !several {
			replicas = 1
		}
		visited := n * replicas * float64(cmp.Or(point.Weights, point.N)) * float64(point.P)
		t.updates[r.Sample] = append(t.updates[r.Sample], visited)
	}
}

// roundsOf are the sweeps and epochs of a search, those of what finishes it too; 0 if there
// were none.
func roundsOf(r *results.Record) (n float64) {
	for _, table := range []string{results.SolutionTable, "search_finish"} {
		s := r.Readings[table]
		if s == nil || len(s.Rows) != 1 {
			continue
		}
		for k, name := range s.Values {
			if slices.Contains([]string{"sweeps", "epochs", "finish_epochs"}, name) {
				n += float64(s.Rows[0][len(s.Keys)+k])
			}
		}
	}
	return n
}

// cells are the means over samples, those of the searches of a sample first.
func (t *took) cells(probability float64) []results.Value {
	seconds, updates := overSamples(t.seconds), overSamples(t.updates)
	perSolution := results.Missing
	if probability > 0 {
		perSolution = results.Num(seconds.Mean / probability)
	}
	return []results.Value{results.Num(seconds.Mean), results.Num(seconds.Sem), perSolution, results.Int(t.timed),
		results.Num(updates.Mean), results.Num(updates.Sem)}
}

// overSamples summarises the means of the samples.
func overSamples(of map[int][]float64) results.Summary {
	var means []float64
	for _, sample := range slices.Sorted(maps.Keys(of)) {
		means = append(means, results.Summarize(of[sample]).Mean)
	}
	return results.Summarize(means)
}
