package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"fbp/experiment"
	"fbp/experiment/figure"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/say"
	"fbp/plot"
)

// tablesAndFigure are made, unless this was a share of the plan and other
// shares are missing. It returns the number of tasks that the tables lack.
func tablesAndFigure(ctx context.Context, p *plan.Plan, o experiment.Options, report experiment.Report, stderr io.Writer) (missing int, err error) {
	share := report.Selected < report.Planned && (!o.First || o.Shard.Of > 0)
	return collected(ctx, p, o.Dir, figure.Displayed(p), table.Options{Jobs: o.Jobs, Whole: share, Log: o.Log}, stderr)
}

// collected writes the tables, draws the figure of a folder, and prints their paths
// and the number of missing tasks. No other process does so meanwhile; provenance.json is the last file.
func collected(ctx context.Context, p *plan.Plan, dir string, display figure.Display, o table.Options, stderr io.Writer) (missing int, err error) {
	ctx, done, err := store.Lock(ctx, dir, "tables")
	if err != nil {
		return 0, err
	}
	defer done()
	f := store.Folder(dir)
	if err := f.Begin(); err != nil {
		return 0, err
	}
	o.At = display.At
	names, state, err := writeTables(ctx, p, dir, display, o, stderr)
	if err == nil && o.Whole && state.Missing() > 0 {
		fmt.Fprintf(stderr, "missing in %s: %d of %d tasks; %s makes the tables when they are there\n", say.Word(dir), state.Missing(), len(p.Tasks), say.Command("fbp collect %s", dir))
		return 0, nil
	}
	var removed, drawn []string
	if err == nil { // before a figure is drawn of a table of another plan
		removed, err = f.Tables(p).RemoveStrays(names)
	}
	switch {
	case err != nil || len(p.Tasks) == 0 && display.Figure == nil:
	case display.Figure == nil:
		tell(stderr, "no figure: %s", figure.Undeclared)
	default:
		drawn, err = drawFigure(ctx, display, f.Tables(p), state.Missing() == 0, stderr)
	}
	if gone := slices.DeleteFunc(removed, func(path string) bool { return slices.Contains(drawn, path) }); len(gone) > 0 {
		tell(stderr, "removed, since they were of another plan: %s", strings.Join(gone, " "))
	}
	if err == nil && ctx.Err() != nil { // perhaps since another process has taken the lock over
		err = say.ErrInterrupted
	}
	if err != nil {
		return 0, err
	}
	return state.Missing(), f.Finish(state)
}

// drawFigure draws the figure of a folder, of a whole run or not, and returns its paths.
func drawFigure(ctx context.Context, display figure.Display, tables *store.Tables, whole bool, stderr io.Writer) ([]string, error) {
	drawn, err := figure.Draw(ctx, display, tables, plot.Formats())
	if err != nil {
		return nil, fmt.Errorf("the tables are written, the figure is not: %w", err)
	}
	for _, note := range drawn.Notes {
		tell(stderr, "%s", note)
	}
	if len(drawn.Paths) == 0 {
		tell(stderr, "no figure: %s", drawn.Why)
		return nil, nil
	}
	if whole { // else the tables are partial, which has been said, as have failures
		for _, note := range tables.Absences() {
			fmt.Fprintln(stderr, note)
		}
	}
	tell(stderr, "figure: %s", strings.Join(drawn.Paths, " "))
	warnLost(stderr, drawn.Lost)
	return drawn.Paths, nil
}

// writeTables writes the tables of records and of theory, and returns their names.
func writeTables(ctx context.Context, p *plan.Plan, dir string, display figure.Display, o table.Options, stderr io.Writer) (names []string, state *store.FolderState, err error) {
	shown := newProgress(stderr)
	defer shown.close()
	o.Rows, o.Words = shown.rows(), func(line string) { tell(stderr, "%s", line) }
	paths, state, err := table.Write(ctx, p, dir, display.Theories, o)
	if err != nil || o.Whole && state.Missing() > 0 {
		return nil, state, err
	}
	theory, err := table.WriteTheory(ctx, p, dir, display.Theories, o)
	if err != nil {
		return nil, state, err
	}
	if state.Missing() > 0 {
		most := ""
		if p.Until != nil {
			most = "at most "
		}
		fmt.Fprintf(stderr, "missing: %d of %s%d tasks; the tables are partial and marked as such\n", state.Missing(), most, len(p.Tasks))
	}
	paths = append(paths, theory...)
	tell(stderr, "tables: %s", strings.Join(paths, " "))
	names = make([]string, len(paths))
	for i, path := range paths {
		names[i] = strings.TrimSuffix(filepath.Base(path), ".tsv")
	}
	return names, state, nil
}
