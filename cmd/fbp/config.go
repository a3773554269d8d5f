package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"fbp/experiment"
	"fbp/experiment/config"
	"fbp/experiment/figure"
	"fbp/experiment/plan"
	"fbp/results"
)

func configCommand() *cobra.Command {
	schema := false
	cmd := newCommand("config [SECTION[.KIND[.KEY]]]", cobra.MaximumNArgs(1), func(cmd *cobra.Command, args []string) error {
		if schema {
			text, err := json.MarshalIndent(experiment.Standard().Schema(), "", " ")
			if err == nil {
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s\n", text)
			}
			return err
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
				printPanels(cmd.OutOrStdout(), k.Name)
			}
		}
		return nil
	})
	cmd.Flags().BoolVar(&schema, "schema", false, "print a JSON schema of configs, for editors")
	return cmd
}

// printPanels prints the panels that a kind of figure stands for, to start a figure of one's own with.
func printPanels(w io.Writer, kind string) {
	preset, is := experiment.Standard().Figures[kind]().(figure.Declared)
	if !is || kind == "panels" {
		return
	}
	var b strings.Builder
	config.WriteSection(&b, "[figure]", config.NewSection("panels", preset.AsPanels(nil, nil)).Settings())
	fmt.Fprintf(w, "\nIt stands for these panels, with series of the theories that have their columns:\n%s", b.String())
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
