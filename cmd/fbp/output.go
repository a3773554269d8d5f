package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fbp/experiment/config"
	"fbp/experiment/store"
	"fbp/internal/files"
	"fbp/plot"
	"fbp/results"
)

// output are the files that a command writes beside its table on stdout.
type output struct {
	table, figure string // paths, "" for none
	format        string // of the figure
}

// register adds --out and --figure, which draws what is named.
func (o *output) register(cmd *cobra.Command, drawn string) {
	cmd.Flags().StringVar(&o.table, "out", "", "also write the table to this file, replacing it")
	cmd.Flags().StringVar(&o.figure, "figure", "", drawn+": a file .pdf, .svg or .png, replaced")
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
	if filepath.Clean(o.table) == filepath.Clean(o.figure) {
		return &config.Error{Where: "--out " + o.table, Want: "want another file than that of --figure"}
	}
	for _, path := range read {
		for _, path := range []string{path, store.Folder(path).In("success.tsv")} {
			if sameFile(o.table, path) {
				return &config.Error{Where: "--out " + o.table, Want: "want another file: this one is read"}
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
		return "", &config.Error{Where: flag + " " + path, Want: "want a name that ends in .pdf, .svg or .png"}
	}
	return format, nil
}

// write writes the table, with a checksum.
func (o *output) write(t *results.Table) error {
	if o.table == "" {
		return nil
	}
	data, err := t.SealedTSV()
	if err != nil {
		return err
	}
	return files.WriteFile(o.table, data)
}

// draw writes the figure, and what it cannot show to stderr.
func (o *output) draw(stderr io.Writer, figure func() (*plot.Figure, error)) error {
	if o.figure == "" {
		return nil
	}
	f, err := figure()
	if err != nil {
		return err
	}
	warnLost(stderr, f.Lost())
	return writeFigure(f, o.figure, o.format)
}

// writeFigure writes a figure to a file.
func writeFigure(f *plot.Figure, path, format string) error {
	data, err := f.Bytes(format)
	if err != nil {
		return err
	}
	return files.WriteFile(path, data)
}
