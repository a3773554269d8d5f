package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"fbp/experiment"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/internal/claims"
	"fbp/results"
)

// statusFlags are the flags of fbp status.
type statusFlags struct{ failed, asJSON bool }

func statusCommand() *cobra.Command {
	var f statusFlags
	cmd := newCommand("status DIR", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error { return f.do(cmd, args[0]) })
	cmd.Flags().BoolVar(&f.failed, "failed", false, "list the samples that are missing from a mean, and why")
	jsonFlag(cmd, &f.asJSON, "print what is there as one object of JSON")
	return cmd
}

// readable is the plan of a folder whose records this program reads.
func readable(dir string) (*plan.Plan, error) {
	p, err := store.Folder(dir).Plan()
	if err == nil {
		err = store.Folder(dir).CheckVersion(p)
	}
	return p, err
}

// decoded is that plan with the kinds of its points.
func decoded(dir string) (*plan.Plan, error) {
	p, err := readable(dir)
	if err == nil {
		err = store.Folder(dir).Decode(p, experiment.Standard())
	}
	return p, err
}

// read is how far a run is, and with --failed what is missing from its means.
func (f statusFlags) read(ctx context.Context, dir string) (p *plan.Plan, s *store.FolderState, excluded *results.Table, err error) {
	if !f.failed {
		if p, err = readable(dir); err == nil {
			s, err = store.Folder(dir).Scan(ctx, p, nil)
		}
		return p, s, nil, err
	}
	if p, err = decoded(dir); err != nil {
		return nil, nil, nil, err
	}
	s, excluded, err = table.InNoMean(ctx, store.Folder(dir), p)
	return p, s, excluded, err
}

// do prints how far a run is, or what of it failed.
func (f statusFlags) do(cmd *cobra.Command, dir string) error {
	out, stderr := cmd.OutOrStdout(), cmd.ErrOrStderr()
	p, s, excluded, err := f.read(cmd.Context(), dir)
	switch {
	case err != nil && f.asJSON:
		return failedJSON(out, err)
	case err != nil:
		return err
	case f.asJSON:
		err = printJSON(out, statusObject(p, s, excluded))
	case !f.failed:
		err = statusTable(p, s).WriteAligned(out)
	case len(excluded.Rows) == 0:
		fmt.Fprintln(stderr, "none: no sample failed, is unsolved, could not be measured or is missing from a mean otherwise")
	default:
		err = excluded.WriteAligned(out)
	}
	if err != nil {
		return err
	}
	if f.asJSON {
		sayStarved(dir, s, stderr)
	} else {
		sayStatus(stderr, s, dir, !f.failed)
	}
	if !s.Complete() {
		return errIncomplete
	}
	return nil
}

// sayStatus prints what the table does not say, one line each.
func sayStatus(stderr io.Writer, s *store.FolderState, dir string, failures bool) {
	for _, r := range s.Running {
		tell(stderr, "running: %s %s", r.Name, by(r))
	}
	for _, r := range s.Dead {
		tell(stderr, "abandoned, counts as missing: %s %s; the next run does it", r.Name, by(r))
	}
	if failures { // otherwise the table has them
		for _, r := range s.Failures {
			tell(stderr, "failed: %s: %s", r.Task, r.Error)
		}
	}
	for _, err := range s.Bad {
		tell(stderr, "bad record, counts as missing: %v", err)
	}
	sayStarved(dir, s, stderr)
	if s.Made.Mixed {
		tell(stderr, "mixed or changed builds: %s", s.Made.Builds)
	}
	if waiting := s.Total.Missing + s.Total.Running; waiting > 0 {
		if seconds, all := s.Remaining(); all || seconds > 0 {
			about, more := "about", ""
			if !all {
				about = "at least"
			}
			if s.Open > 0 {
				more = fmt.Sprintf(", and more if these do not decide at %d of %d points", s.Open, len(s.Points))
			}
			fmt.Fprintf(stderr, "left: %d of %d tasks, %s %s of one core%s\n", waiting, s.Total.Samples, about, duration(seconds), more)
		}
	}
}

// by says who does a task, and for how long.
func by(r claims.Running) string {
	job := ""
	if r.Job != "" {
		job = " in job " + r.Job
	}
	text := fmt.Sprintf("on %s%s, process %d, for %s", r.Host, job, r.PID, duration(max(0, time.Since(r.Since).Seconds()))) // a clock was put back, or is that of another machine
	if r.Silent > 2*claims.Beat {
		text += fmt.Sprintf(", silent for %s", duration(r.Silent.Seconds()))
	}
	return text
}

// progressCells say how far a point is with the samples that a rule adds; nil is a point of
// pairs.
func progressCells(s *plan.Decided) []results.Value {
	switch {
	case s == nil:
		return []results.Value{results.Missing, results.Missing}
	case s.Failed > 0:
		return []results.Value{withError(s.Width, s.Width), results.Text("failed")}
	case s.Open:
		return []results.Value{withError(s.Width, s.Width), results.Text("no")}
	case s.Known:
		return []results.Value{withError(s.Width, s.Width), results.Text("yes")}
	}
	return []results.Value{withError(s.Width, s.Width), results.Text("at_most")}
}

// countColumns are those of countsOf.
var countColumns = []string{"samples", "done", "solved", "unsolved", "unmeasured", "failed", "running", "missing"}

// countsOf are the samples of a point, or of all.
func countsOf(point store.PointStatus) (row []results.Value) {
	for _, n := range []int{point.Samples, point.Solved + point.Unsolved, point.Solved, point.Unsolved, point.Unmeasured,
		point.Failed, point.Running, point.Missing} {
		row = append(row, results.Int(n))
	}
	return row
}

// statusTable is the table that fbp status prints.
func statusTable(p *plan.Plan, s *store.FolderState) *results.Table {
	t := &results.Table{Columns: slices.Concat(p.Swept, countColumns)}
	if p.Until != nil {
		t.Columns = append(t.Columns, "half_width", "decided")
	}
	for _, point := range s.Points {
		row := append(plan.RowOf(point.Values), countsOf(point)...)
		if p.Until != nil {
			row = append(row, progressCells(point.Decided)...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
