package figure

import (
	"context"
	"errors"
	"fmt"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/theories"
	"fbp/internal/say"
	"fbp/plot"
	"fbp/results"
)

// drawn reads the tables of a run by name; a missing table is an error.
func drawn(tables *store.Tables) func(name string) (*results.Table, error) {
	read := map[string]*results.Table{}
	return func(name string) (*results.Table, error) {
		if t, known := read[name]; known {
			return t, nil
		}
		t, err := tables.Read(name)
		if err == nil && t == nil {
			err = &missing{tables.Folder(), name}
		}
		if err == nil {
			read[name] = t
		}
		return t, err
	}
}

// missing is the error of a table that is not there.
type missing struct{ dir, table string }

func (m *missing) Error() string { return fmt.Sprintf("%s: there is no table %s.tsv", m.dir, m.table) }

// Declared is a figure that says which panels it stands for.
type Declared interface {
	plan.Figure
	// AsPanels are those panels, of searches that may emit such readings beside such theory.
	AsPanels([]results.Layout, []*theories.Theory) *Panels
}

// newRun is a run with such tables.
func newRun(display Display, tables func(name string) (*results.Table, error)) run {
	return run{Display: display, tables: tables, panels: display.Figure.(Declared).AsPanels(display.Emitted, display.Theories)}
}

// drawing is the figure of runs that have the same panels.
func drawing(runs ...run) (*plot.Figure, error) {
	b := panels{runs: runs, looks: newLooks(runs[0].panels.Colors)}
	return b.figure()
}

// inFolder is a run with the tables in its folder; ok is false if there is nothing to draw: the table
// has no rows or does not exist.
func inFolder(display Display, in *store.Tables) (r run, ok bool, err error) {
	r = newRun(display, drawn(in))
	if name := display.Table(); name != "" {
		t, err := r.tables(name)
		if errors.As(err, new(*missing)) || err == nil && len(t.Rows) == 0 {
			return r, false, nil
		}
		if err != nil {
			return r, false, err
		}
	}
	return r, true, nil
}

// InFolder makes a figure from the tables in a folder, nil if there is nothing to draw.
func InFolder(display Display, in *store.Tables) (*plot.Figure, error) {
	r, ok, err := inFolder(display, in)
	if err != nil || !ok {
		return nil, err
	}
	f, err := drawing(r)
	if f != nil {
		f.Made = in.Maker()
	}
	return f, err
}

// File is a file of a figure in a folder: besides pictures, json is the figure as numbers, and py the program that
// draws these.
func File(f *plot.Figure, format string) ([]byte, error) {
	switch format {
	case "py":
		return plot.Program, nil
	case "json":
		return f.JSON()
	}
	return f.Bytes(format)
}

// Draw draws a figure from the tables in a folder, in each of the formats, and returns the paths,
// none if there is nothing to draw, and what it cannot show. Drawing ends with ctx.
func Draw(ctx context.Context, display Display, tables *store.Tables, formats []string) (paths, lost []string, err error) {
	figure, err := say.Heeding(ctx, say.ErrInterrupted, func() (*plot.Figure, error) { return InFolder(display, tables) })
	if err != nil || figure == nil {
		return nil, nil, err
	}
	for _, format := range formats {
		if ctx.Err() != nil {
			return paths, nil, say.ErrInterrupted
		}
		path := store.Folder(tables.Folder()).In("figure." + format)
		data, err := say.Heeding(ctx, say.ErrInterrupted, func() ([]byte, error) { return File(figure, format) })
		if err == nil {
			err = store.WriteFile(path, data)
		}
		if err != nil {
			return paths, nil, err
		}
		paths = append(paths, path)
	}
	return paths, figure.Lost(), nil
}
