package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fbp/experiment/config"
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

// check finds a mistake before any work.
func (o *output) check() (err error) {
	if o.figure != "" {
		o.format, err = formatOf("--figure", o.figure)
	}
	return err
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

// draw writes the figure.
func (o *output) draw(figure func() (*plot.Figure, error)) error {
	if o.figure == "" {
		return nil
	}
	f, err := figure()
	if err != nil {
		return err
	}
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
