package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"
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

// Export writes the weights that each search of a run ended with, solved or not,
// to a folder of their own, one file per search, and weights.tsv, which says what
// each is. The table is returned.
func Export(ctx context.Context, p *plan.Plan, dir, out, format string) (*results.Table, error) {
	if err := config.CheckChoices("--format", []string{format}, WeightFormats()); err != nil {
		return nil, err
	}
	if err := Folder(dir).Closed(); err != nil {
		return nil, err
	}
	t := &results.Table{Name: "weights", Columns: slices.Concat(p.Swept, p.SampleColumns(), []string{"n", "p", "solved", "errors", "file"})}
	written := map[string]bool{}
	for _, task := range p.Tasks {
		if ctx.Err() != nil {
			return nil, config.ErrInterrupted
		}
		if written[task.Solution] { // shared with another measurement
			continue
		}
		f, err := Folder(dir).ReadSolution(task)
		if err != nil {
			return nil, err
		}
		if f == nil {
			continue
		}
		if len(written) == 0 {
			if err := files.MkdirAll(out); err != nil {
				return nil, files.Explain("make the folder", out, err)
			}
		}
		written[task.Solution] = true
		name := task.Solution + "." + format
		if err := f.export(filepath.Join(out, name), format); err != nil {
			return nil, err
		}
		var row []results.Value
		for _, v := range p.Points[task.Point].Values {
			row = append(row, plan.Cell(v))
		}
		t.Rows = append(t.Rows, append(append(row, p.SampleCells(task)...), results.Int(f.Instance.N), results.Int(f.Instance.P),
			results.Num(results.Flag(f.Outcome == results.Solved)), results.Int(f.Errors), results.Text(name)))
	}
	if len(t.Rows) == 0 {
		return nil, &config.Error{Where: dir, Want: "there is no solution of its plan in it"}
	}
	var text bytes.Buffer
	if err := t.WriteTSV(&text); err != nil {
		return nil, err
	}
	return t, files.WriteFile(filepath.Join(out, "weights.tsv"), results.SealTSV(text.Bytes()))
}

// export writes the weights: int8 in .npy and whole numbers in text if they are
// ±1, doubles otherwise.
func (f *SolutionFile) export(path, format string) error {
	w, err := f.Weights()
	if err != nil {
		return err
	}
	var data []byte
	switch signs := f.Signs != ""; {
	case format == "txt":
		for _, x := range w {
			data = append(strconv.AppendFloat(data, x, 'g', -1, 64), '\n')
		}
	case format != "npy":
		return errors.New("unknown format " + format)
	case signs:
		data = npy.Append(nil, "|i1", len(w))
		for _, x := range w {
			data = append(data, byte(int8(x)))
		}
	default:
		data = npy.Append(nil, "<f8", len(w))
		for _, x := range w {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
		}
	}
	if err := files.WriteFile(path, data); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	return nil
}
