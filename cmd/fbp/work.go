package main

import (
	"cmp"
	"path/filepath"

	"github.com/spf13/cobra"

	"fbp/experiment"
	"fbp/experiment/plan"
)

// work is which tasks of a config are done, and where: what run and submit have in common.
type work struct {
	experiment.Options
	sets []string
}

// registerWork adds the flags.
func (w *work) registerWork(cmd *cobra.Command) {
	setFlag(cmd, &w.sets)
	flags := cmd.Flags()
	flags.StringVar(&w.Dir, "out", "", "folder of the run (default results/<name>)")
	flags.BoolVar(&w.First, "first", false, "do only the first sample, with its searches and pairs, of every point that has no other: to see how long they take")
	flags.BoolVar(&w.Replace, "replace", false, "take the place of another experiment that the folder holds")
	flags.BoolVar(&w.RetryFailed, "retry-failed", false, "do failed tasks again, and failed measurements")
	flags.BoolVar(&w.Commands, "allow-commands", false, "run the programs of kind \"command\" that the config names: read it first")
}

// load makes the plan of the config, and finds the folder.
func (w *work) load(cmd *cobra.Command, file string) (*plan.Plan, error) {
	if err := folderFor("--out", w.Dir); err != nil {
		return nil, err
	}
	p, err := load(cmd.Context(), file, w.sets, cmd.ErrOrStderr())
	if err == nil {
		w.Dir = cmp.Or(w.Dir, filepath.Join("results", p.Name))
	}
	return p, err
}
