package figure

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

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

// panelled is a figure of any kind: it says which panels it stands for, of searches that may emit such readings
// beside such theory.
type panelled interface {
	AsPanels([]results.Layout, []*theories.Theory) *Panels
}

// Panels are the panels that the figure stands for.
func (d Display) Panels() *Panels { return d.Figure.(panelled).AsPanels(d.Emitted, d.Theories) }

// newRun is a run with such tables.
func newRun(display Display, tables func(name string) (*results.Table, error)) run {
	return run{Display: display, tables: tables, panels: display.Panels()}
}

// drawing is the figure of runs that have the same panels.
func drawing(runs ...run) (*plot.Figure, error) {
	b := panels{runs: runs, looks: newLooks(runs[0].panels.Colors)}
	return b.figure()
}

// inFolder is a run with the tables in its folder, and what is said of it; ok is false if there is nothing to draw: no
// table has rows.
func inFolder(display Display, in *store.Tables) (r run, notes []string, ok bool, err error) {
	r = newRun(display, drawn(in))
	if display.Default {
		notes, err = r.present()
		return r, notes, len(r.panels.Panels) > 0, err
	}
	for _, name := range display.needed() {
		t, err := r.tables(name)
		if errors.As(err, new(*missing)) || err == nil && len(t.Rows) == 0 {
			return r, nil, false, nil
		}
		if err != nil {
			return r, nil, false, err
		}
	}
	return r, r.absent(r.panels.Panels), true, nil
}

// InFolder makes a figure from the tables in a folder, nil if there is nothing to draw, and what is said of it.
func InFolder(display Display, in *store.Tables) (f *plot.Figure, notes []string, err error) {
	r, notes, ok, err := inFolder(display, in)
	if err != nil || !ok {
		return nil, notes, err
	}
	if f, err = drawing(r); f != nil {
		f.Made = in.Maker()
	}
	return f, notes, err
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

// Drawing is what came of a figure: the paths of its files, none if there is nothing to draw, and what it cannot show.
// Notes are lines about what it does not draw, and Why is why there is no figure.
type Drawing struct {
	Paths, Lost, Notes []string
	Why                string
}

// Draw draws a figure from the tables in a folder, in each of the formats. Drawing ends with ctx. A default figure that
// cannot be drawn is no mistake.
func Draw(ctx context.Context, display Display, tables *store.Tables, formats []string) (made Drawing, err error) {
	type rendered struct {
		figure *plot.Figure
		notes  []string
		files  [][]byte
	}
	r, err := say.Heeding(ctx, say.ErrInterrupted, func() (r rendered, err error) {
		if r.figure, r.notes, err = InFolder(display, tables); r.figure != nil && err == nil {
			r.figure, err = r.figure.Settled()
		}
		for i := 0; i < len(formats) && r.figure != nil && err == nil && ctx.Err() == nil; i++ {
			var file []byte
			file, err = File(r.figure, formats[i])
			r.files = append(r.files, file)
		}
		return r, err
	})
	switch made.Notes = r.notes; {
	case ctx.Err() != nil:
		return Drawing{}, say.ErrInterrupted
	case err != nil && display.Default && !errors.As(err, new(*store.TableError)) && !store.Unreadable(err):
		made.Why = err.Error()
		return made, nil
	case err != nil:
		return made, err
	case r.figure == nil && slices.ContainsFunc(r.notes, func(note string) bool { return strings.HasPrefix(note, noPanel) }):
		made.Why = "the numbers above are all that there is of its panels"
		return made, nil
	case r.figure == nil:
		made.Why = display.Absent(tables)
		return made, nil
	}
	for i, format := range formats {
		path := store.Folder(tables.Folder()).In("figure." + format)
		if err := store.WriteFile(path, r.files[i]); err != nil {
			return made, err
		}
		made.Paths = append(made.Paths, path)
	}
	made.Lost = r.figure.Lost()
	return made, nil
}
