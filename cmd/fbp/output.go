package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fbp/experiment/store"
	"fbp/internal/files"
	"fbp/internal/say"
	"fbp/plot"
	"fbp/results"
)

// jsonFlag is --json, of which docs/scripting.md has the keys.
func jsonFlag(cmd *cobra.Command, asJSON *bool, help string) {
	cmd.Flags().BoolVar(asJSON, "json", false, help)
}

// printJSON prints an object as one line of JSON.
func printJSON(w io.Writer, object any) error { return json.NewEncoder(w).Encode(object) }

// failedJSON prints the error that ends a command with code 1 as an object, and returns it.
func failedJSON(w io.Writer, err error) error {
	if exitCode(runError{err}) != exitFailed {
		return err
	}
	return errors.Join(err, printJSON(w, struct {
		Error string `json:"error"`
	}{say.OneLine(err.Error())}))
}

// say prints one line, whatever names and texts of others are in it.
func tell(w io.Writer, format string, args ...any) {
	fmt.Fprintln(w, say.OneLine(fmt.Sprintf(format, args...)))
}

// output are the files that a command writes beside its table on stdout.
type output struct {
	table, figure string // paths, "" for none
	format        string // of the figure
	asJSON        bool   // on stdout
}

// register adds --out, --figure, which draws what is named, and --json.
func (o *output) register(cmd *cobra.Command, drawn string) {
	o.registerTable(cmd)
	cmd.Flags().StringVar(&o.figure, "figure", "", drawn+": a file .pdf, .svg or .png, replaced")
}

// registerTable adds --out and --json.
func (o *output) registerTable(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.table, "out", "", "also write the table to this file, replacing it")
	jsonFlag(cmd, &o.asJSON, "print rows as lines of JSON")
}

// fileFor refuses the path of a flag unless a file can be written there, and replaced if there is
// one, which is none of a run and no config.
func fileFor(flag, path string) error {
	if err := unfit(flag, path, files.CheckOutput(path)); err != nil {
		return err
	}
	if what := store.Taken(path); what != "" {
		return &say.Error{Where: flag + " " + path, Want: "is " + what + ": want another file"}
	}
	return nil
}

// folderFor refuses the path of a flag, if it is given, unless it is that of a folder or there can
// be one, which is none in a run but weights, where fbp export writes.
func folderFor(flag, path string) error {
	if path == "" {
		return nil
	}
	if what := store.Taken(filepath.Join(path, "file")); what != "" && filepath.Base(path) != "weights" {
		return &say.Error{Where: flag + " " + path, Want: "is " + what + ": want another folder"}
	}
	return unfit(flag, path, files.CheckFolder(path, true))
}

func unfit(flag, path string, why error) error {
	if why == nil {
		return nil
	}
	return &say.Error{Where: flag + " " + path, Want: why.Error()}
}

// check finds a mistake before any work: a file that is read, or the table of a run in
// a folder that is read, is not replaced.
func (o *output) check(read []string) (err error) {
	if o.figure != "" {
		if o.format, err = formatOf("--figure", o.figure); err != nil {
			return err
		}
	}
	if o.table == "" {
		return nil
	}
	if err := fileFor("--out", o.table); err != nil {
		return err
	}
	if o.figure != "" && filepath.Clean(o.table) == filepath.Clean(o.figure) {
		return &say.Error{Where: "--out " + o.table, Want: "want another file than that of --figure"}
	}
	for _, path := range read {
		for _, path := range []string{path, store.Folder(path).In("samples.tsv")} {
			if sameFile(o.table, path) {
				return &say.Error{Where: "--out " + o.table, Want: "want another file: this one is read"}
			}
		}
	}
	return nil
}

// sameFile reports whether two paths lead to one file.
func sameFile(a, b string) bool {
	x, err := files.Stat(a)
	if err != nil {
		return false
	}
	y, err := files.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// formatOf is the format of the file of a figure that a flag names.
func formatOf(flag, path string) (string, error) {
	format := strings.TrimPrefix(filepath.Ext(path), ".")
	if !slices.Contains(plot.Formats(), format) {
		return "", &say.Error{Where: flag + " " + path, Want: "want a name that ends in .pdf, .svg or .png"}
	}
	return format, fileFor(flag, path)
}

// print prints the table, and writes it to the file of --out.
func (o *output) print(cmd *cobra.Command, args []string, t *results.Table) error {
	if err := o.keep(cmd, args, t); err != nil {
		return err
	}
	stdout := cmd.OutOrStdout()
	shown := &results.Table{Columns: t.Columns, Rows: t.Rows}
	if o.asJSON {
		return shown.WriteJSON(stdout)
	}
	return shown.WriteTSV(stdout)
}

// keep writes the table to the file of --out, if there is one: with its name, what made it, and a checksum.
func (o *output) keep(cmd *cobra.Command, args []string, t *results.Table) error {
	if o.table == "" {
		return nil
	}
	made := *t
	made.Meta = []string{"version: " + results.Version}
	if !slices.ContainsFunc(args, isFile) { // of a table of others nobody knows
		made.Meta = append(made.Meta, fmt.Sprintf("physics: %d", results.PhysicsVersion))
	}
	made.Meta = slices.Concat(made.Meta, []string{"command: " + commandOf(cmd, args)}, t.Meta)
	data, err := made.SealedTSV()
	if err != nil {
		return err
	}
	return files.WriteFile(o.table, data)
}

// isFile tells whether a path is no folder of a run.
func isFile(path string) bool {
	info, err := files.Stat(path)
	return err == nil && !info.IsDir()
}

// commandOf is the command line of what is in a table, for a shell: flags that say only where it goes and how fast it is made are left out.
func commandOf(cmd *cobra.Command, args []string) string {
	words := append(strings.Fields(cmd.CommandPath()), args...)
	cmd.Flags().Visit(func(f *pflag.Flag) {
		list := []string{f.Value.String()}
		if several, ok := f.Value.(pflag.SliceValue); ok {
			list = several.GetSlice()
		}
		for _, value := range list {
			if !slices.Contains([]string{"out", "figure", "json", "jobs"}, f.Name) {
				words = append(words, "--"+f.Name, value)
			}
		}
	})
	return say.CommandLine(words)
}

// draw writes the figure, unless ctx ends before, and what it cannot show to stderr.
func (o *output) draw(ctx context.Context, stderr io.Writer, figure func() (*plot.Figure, error)) error {
	if o.figure == "" {
		return nil
	}
	data, err := heeding(ctx, func() ([]byte, error) {
		f, err := figure()
		if err != nil {
			return nil, err
		}
		warnLost(stderr, f.Lost())
		return drawn(f, o.figure, o.format)
	})
	if err != nil {
		return err
	}
	return files.WriteFile(o.figure, data)
}

// drawn is a figure in a format, for a file. A name in it that the font cannot draw is a mistake.
func drawn(f *plot.Figure, path, format string) ([]byte, error) {
	data, err := f.Bytes(format)
	if err != nil {
		return nil, &say.Error{Where: path, Want: err.Error()}
	}
	return data, nil
}
