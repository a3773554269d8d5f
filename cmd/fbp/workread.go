package main

import (
	"cmp"
	"context"
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
	keys   int // swept
	table  *results.Table
}

// took is what the searches of a point took.
type took struct {
	claims           bool // they claim solutions, so that there is a row of success
	timed            int
	seconds, updates map[int][]float64 // by sample
}

// readWorks reads the table of success and all records of a run.
func readWorks(ctx context.Context, f store.Folder) (*works, error) {
	p, err := readable(string(f))
	if err != nil {
		return nil, err
	}
	success, err := f.ReadTable("success")
	if err != nil {
		return nil, err
	}
	unfit := &config.Error{Where: f.In("success.tsv"), Want: fmt.Sprintf("is not there, or not of these records (fbp collect %s makes it)", store.Word(string(f)))}
	if success == nil {
		return nil, unfit
	}
	points := make([]took, len(p.Points))
	searches := slices.DeleteFunc(slices.Clone(p.Tasks), func(t plan.Task) bool { return t.Pair != nil })
	err = f.Each(ctx, searches, func(file store.TaskFile) error {
		if file.Record != nil && file.Record.Status != results.Failed {
			points[file.Task.Point].add(p, file)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	last := slices.Index(success.Columns, "probability_high")
	points = slices.DeleteFunc(points, func(t took) bool { return !t.claims })
	if last < 0 || len(points) != len(success.Rows) {
		return nil, unfit
	}
	w := &works{folder: f, keys: len(p.Swept), table: &results.Table{Columns: append(slices.Clone(success.Columns[:last+1]),
		"seconds", "seconds_sem", "seconds_per_solution", "timed", "updates", "updates_sem")}}
	for i, row := range success.Rows {
		probability, _ := row[slices.Index(success.Columns, "probability")].Float()
		w.table.Rows = append(w.table.Rows, append(slices.Clone(row[:last+1]), points[i].cells(probability)...))
	}
	return w, nil
}

// add adds a search.
func (t *took) add(p *plan.Plan, file store.TaskFile) {
	r := file.Record
	outcome := r.Readings[results.SolutionTable]
	if outcome == nil || !slices.Contains(outcome.Values, "solved") {
		return
	}
	if t.seconds == nil {
		t.claims, t.seconds, t.updates = true, map[int][]float64{}, map[int][]float64{}
	}
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
