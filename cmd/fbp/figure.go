package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"fbp/experiment"
	"fbp/plot"
	"fbp/results"
)

// figureOf makes the figure of a table: one case a kind in the catalog.
func figureOf(asked experiment.Figure, t *results.Table) (*plot.Figure, error) {
	switch f := asked.(type) {
	case *experiment.LocalEntropyFigure:
		// plot takes alpha and n from their columns, swept or not.
		keys := slices.DeleteFunc(plot.Keys(t, "rho"), func(k plot.Key) bool { return k.Name == "alpha" || k.Name == "n" })
		return plot.LocalEntropy(t, keys, plot.LocalEntropyOptions{Bars: f.Bars, Reduced: f.Reduced})
	}
	return nil, fmt.Errorf("no way to draw a %T", asked)
}

// draw draws a figure from the table in a folder, in each of the formats, and
// returns the paths. There is nothing to draw, and no path, when the table has
// no rows or was never written.
func draw(asked experiment.Figure, dir string, formats []string) (paths []string, err error) {
	name := filepath.Join(dir, asked.Table()+".tsv")
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	t, err := results.ReadTSV(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(t.Rows) == 0 {
		return nil, nil
	}
	figure, err := figureOf(asked, t)
	if err != nil {
		return nil, err
	}
	for _, format := range formats {
		var b bytes.Buffer
		if err := figure.Write(&b, format); err != nil {
			return paths, err
		}
		path := filepath.Join(dir, "figure."+format)
		if err := results.WriteFile(path, b.Bytes()); err != nil {
			return paths, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}
