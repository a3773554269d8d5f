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
	cmd := newCommand("collect DIR [DIR…]", cobra.MinimumNArgs(1), f.do)
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
