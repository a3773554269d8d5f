package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/say"
	"fbp/internal/traits"
	"fbp/model"
	"fbp/results"
)

// readRun reads the searches of a run that claim solutions, by the points of its plan and the rows of its samples.tsv.
func readRun(path string) (*successTable, error) {
	p, err := decoded(path)
	if err != nil {
		return nil, err
	}
	t := &successTable{path: path, plan: p, run: store.Folder(path).Tables(p)}
	samples, err := t.run.Read("samples")
	if err == nil && samples == nil {
		err = &say.Error{Where: path, Want: say.Command("there is no samples.tsv (fbp status %s counts the tasks that are done, fbp collect %s makes the tables)", path, path)}
	}
	if err != nil {
		return nil, err
	}
	of, err := t.searches(samples)
	if err != nil {
		return nil, err
	}
	names, cells := table.PointColumns(p, table.SuccessColumns())
	t.columns = names
	for i := range p.Points {
		if list := of[i]; len(list) > 0 {
			t.rows = append(t.rows, successRow{table: t, point: &p.Points[i], kinds: p.At(i), searches: list, cells: cells(p.Points[i])})
		}
	}
	if len(t.rows) == 0 {
		return nil, &say.Error{Where: path, Want: "none of its searches claims a solution"}
	}
	return t, nil
}

// searches are those of the rows of samples.tsv, by point. Of an algorithm that claims no solution the rows have no number
// solved, and count nothing.
func (t *successTable) searches(samples *results.Table) (map[int][]*search, error) {
	named := make(map[string]plan.Task, len(t.plan.Tasks))
	for _, task := range t.plan.Tasks {
		if task.Pair == nil {
			named[task.ID] = task
		}
	}
	id, status, solved := slices.Index(samples.Columns, "task"), slices.Index(samples.Columns, "status"), slices.Index(samples.Columns, "solved")
	if id < 0 || status < 0 {
		return nil, t.unfit()
	}
	of := map[int][]*search{}
	for _, row := range samples.Rows {
		task, known := named[row[id].String()]
		if !known {
			return nil, t.unfit()
		}
		failed := row[status] == results.Text(string(results.Failed))
		if failed || solved >= 0 && row[solved] != results.Missing {
			of[task.Point] = append(of[task.Point], &search{Task: task, path: t.path, point: &t.plan.Points[task.Point], seed: t.plan.Seed,
				failed: failed, solved: row[status] == results.Text(string(results.Solved))})
		}
	}
	maps.DeleteFunc(of, func(int, []*search) bool { return solved < 0 }) // failed searches of a solver that claims nothing
	return of, nil
}

// unfit is the error of a table that is not of the plan and the records of its run.
func (t *successTable) unfit() error {
	err := &store.TableError{Folder: store.Folder(t.run.Folder()), Table: "samples", Err: errors.New("not of the records that are there")}
	if state, bad := err.Folder.Scan(context.Background(), t.plan, nil); bad == nil && t.run.Lost(state.Missing()) {
		err.Lost, err.Err = true, errors.New("made of records that are not there any more")
	}
	return err
}

// model says what the searches of a run are on: "perceptron, binary, κ = 0", with all that there are if the run varies
// them.
func (t *successTable) model() (about string) {
	var all []string
	further := map[string][]string{}
	for _, row := range t.rows {
		is, patterns := row.kinds.Model.Traits(), row.kinds.Source.About()
		words := []string{traits.Network(is.Network), is.Weights, is.Activation, is.Layout, patterns.Function, fmt.Sprintf("κ = %v", is.Kappa), patterns.Labels}
		if is.Hidden > 1 {
			words[0] += fmt.Sprintf(" of %d", is.Hidden)
		}
		words = slices.DeleteFunc(words, func(w string) bool { return w == "" || w == model.LinearUnits || w == traits.Random })
		if of := strings.Join(words, ", "); !slices.Contains(all, of) {
			all = append(all, of)
		}
		params := row.kinds.Params(&plan.Task{})
		for _, key := range furtherKeys {
			if value := plan.Parameter(params, key[0], key[1]); !slices.Contains(further[key[1]], fmt.Sprint(value)) {
				further[key[1]] = append(further[key[1]], fmt.Sprint(value))
			}
		}
	}
	about = strings.Join(all, "; ")
	for _, key := range furtherKeys {
		if values := further[key[1]]; len(values) == 1 && !slices.Contains([]string{"<nil>", "binary", "0"}, values[0]) {
			about += fmt.Sprintf(", %s = %s", key[1], values[0])
		}
	}
	return about
}

// furtherKeys are those of models and patterns that change success, and that theory has no words for; those that are
// swept, or differ by variant, have columns.
var furtherKeys = [][2]string{{"model", "need"}, {"model", "layers"}, {"instance", "inputs"}, {"instance", "bias"}, {"instance", "label_bias"}, {"instance", "label_noise"}}
