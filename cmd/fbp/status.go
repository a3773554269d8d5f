package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"fbp/experiment"
	"fbp/results"
)

func statusCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "status DIR",
		Short: "Say what is done, failed and missing in a run's folder",
		Long: `Print, from the files in a run's folder alone, how far the run is: one row a
point of the sweep with its samples, and how many are done, solved, failed and
missing. Failed tasks are named on stderr with their errors.

The exit code is 0 when every task is done and none failed, else 1.`,
		Example: `  fbp status results/alpha05`,
		Args:    cobra.ExactArgs(1),
		RunE: work(func(cmd *cobra.Command, args []string) error {
			p, err := experiment.Folder(args[0]).Plan()
			if err != nil {
				return err
			}
			s, err := experiment.StatusOf(cmd.Context(), p, args[0])
			if err != nil {
				return err
			}
			if err := statusTable(p, s).WriteTSV(cmd.OutOrStdout()); err != nil {
				return err
			}
			stderr := cmd.ErrOrStderr()
			for _, r := range s.Failures {
				fmt.Fprintf(stderr, "failed: %s: %s\n", r.Task, r.Error)
			}
			for _, err := range s.Bad {
				fmt.Fprintf(stderr, "bad record, counts as missing: %v\n", err)
			}
			if !s.Complete() {
				return errIncomplete
			}
			return nil
		}),
	}
}

// statusTable is the table that fbp status prints.
func statusTable(p *experiment.Plan, s *experiment.Status) *results.Table {
	t := &results.Table{Columns: append(slices.Clone(p.Swept), "samples", "done", "solved", "failed", "missing")}
	for _, point := range s.Points {
		var row []results.Value
		for _, v := range point.Values {
			row = append(row, experiment.Cell(v))
		}
		for _, n := range []int{point.Samples, point.Samples - point.Missing - point.Failed, point.Solved, point.Failed, point.Missing} {
			row = append(row, results.Int(n))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
