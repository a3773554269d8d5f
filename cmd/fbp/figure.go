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

// figureOf makes the figure of a table and of theory: one case a kind in the
// catalog.
func figureOf(asked experiment.Figure, t *results.Table, theory []plot.Curve) (*plot.Figure, error) {
	switch f := asked.(type) {
	case *experiment.LocalEntropyFigure:
		// plot takes alpha and n from their columns, swept or not.
		keys := slices.DeleteFunc(plot.Keys(t, "rho"), func(k plot.Key) bool { return k.Name == "alpha" || k.Name == "n" })
		return plot.LocalEntropy(t, keys, plot.LocalEntropyOptions{Bars: f.Bars, Reduced: f.Reduced, Theory: plot.Named(theory)})
	}
	return nil, fmt.Errorf("no way to draw a %T", asked)
}

// draw draws a figure from the tables in a folder, in each of the formats, and
// returns the paths. There is nothing to draw, and no path, when the table has
// no rows or was never written.
func draw(display experiment.Display, dir string, formats []string) (paths []string, err error) {
	t, err := readTable(dir, display.Figure.Table())
	if err != nil || t == nil || len(t.Rows) == 0 {
		return nil, err
	}
	theory, err := curves(display.Theories, dir, "d", "entropy")
	if err != nil {
		return nil, err
	}
	figure, err := figureOf(display.Figure, t, theory)
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

// curves are y against x of all theories that have both.
func curves(theories []*experiment.Theory, dir, x, y string) (all []plot.Curve, err error) {
	for _, th := range theories {
		if !th.Has(x, y) {
			continue
		}
		t, err := readTable(dir, th.Table())
		if err != nil {
			return nil, err
		}
		if t == nil {
			return nil, fmt.Errorf("%s: there is no %s.tsv (fbp collect makes the tables)", dir, th.Table())
		}
		xs, err1 := t.Column(x)
		ys, err2 := t.Column(y)
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
		for _, part := range th.Curves(x) {
			c := plot.Curve{Label: th.Label}
			for _, s := range part.Settings {
				c.Keys = append(c.Keys, plot.Key{Name: s.Name, Values: []string{s.Value}})
			}
			for _, row := range part.Rows {
				if row < len(xs) {
					c.Series.X, c.Series.Y = append(c.Series.X, xs[row]), append(c.Series.Y, ys[row])
				}
			}
			all = append(all, c)
		}
	}
	return all, nil
}

// readTable reads a table of a folder, nil if there is none.
func readTable(dir, table string) (*results.Table, error) {
	name := filepath.Join(dir, table+".tsv")
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
	return t, nil
}
