package figure

import (
	"fmt"
	"path/filepath"
	"slices"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/plot"
	"fbp/results"
)

// Several draws the figures of several runs, which are of one kind, over each other;
// sets are changes of their configs. What it reads has to be as the runs sealed it.
func Several(dirs []string, c *plan.Catalog, sets ...string) (*plot.Figure, error) {
	figures := make([]*plot.Figure, len(dirs))
	first := ""
	for i, dir := range dirs {
		sums, err := store.Folder(dir).Checksums()
		if err != nil {
			return nil, err
		}
		if sums.Differs(store.Folder(dir), "config.toml") {
			return nil, &config.Error{Where: store.Folder(dir).In("config.toml"),
				Want: fmt.Sprintf("has changed since the run was sealed (fbp plot %s draws its own figure anew and seals it)", store.Word(dir))}
		}
		display, err := DisplayOf(dir, c, sets...)
		if err != nil {
			return nil, err
		}
		if display.Figure == nil {
			return nil, &config.Error{Where: dir, Want: "its config asks for no figure"}
		}
		kind := kindOf(display.Figure, c)
		if i == 0 {
			first = kind
		}
		if kind != first {
			return nil, &config.Error{Where: dir, Want: fmt.Sprintf("its figure is of kind %q, that of %s of kind %q: want figures of one kind", kind, dirs[0], first)}
		}
		if figures[i], err = inFolder(display, sealed(dir, sums)); err != nil {
			return nil, err
		}
		if figures[i] == nil {
			return nil, &config.Error{Where: dir, Want: display.Absent(dir)}
		}
	}
	figure, err := plot.Overlay(runNames(dirs), figures)
	if err != nil {
		return nil, &config.Error{Want: err.Error()}
	}
	return figure, nil
}

// sealed reads the tables of a folder by name; one that differs from its checksum is an
// error.
func sealed(dir string, sums *store.Checksums) func(name string) (*results.Table, error) {
	read := tablesOf(dir)
	return func(name string) (*results.Table, error) {
		if sums.Differs(store.Folder(dir), name+".tsv") {
			return nil, &store.TableError{Folder: store.Folder(dir), Table: name, Err: fmt.Errorf("differs from checksums.tsv")}
		}
		return read(name)
	}
}

// kindOf is the kind of a figure.
func kindOf(f plan.Figure, c *plan.Catalog) string {
	for kind, make := range c.Figures {
		if fmt.Sprintf("%T", make()) == fmt.Sprintf("%T", f) {
			return kind
		}
	}
	return ""
}

// runNames name runs by the last parts of their folders, as many as tell them apart.
func runNames(dirs []string) []string {
	whole := make([]string, len(dirs))
	for i, dir := range dirs {
		whole[i] = filepath.Clean(dir)
		if abs, err := filepath.Abs(dir); err == nil && whole[i] == "." {
			whole[i] = abs
		}
	}
	names := slices.Clone(whole)
	for i := range names {
		names[i] = filepath.Base(whole[i])
	}
	if sorted := slices.Sorted(slices.Values(names)); len(slices.Compact(sorted)) < len(names) {
		return whole
	}
	return names
}
