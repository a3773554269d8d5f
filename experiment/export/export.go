// Package export writes the weights that searches ended with for other programs.
package export

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/files"
	"fbp/internal/npy"
	"fbp/internal/say"
	"fbp/model"
	"fbp/results"
)

// Formats are the formats of the files.
func Formats() []string { return []string{"npy", "txt"} }

// Options say what is written, and where.
type Options struct {
	Format   string // one of Formats
	Replicas bool   // also the replicas, one file per search that has some

	Put func(name string, data []byte) error // takes each of the files
}

// To writes files into a folder, which is made if there are any.
func To(dir string) func(name string, data []byte) error {
	return func(name string, data []byte) error {
		if err := files.MkdirAll(dir); err != nil {
			return files.Explain("make the folder", dir, err)
		}
		return store.WriteFile(store.Folder(dir).In(name), data)
	}
}

// line says in the head of weights.tsv how the files were written.
func (o Options) line() string { return "export: --format " + o.Format + o.replicas() }

// Flags are those of the command that writes the files.
func (o Options) Flags() string {
	if o.Format == Formats()[0] { // the default
		return o.replicas()
	}
	return " --format " + o.Format + o.replicas()
}

func (o Options) replicas() string {
	if o.Replicas {
		return " --replicas"
	}
	return ""
}

// OptionsOf are those with which a weights.tsv was written; ok is false where it does not say so.
func OptionsOf(t *results.Table) (o Options, ok bool) {
	for _, o.Format = range Formats() {
		for _, o.Replicas = range []bool{false, true} {
			if slices.Contains(t.Meta, o.line()) {
				return o, true
			}
		}
	}
	return o, false
}

// Exported is what came of it.
type Exported struct {
	Table    *results.Table // weights.tsv, a row for each search
	Replicas int            // searches that have replicas
	Todo     int            // solutions of tasks without a record
	Failed   int            // tasks that failed, which have none
	Lost     []plan.Task    // one for each solution that is missing though its task is done
}

// Write writes the weights that each search of a run ended with, solved or not, to a file of their own,
// also layer by layer where there are several, and weights.tsv, which says what each is. The plan is decoded.
func Write(ctx context.Context, p *plan.Plan, f store.Folder, o Options) (*Exported, error) {
	if err := say.CheckChoices("--format", []string{o.Format}, Formats()); err != nil {
		return nil, err
	}
	if err := f.CheckNoLinks(); err != nil {
		return nil, err
	}
	t := &results.Table{Name: "weights", Meta: []string{"name: " + p.Name, "config: " + p.Config, o.line()}, Columns: slices.Concat(p.Swept, p.SampleColumns(), []string{"n", "p", "solved", "errors", "file"})}
	if o.Replicas {
		t.Columns = append(t.Columns, "replicas", "replicas_file")
	}
	e := &Exported{Table: t}
	seen := map[string]bool{}
	_, err := f.ScanAs(ctx, p, store.Reading{Head: func(r store.StoredRecord) error {
		task := r.Task
		if seen[task.Solution] { // shared with another measurement
			return nil
		}
		s, err := f.ReadSolution(task)
		if err != nil {
			return err
		}
		if s == nil {
			e.without(r, seen)
			return nil
		}
		seen[task.Solution] = true
		cells, err := o.solution(task.Solution, p.At(task.Point).Model, s)
		if err != nil {
			return fmt.Errorf("weights: %w", err)
		}
		e.Replicas += min(1, len(s.Replicas))
		t.Rows = append(t.Rows, slices.Concat(plan.RowOf(p.Points[task.Point].Values), p.SampleCells(task), cells))
		return nil
	}})
	if err != nil {
		return nil, err
	}
	if len(t.Rows) == 0 {
		return nil, &say.Error{Where: string(f), Want: "there is no solution of its plan in it"}
	}
	pad(t)
	data, err := t.SealedTSV()
	if err != nil {
		return nil, err
	}
	return e, o.Put("weights.tsv", data)
}

// without notes a task without a solution: it has to be done, has failed or has lost it.
func (e *Exported) without(r store.StoredRecord, seen map[string]bool) {
	switch {
	case r.Record == nil:
		e.Todo++
	case r.Record.Status == results.Failed:
		e.Failed++
	default:
		seen[r.Task.Solution] = true
		e.Lost = append(e.Lost, r.Task)
	}
}

// pad gives a table columns for the files of as many layers as the deepest network has.
func pad(t *results.Table) {
	first, deepest := len(t.Columns), 0
	for _, row := range t.Rows {
		deepest = max(deepest, len(row)-first)
	}
	for l := range deepest {
		t.Columns = append(t.Columns, fmt.Sprintf("layer_%d_file", l+1))
	}
	for i := range t.Rows {
		t.Rows[i] = append(t.Rows[i], make([]results.Value, len(t.Columns)-len(t.Rows[i]))...)
	}
}

// solution writes the files of a solution of a model, and returns the last cells of its row.
func (o Options) solution(name string, of model.Model, s *store.SolutionFile) ([]results.Value, error) {
	found, err := s.Content()
	if err != nil {
		return nil, err
	}
	signs := s.Signs != ""
	cells := []results.Value{results.Int(s.Instance.N), results.Int(s.Instance.P), results.Num(results.Flag(s.Outcome == results.Solved))}
	if !found.Found() { // there is nothing to be written
		return append(cells, results.Missing, results.Missing), nil
	}
	cells = append(cells, results.Int(s.Errors))
	add := func(part string, signs bool, w []float64, shape ...int) {
		if err == nil {
			file := name + part + "." + o.Format
			cells, err = append(cells, results.Text(file)), o.Put(file, encode(o.Format, signs, w, shape))
		}
	}
	add("", signs, found.Weights, len(found.Weights))
	if o.Replicas {
		cells = append(cells, results.Int(len(found.Replicas)))
		if len(found.Replicas) == 0 {
			cells = append(cells, results.Missing)
		} else {
			all := true
			for _, r := range s.Replicas {
				all = all && r.Signs != ""
			}
			add(".replicas", all, slices.Concat(found.Replicas...), len(found.Replicas), s.Count)
		}
	}
	net, several := of.(layered)
	if !several {
		return cells, err
	}
	w := found.Weights
	for l, shape := range net.Shape() {
		add(fmt.Sprintf(".layer%d", l+1), signs, w[:shape.Weights()], shape.Units, shape.Inputs)
		w = w[shape.Weights():]
	}
	return cells, err
}

// layered is a network of several layers of weights.
type layered interface{ Shape() []model.Layer }

// encode is a file of weights. In .npy they are int8 if they are ±1, doubles otherwise; text has one number
// per line, of a grid its last index.
func encode(format string, signs bool, w []float64, shape []int) (data []byte) {
	switch {
	case format == "txt":
		columns := 1
		if len(shape) > 1 {
			columns = shape[1]
		}
		for i, x := range w {
			data = strconv.AppendFloat(data, x, 'g', -1, 64)
			if (i+1)%columns == 0 {
				data = append(data, '\n')
			} else {
				data = append(data, ' ')
			}
		}
	case signs:
		data = npy.Append(nil, "|i1", shape...)
		for _, x := range w {
			data = append(data, byte(int8(x)))
		}
	default:
		data = npy.Append(nil, "<f8", shape...)
		for _, x := range w {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
		}
	}
	return data
}
