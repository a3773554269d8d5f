package store

import (
	"context"
	"fmt"
	"log/slog"
	"math"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/results"
)

// duplicates finds, for every task of a plan, which of several folders has the
// record to keep, for every search which has the solution, and for every measurement.
type duplicates struct {
	prefer       string // the folder that decides when numbers conflict
	records      map[string]duplicate
	solutions    map[string]duplicate
	measurements map[string]duplicate
	builds       map[string]string // of the chosen records, by task
	bad          map[string]error  // records that cannot be used, by path
	conflicts    []conflict
}

// newDuplicates has seen no folder yet.
func newDuplicates(prefer string) *duplicates {
	return &duplicates{prefer: prefer, records: map[string]duplicate{}, solutions: map[string]duplicate{}, measurements: map[string]duplicate{},
		bad: map[string]error{}, builds: map[string]string{}}
}

// conflict is two folders that contradict each other.
type conflict struct {
	what string // the task or solution
	a, b Folder
}

// duplicate is the best file of a name so far.
type duplicate struct {
	folder Folder
	sum    string // of what must be the same everywhere
	faults int
}

// faults orders records of one task: none, so many measurements that failed, no
// search.
func faults(r *results.Record) int {
	if r.Status == results.Failed {
		return math.MaxInt
	}
	return len(r.Reasons)
}

// look takes in what a folder has. Bad files are passed over: the run that owns
// them does their tasks again.
func (d *duplicates) look(ctx context.Context, p *plan.Plan, f Folder, log *slog.Logger) error {
	return f.Heads(ctx, p.Tasks, func(r TaskFile) error {
		if Stops(r.Err) {
			return r.Err
		}
		if r.Err != nil {
			log.Warn("bad record, passed over", "why", r.Err)
			d.bad[f.Record(r.Task)] = r.Err
		}
		if r.Record != nil && d.choose(d.records, "task "+r.Task.ID, r.Task.ID, duplicate{f, r.Record.Sum, faults(r.Record)}) {
			d.builds[r.Task.ID] = ""
			if r.Record.Run != nil {
				d.builds[r.Task.ID] = r.Record.Run.Commit
			}
		}
		s, err := f.ReadSolution(r.Task)
		if Stops(err) {
			return err
		}
		if s != nil {
			d.choose(d.solutions, "solution "+s.Solution, s.Solution, duplicate{folder: f, sum: s.Sum})
		}
		return nil
	})
}

// lookAtMeasurements takes in the measurements that a folder has of the plan's
// solutions.
func (d *duplicates) lookAtMeasurements(ctx context.Context, p *plan.Plan, f Folder, log *slog.Logger) error {
	of := map[string]bool{}
	for _, t := range p.Tasks {
		of[t.Solution] = true
	}
	names, err := f.measurements(of)
	if err != nil {
		return err
	}
	for _, name := range names {
		if ctx.Err() != nil {
			return config.ErrInterrupted
		}
		m, err := f.MeasurementNamed(name)
		if Stops(err) {
			return err
		}
		if err != nil {
			log.Warn("bad measurement, passed over", "why", err)
			continue
		}
		if m == nil {
			continue
		}
		now := duplicate{folder: f, sum: m.Sum}
		if m.Reason != "" {
			now.faults = 1
		}
		d.choose(d.measurements, "measurement "+name, name, now)
	}
	return nil
}

// choose tells whether a file takes the place of the best so far. Fewer faults
// win. Numbers that differ are a conflict, for the same parameters give the same
// numbers: bad memory, or a program that was changed. The texts of faults may
// depend on the machine; of those, any rule will do that does not go by order.
func (d *duplicates) choose(best map[string]duplicate, what, id string, now duplicate) bool {
	old, known := best[id]
	take := !known || now.faults < old.faults
	if known && now.faults == old.faults && now.sum != old.sum {
		switch {
		case d.prefer != "" && string(now.folder) == d.prefer:
			take = true
		case d.prefer != "" && string(old.folder) == d.prefer:
		case now.faults > 0:
			take = now.sum < old.sum
		default:
			d.conflicts = append(d.conflicts, conflict{what, old.folder, now.folder})
		}
	}
	if take {
		best[id] = now
	}
	return take
}

// conflict is the error of folders that contradict each other.
func (d *duplicates) conflict() error {
	if len(d.conflicts) == 0 {
		return nil
	}
	c, more := d.conflicts[0], ""
	if n := len(d.conflicts) - 1; n > 0 {
		more = fmt.Sprintf(" (and %d more)", n)
	}
	return fmt.Errorf("%s has other numbers in %s than in %s%s: bad memory, or another program; nothing was merged; --prefer %s or --prefer %s decides",
		c.what, c.a, c.b, more, c.a, c.b)
}
