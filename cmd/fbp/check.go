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
	cmd := newCommand("check DIR", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error { return checkFolder(cmd, args[0], o, aside, asJSON) })
	cmd.Flags().BoolVar(&o.Strict, "strict", false, "records of different or changed programs are a finding")
	cmd.Flags().BoolVar(&o.Quick, "quick", false, "do not make theory, figures and report.html again")
	cmd.Flags().BoolVar(&aside, "aside", false, "keep damaged records, solutions and measurements in files of their own, for fbp run to do their tasks again")
	jsonFlag(cmd, &asJSON, "print findings and counts as one object of JSON")
	return cmd
}

// checkFolder prints what is wrong in a folder, and how much is sound.
func checkFolder(cmd *cobra.Command, dir string, o check.Options, aside, asJSON bool) error {
	o.Page = func(ctx context.Context) ([]byte, error) {
		p, err := decoded(dir)
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
