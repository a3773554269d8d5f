package main

import (
	"github.com/spf13/cobra"

	"fbp/experiment"
	"fbp/experiment/figure"
	"fbp/experiment/store"
	"fbp/experiment/table"
)

// collectFlags are the flags of fbp collect.
type collectFlags struct {
	store.CollectOptions
	out string
}

func collectCommand() *cobra.Command {
	var f collectFlags
	cmd := &cobra.Command{
		Use:   "collect DIR [DIR…]",
		Short: "Merge folders of one experiment, make tables and figure again",
		Long: `Bring the records and solutions of several folders, shares of one plan that
were run on different machines, into the first (or into --out), then make its
tables and figure from the records. With one folder, only the latter is done.

Records of one task with different numbers, which only faulty memory or a
changed program can cause, are an error that names both files.

It can be repeated, with any subset and in any order. Tables of an incomplete
plan state how many tasks are missing. Tables of another run or of an earlier
plan that this one does not make are removed.

With [collect] at = { distance = [.01, .02] } in config.toml of the folder it
also writes local_entropy_at.tsv: the local entropy at these distances,
interpolated in each sample and averaged.`,
		Example: `  fbp collect results/alpha05
  fbp collect --out results/all node1/alpha05 node2/alpha05`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: completeFolders,
		RunE:              running(f.do),
	}
	cmd.Flags().StringVar(&f.out, "out", "", "folder to merge into (default the first)")
	cmd.Flags().BoolVar(&f.Strict, "strict", false, "refuse records of different or changed programs")
	return cmd
}

// do merges the folders, and makes tables and figure.
func (f *collectFlags) do(cmd *cobra.Command, args []string) error {
	if err := folderFor("--out", f.out); err != nil {
		return err
	}
	if f.out == "" {
		f.out = args[0]
	}
	log := newLog(cmd.ErrOrStderr())
	c := experiment.Standard()
	f.Log, f.Names = log, c.FileKeys()
	p, err := store.Collect(cmd.Context(), f.out, args, f.CollectOptions)
	if err != nil {
		return err
	}
	if err := store.Folder(f.out).Decode(p, c); err != nil {
		return err
	}
	display, err := figure.DisplayOf(f.out, p, c)
	if err != nil {
		return err
	}
	_, err = collected(cmd.Context(), p, f.out, display, table.Options{Jobs: defaultJobs(), Log: log}, cmd.ErrOrStderr())
	return err
}
