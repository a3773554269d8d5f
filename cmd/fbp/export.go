package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"fbp/experiment/store"
)

func exportCommand() *cobra.Command {
	var o store.ExportOptions
	cmd := &cobra.Command{
		Use:   "export DIR",
		Short: "Write the weights that searches ended with as .npy or text",
		Long: `Write the weights that each search of a run ended with, solved or not, to a file
of their own, for NumPy, Julia or anything else: .npy (int8, or float64 if they
are not ±1) or text with one weight per line. The table weights.tsv lists the
file of each sample, with solved (0 or 1) and errors.

The weights of a search with replicas are those of their reference; --replicas
also writes the replicas, one file per search: a row for each of them, those of
the first snapshot first.

Weights of other programs are read with [algorithm] kind = "file" and their
path.`,
		Example: `  fbp export results/alpha05
  fbp export results/alpha05 --format txt --out weights`,
		Args:              exactly(1, "one folder of a run"),
		ValidArgsFunction: completeFolder,
		RunE: work(func(cmd *cobra.Command, args []string) error {
			p, err := store.Folder(args[0]).Plan()
			if err != nil {
				return err
			}
			if o.Out == "" {
				o.Out = filepath.Join(args[0], "weights")
			}
			t, err := store.Export(cmd.Context(), p, args[0], o)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "the weights of %d searches are in %s\n", len(t.Rows), o.Out)
			return nil
		}),
	}
	cmd.Flags().StringVar(&o.Format, "format", "npy", "npy or txt")
	cmd.Flags().BoolVar(&o.Replicas, "replicas", false, "also the weights of all replicas of each search")
	cmd.Flags().StringVar(&o.Out, "out", "", "folder for the files (default DIR/weights)")
	completeWords(cmd, "format", store.WeightFormats()...)
	return cmd
}
