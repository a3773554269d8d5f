package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"fbp/experiment"
	"fbp/experiment/check"
	"fbp/experiment/store"
)

func checkCommand() *cobra.Command {
	var o check.Options
	var aside, asJSON bool
	cmd := &cobra.Command{
		Use:   "check DIR",
		Short: "Verify every file of a run",
		Long: `Read everything in the folder of a run and verify it: the plan against the
config; every record, solution, measurement and checkpoint by its checksum and
its name; every solution and measurement against its record; the errors of every
solution, counted again where the patterns are at hand; every table, deviations
from theory included, against one made again from the records; exported weights
against the solutions; and theory, figures and report.html against ones made
again, where they say that this fbp made them (else they are not compared).
--quick leaves these out, which can take long. Tables of another run or of an
earlier plan are findings. Nothing is changed without --aside.

Every finding is one line on stdout: the file, the damage, and the command that
repairs it. What is made of records is made again, or removed, by fbp collect. A
damaged record, solution or measurement is moved aside by --aside (NAME.bad),
together with the records that rest on it, and fbp run then does these tasks
again. An incomplete run is not a finding: see fbp status.

The exit code is 0 when all is sound, or with --aside when fbp run repairs the
rest, 1 with findings, 2 when there is no run or a newer fbp has written it.`,
		Example: `  fbp check results/alpha05
  fbp check results/alpha05 --quick --strict
  fbp check results/alpha05 --aside`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeFolders,
		RunE:              running(func(cmd *cobra.Command, args []string) error { return checkFolder(cmd, args[0], o, aside, asJSON) }),
	}
	cmd.Flags().BoolVar(&o.Strict, "strict", false, "records of different or changed programs are a finding")
	cmd.Flags().BoolVar(&o.Quick, "quick", false, "do not make theory, figures and report.html again")
	cmd.Flags().BoolVar(&aside, "aside", false, "move damaged records, solutions and measurements aside, for fbp run to do their tasks again")
	jsonFlag(cmd, &asJSON, "print findings and counts as one object of JSON")
	return cmd
}

// checkFolder prints what is wrong in a folder, and how much is sound.
func checkFolder(cmd *cobra.Command, dir string, o check.Options, aside, asJSON bool) error {
	o.Page = func(ctx context.Context) ([]byte, error) {
		p, err := readable(dir)
		if err != nil {
			return nil, err
		}
		_, html, err := pageOf(ctx, store.Folder(dir), p, io.Discard)
		return html, err
	}
	c, err := check.Run(cmd.Context(), dir, experiment.Standard(), o)
	if err != nil && asJSON {
		return failedJSON(cmd.OutOrStdout(), err)
	}
	if err != nil {
		return err
	}
	stderr := cmd.ErrOrStderr()
	if asJSON {
		err = printJSON(cmd.OutOrStdout(), c)
	} else {
		sayChecked(c, cmd.OutOrStdout(), stderr)
	}
	left := len(c.Findings)
	if err == nil && aside {
		left, err = c.Aside(newLog(stderr))
	}
	if err == nil && left > 0 {
		return errIncomplete
	}
	return err
}

// sayChecked prints findings to out, and what was checked to stderr.
func sayChecked(c *check.Report, out, stderr io.Writer) {
	for _, f := range c.Findings {
		tell(out, "%s", f)
	}
	for _, note := range c.Notes {
		tell(stderr, "not checked: %s", note)
	}
	fmt.Fprintf(stderr, "%s: %d records (tasks without one: %d), %d solutions (errors counted again: %d), %d measurements and %d tables are sound; made again, and the same: %d files\n",
		plural(len(c.Findings), "finding"), c.Records, c.Missing, c.Solutions, c.Recounted, c.Measured, c.Tables, c.Products)
	if c.Unplanned > 0 {
		fmt.Fprintf(stderr, "beside them sound records that are in no table, since the plan does not have their tasks or does not count them: %d\n", c.Unplanned)
	}
}
