package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"fbp/experiment"
	"fbp/experiment/plan"
	"fbp/results"
)

func configCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "config [SECTION[.KIND[.KEY]]]",
		Short: "Print the keys of a config with type, default, range and help",
		Long: `Print the keys of a config, for every kind of every section, with their types,
defaults, ranges and meanings. An argument selects a section, a kind or a key. A
key without a default is required, and marked so, or has no value when left out
(-). Some defaults differ with the model, the protocol or a preset: fbp plan
--resolved prints those of a config.`,
		Example: `  fbp config
  fbp config algorithm
  fbp config algorithm.fbp.damping
  fbp config figure.panels.panel`,
		Args: atMost(1, "section.kind.key"),
		RunE: work(func(cmd *cobra.Command, args []string) error {
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
			}
			return nil
		}),
	}
}

// printKind prints a kind of a section with its keys.
func printKind(w io.Writer, k plan.Kind) error {
	switch {
	case k.Name != "":
		fmt.Fprintf(w, "%s kind = %q\n", k.Header, k.Name)
	case k.Section != "":
		fmt.Fprintln(w, k.Header)
	}
	if len(k.Keys) == 0 {
		_, err := fmt.Fprintln(w, "no keys")
		return err
	}
	t := &results.Table{Columns: []string{"key", "type", "default", "range", "help"}}
	for _, key := range k.Keys {
		if key.Type == "table" {
			key.Default = "" // its keys have theirs
		}
		row := []results.Value{results.Text(key.Path)}
		for _, text := range []string{key.Type, key.Default, key.Range, key.Help} {
			row = append(row, results.TextOrMissing(text))
		}
		t.Rows = append(t.Rows, row)
	}
	return t.WriteAligned(w)
}
