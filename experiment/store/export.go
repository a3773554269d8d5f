package store

import (
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/internal/files"
	"fbp/internal/npy"
	"fbp/results"
)

// WeightFormats are the formats in which Export writes weights.
func WeightFormats() []string { return []string{"npy", "txt"} }

// ExportOptions say what Export writes, and where.
type ExportOptions struct {
	Out      string // folder of the files
	Format   string // one of WeightFormats
	Replicas bool   // also the replicas, one file per search that has some
	Sums     Sums   // takes the checksums of the files, by name in Out, if it is not nil
}

// write writes a file into the folder.
func (o ExportOptions) write(name string, data []byte) error {
	return o.Sums.Write(Folder(o.Out), name, data)
}

// Export writes the weights that each search of a run ended with, solved or not,
// to a folder of their own, one file per search, and weights.tsv, which says what
// each is. The replicas of a search are a grid, a row for each of them, those of the
// first snapshot first. The table is returned.
func Export(ctx context.Context, p *plan.Plan, dir string, o ExportOptions) (*results.Table, error) {
	if err := config.CheckChoices("--format", []string{o.Format}, WeightFormats()); err != nil {
		return nil, err
	}
	if err := Folder(dir).Closed(); err != nil {
		return nil, err
	}
	tasks, err := Folder(dir).Counted(ctx, p)
	if err != nil {
		return nil, err
	}
	if err := o.checkReplicas(ctx, tasks, dir); err != nil {
		return nil, err
	}
	t := &results.Table{Name: "weights", Columns: slices.Concat(p.Swept, p.SampleColumns(), []string{"n", "p", "solved", "errors", "file"})}
	if o.Replicas {
		t.Columns = append(t.Columns, "replicas", "replicas_file")
	}
	var layers [][]results.Value
	for task, f := range solutions(ctx, tasks, dir) {
		if f.err != nil {
			return nil, f.err
		}
		if len(t.Rows) == 0 {
			if err := files.MkdirAll(o.Out); err != nil {
				return nil, files.Explain("make the folder", o.Out, err)
			}
		}
		cells, own, err := f.export(o, task.Solution)
		if err != nil {
			return nil, fmt.Errorf("weights: %w", err)
		}
		layers = append(layers, own)
		t.Rows = append(t.Rows, slices.Concat(plan.RowOf(p.Points[task.Point].Values), p.SampleCells(task), f.cells(), cells))
	}
	if len(t.Rows) == 0 {
		return nil, &config.Error{Where: dir, Want: "there is no solution of its plan in it"}
	}
	addLayers(t, layers)
	data, err := t.SealedTSV()
	if err != nil {
		return nil, err
	}
	return t, o.write("weights.tsv", data)
}

// cells say what a solution is of, and how its search ended.
func (f *SolutionFile) cells() []results.Value {
	return []results.Value{results.Int(f.Instance.N), results.Int(f.Instance.P),
		results.Num(results.Flag(f.Outcome == results.Solved)), results.Int(f.Errors)}
}

// readSolution is a solution, or why it cannot be read.
type readSolution struct {
	*SolutionFile
	err error
}

// solutions are those in a folder of some tasks, each once, up to the first that cannot
// be read.
func solutions(ctx context.Context, tasks []plan.Task, dir string) iter.Seq2[plan.Task, readSolution] {
	return func(yield func(plan.Task, readSolution) bool) {
		seen := map[string]bool{}
		for _, task := range tasks {
			if seen[task.Solution] { // shared with another measurement
				continue
			}
			seen[task.Solution] = true
			f, err := Folder(dir).ReadSolution(task)
			if ctx.Err() != nil {
				err = config.ErrInterrupted
			}
			if (f != nil || err != nil) && !yield(task, readSolution{f, err}) || err != nil {
				return
			}
		}
	}
}

// checkReplicas refuses to write the replicas of a run that has solutions, but none with
// replicas.
func (o ExportOptions) checkReplicas(ctx context.Context, tasks []plan.Task, dir string) error {
	if !o.Replicas {
		return nil
	}
	some := false
	for _, f := range solutions(ctx, tasks, dir) {
		if f.err != nil || len(f.Replicas) > 0 {
			return f.err
		}
		some = true
	}
	if !some {
		return nil
	}
	return &config.Error{Where: "--replicas", Want: "no search in " + dir + " has replicas"}
}

// export writes the weights of a solution, also layer by layer where there are several,
// and its replicas if they are wanted; it returns the last cells of its row.
func (f *SolutionFile) export(o ExportOptions, name string) (cells, layers []results.Value, err error) {
	w, err := f.Weights()
	if err != nil {
		return nil, nil, err
	}
	file := name + "." + o.Format
	if err := o.write(file, grid([][]float64{w}, f.Signs != "", o.Format, len(w))); err != nil {
		return nil, nil, err
	}
	cells = []results.Value{results.Text(file)}
	if layers, err = f.exportLayers(o, name, w); err == nil && o.Replicas {
		var more []results.Value
		more, err = f.exportReplicas(o, name)
		cells = append(cells, more...)
	}
	return cells, layers, err
}

// exportReplicas writes the replicas of a solution, if it has any.
func (f *SolutionFile) exportReplicas(o ExportOptions, name string) (cells []results.Value, err error) {
	cells = []results.Value{results.Int(len(f.Replicas)), results.Missing}
	if len(f.Replicas) == 0 {
		return cells, nil
	}
	var all [][]float64
	signs := true
	for _, p := range f.Replicas {
		w, err := p.Weights()
		if err != nil {
			return nil, err
		}
		all, signs = append(all, w), signs && p.Signs != ""
	}
	file := name + ".replicas." + o.Format
	cells[1] = results.Text(file)
	return cells, o.write(file, grid(all, signs, o.Format, len(all), f.Count))
}

// grid is a file of vectors of weights: int8 in .npy and whole numbers in text if they
// are ±1, doubles otherwise. In text a line has one number of a single vector; of several,
// it has one of these, its numbers separated by blanks.
func grid(vectors [][]float64, signs bool, format string, shape ...int) (data []byte) {
	if format == "txt" {
		between := byte('\n')
		if len(shape) > 1 {
			between = ' '
		}
		for _, w := range vectors {
			for _, x := range w {
				data = append(strconv.AppendFloat(data, x, 'g', -1, 64), between)
			}
			if len(w) > 0 {
				data[len(data)-1] = '\n'
			}
		}
		return data
	}
	kind := "<f8"
	if signs {
		kind = "|i1"
	}
	data = npy.Append(nil, kind, shape...)
	for _, w := range vectors {
		for _, x := range w {
			if signs {
				data = append(data, byte(int8(x)))
			} else {
				data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
			}
		}
	}
	return data
}
