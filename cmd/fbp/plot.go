package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fbp/experiment"
	"fbp/experiment/figure"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/files"
	"fbp/internal/say"
	"fbp/plot"
)

// plotFlags are the flags of fbp plot.
type plotFlags struct {
	formats, sets []string
	out           string
	emit          bool
}

func plotCommand() *cobra.Command {
	var f plotFlags
	cmd := newCommand("plot DIR [DIR… --out FILE]", cobra.MinimumNArgs(1), f.do)
	cmd.Flags().StringSliceVar(&f.formats, "format", plot.Formats(), "formats of the figure")
	cmd.Flags().BoolVar(&f.emit, "emit", false, "write figure.json and figure.py instead")
	cmd.Flags().StringVar(&f.out, "out", "", "draw to this file .pdf, .svg or .png, replaced, and not to the folder of a run")
	cmd.Flags().StringArrayVar(&f.sets, "set", nil, "set a key of the figure, figure.height=6 (repeatable)")
	completeWords(cmd, "format", plot.Formats()...)
	return cmd
}

// do draws the figure of a run, or of several.
func (f *plotFlags) do(cmd *cobra.Command, args []string) error {
	if err := say.CheckChoices("--format", f.formats, plot.Formats()); err != nil {
		return err
	}
	for _, set := range f.sets {
		if !strings.HasPrefix(set, "figure.") {
			return &say.Error{Where: "--set " + set, Want: "want a key of the figure: figure.…"}
		}
	}
	if len(args) > 1 || f.out != "" {
		for _, flag := range []string{"format", "emit"} {
			if cmd.Flags().Changed(flag) {
				return &say.Error{Where: "--" + flag, Want: "want one folder with it, and no --out"}
			}
		}
		return together(cmd.Context(), args, f.out, f.sets, cmd.ErrOrStderr())
	}
	c := experiment.Standard()
	p, err := store.Folder(args[0]).Decoded(c)
	if err != nil {
		return err
	}
	display, err := figure.DisplayOf(args[0], p, c, f.sets...)
	if err != nil {
		return err
	}
	if display.Figure == nil {
		return &say.Error{Where: args[0], Want: figure.Undeclared}
	}
	if f.emit {
		if !cmd.Flags().Changed("format") {
			f.formats = nil
		}
		f.formats = append(f.formats, "json", "py")
	}
	return redraw(cmd.Context(), p, args[0], display, f.formats, cmd.ErrOrStderr())
}

// together draws the figures of several runs to one file.
func together(ctx context.Context, dirs []string, out string, sets []string, stderr io.Writer) error {
	if out == "" {
		return &say.Error{Where: "plot", Want: fmt.Sprintf("want --out FILE for the figure of %d folders", len(dirs))}
	}
	format, err := formatOf("--out", out)
	if err != nil {
		return err
	}
	for i, dir := range dirs {
		if slices.ContainsFunc(dirs[:i], func(other string) bool { return sameFile(other, dir) }) {
			return &say.Error{Where: dir, Want: "is given twice: want each run once"}
		}
	}
	var tables []*store.Tables
	figure, err := heeding(ctx, func() (f *plot.Figure, err error) {
		f, tables, err = figure.Several(dirs, experiment.Standard(), sets...)
		return f, err
	})
	if err != nil {
		return err
	}
	if err := sayNotes(ctx, stderr, tables...); err != nil {
		return err
	}
	data, err := heeding(ctx, func() ([]byte, error) { return drawn(figure, out, format) })
	if err == nil {
		err = files.WriteFile(out, data)
	}
	if err != nil {
		return err
	}
	tell(stderr, "figure: %s", out)
	warnLost(stderr, figure.Lost())
	return nil
}

// warnLost prints what a figure cannot show.
func warnLost(stderr io.Writer, lost []string) {
	for _, note := range lost {
		fmt.Fprintf(stderr, "warning: figure: %s\n", note)
	}
}

// redraw draws the figure of a folder from its tables. The config, whose figure and theory may be
// edited, is that of the figure then.
func redraw(ctx context.Context, p *plan.Plan, dir string, display figure.Display, formats []string, stderr io.Writer) error {
	ctx, done, err := store.Lock(ctx, dir, "tables")
	if err != nil {
		return err
	}
	defer done()
	if err := theoryTables(ctx, p, dir, display, stderr); err != nil {
		return err
	}
	tables := store.Folder(dir).Tables(p)
	drawn, err := figure.Draw(ctx, display, tables, formats)
	if err != nil {
		return err
	}
	for _, note := range drawn.Notes {
		tell(stderr, "%s", note)
	}
	if len(drawn.Paths) == 0 {
		return fmt.Errorf("%s: %s", dir, drawn.Why)
	}
	if err := sayNotes(ctx, stderr, tables); err != nil {
		return err
	}
	tell(stderr, "figure: %s", strings.Join(drawn.Paths, " "))
	warnLost(stderr, drawn.Lost)
	return nil
}

// sayNotes prints what the tables that were read do not show, one line each.
func sayNotes(ctx context.Context, stderr io.Writer, read ...*store.Tables) error {
	for _, tables := range read {
		notes, err := tables.Notes(ctx)
		if err != nil {
			return err
		}
		for _, note := range notes {
			fmt.Fprintln(stderr, note)
		}
	}
	return nil
}

// theoryTables computes the theory that is missing in a folder or has changed. A
// table that is damaged is an error, as that of any other table is.
func theoryTables(ctx context.Context, p *plan.Plan, dir string, display figure.Display, stderr io.Writer) error {
	if len(display.Theories) == 0 {
		return nil
	}
	for _, th := range display.Theories {
		if _, err := store.Folder(dir).ReadTable(th.Table()); err != nil {
			return err
		}
	}
	shown := newProgress(stderr)
	defer shown.close()
	_, err := table.WriteTheory(ctx, p, dir, display.Theories, table.Options{Jobs: defaultJobs(), Rows: shown.rows()})
	return err
}
