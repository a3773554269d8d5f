package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"fbp/experiment"
	"fbp/experiment/config"
	"fbp/experiment/figure"
	"fbp/experiment/plan"
	"fbp/internal/say"
	"fbp/results"
)

func configCommand() *cobra.Command {
	schema := false
	cmd := newCommand("config [SECTION[.KIND[.KEY]] [CONFIG]]", cobra.MaximumNArgs(2), func(cmd *cobra.Command, args []string) error {
		if schema {
			text, err := json.MarshalIndent(experiment.Standard().Schema(), "", " ")
			if err == nil {
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s\n", text)
			}
			return err
		}
		if len(args) > 1 {
			return printFigure(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), args[0], args[1])
		}
		path := ""
		if len(args) > 0 {
			path = args[0]
		}
		kinds, err := experiment.Standard().Describe(path)
		if err != nil {
			return err
		}
		for i, k := range kinds {
			if i > 0 {
				fmt.Fprintln(cmd.OutOrStdout())
			}
			if err := printKind(cmd.OutOrStdout(), k); err != nil {
				return err
			}
			if len(kinds) == 1 && k.Section == "figure" {
				if err := printPanels(cmd.OutOrStdout(), k.Name); err != nil {
					return err
				}
			}
		}
		return nil
	})
	cmd.Flags().BoolVar(&schema, "schema", false, "print a JSON schema of configs, for editors")
	return cmd
}

// printFigure prints the panels of the figure of a config, those that it declares or else those that its searches and
// measurements do, to start a figure of one's own with.
func printFigure(ctx context.Context, w, stderr io.Writer, path, file string) error {
	if path != "figure.panels" {
		return &say.Error{Where: path, Want: "want figure.panels before a config, whose panels are printed"}
	}
	p, err := load(ctx, file, nil, stderr)
	if err != nil {
		return err
	}
	display := figure.Displayed(p)
	if display.Figure == nil {
		return &say.Error{Where: file, Want: figure.Undeclared}
	}
	return writePanels(w, display.Panels())
}

// printPanels prints the panels that a kind of figure stands for, to start a figure of one's own with.
func printPanels(w io.Writer, kind string) error {
	if kind == "panels" {
		return nil
	}
	fmt.Fprint(w, "\nIt stands for these panels, with series of the theories that have their columns:\n")
	return writePanels(w, figure.Display{Figure: experiment.Standard().Figures[kind]()}.Panels())
}

func writePanels(w io.Writer, f *figure.Panels) error {
	var b strings.Builder
	config.WriteSection(&b, "[figure]", config.NewSection("panels", f).Settings())
	_, err := io.WriteString(w, b.String())
	return err
}

// printKind prints a kind of a section with its keys.
func printKind(w io.Writer, k plan.Kind) error {
	switch {
	case k.Name != "":
		fmt.Fprintf(w, "%s kind = %q\n", k.Header, k.Name)
	case k.Section != "":
		fmt.Fprintln(w, k.Header)
	}
	if k.Help != "" {
		fmt.Fprintf(w, "%s\n\n", k.Help)
	}
	if len(k.Keys) == 0 {
		_, err := fmt.Fprintln(w, "no keys")
		return err
	}
	t := &results.Table{Columns: []string{"key", "type", "default", "range", "help"}}
	for _, key := range k.Keys {
		row := []results.Value{results.Text(key.Path)}
		for _, text := range []string{key.Type.String(), key.InWords(), key.Range(), key.Help} {
			row = append(row, results.TextOrMissing(text))
		}
		t.Rows = append(t.Rows, row)
	}
	return t.WriteAligned(w)
}
