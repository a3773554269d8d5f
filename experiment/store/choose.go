package store

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/results"
)

// duplicates finds which of several folders has the file to keep, of every record,
// solution and measurement of a plan.
type duplicates struct {
	prefer    string               // the folder that decides when numbers conflict
	best      map[string]duplicate // by path in a folder
	bad       map[string]error     // records that cannot be used, by path
	conflicts [][2]duplicate
}

// newDuplicates has seen no folder yet.
func newDuplicates(prefer string) *duplicates {
	return &duplicates{prefer: prefer, best: map[string]duplicate{}, bad: map[string]error{}}
}

// duplicate is a file of a folder.
type duplicate struct {
	folder Folder
	what   string // the task, solution or measurement
	sum    string // of what must be the same everywhere
	faults int
	commit string // of the program, of a record
}

// faults orders records of one task: none, so many measurements that failed, no
// search.
func faults(r *results.Record) int {
	if r.Status == results.Failed {
		return math.MaxInt
	}
	return len(r.Reasons)
}

// isRecord tells the paths of records from others.
func isRecord(name string) bool { return strings.HasPrefix(name, "tasks") }

// look takes in what a folder has. Bad files are passed over: the run that owns
// them does their tasks again.
func (d *duplicates) look(ctx context.Context, p *plan.Plan, f Folder, log *slog.Logger) error {
	found := map[string]bool{} // solutions
	err := f.Heads(ctx, p.Tasks, func(r TaskFile) error {
		if r.Err != nil {
			log.Warn("bad record, passed over", "why", r.Err)
			d.bad[f.Record(r.Task)] = r.Err
		}
		if r.Record != nil {
			file := duplicate{folder: f, what: "task " + r.Task.ID, sum: r.Record.Sum, faults: faults(r.Record)}
			if r.Record.Run != nil {
				file.commit = r.Record.Run.Commit
			}
			d.choose(Folder("").Record(r.Task), file)
		}
		found[r.Task.Solution] = true
		s, err := f.ReadSolution(r.Task)
		if s != nil {
			d.choose(Folder("").Solution(r.Task), duplicate{folder: f, what: "solution " + s.Solution, sum: s.Sum})
		}
		return stopping(err)
	})
	if err != nil {
		return err
	}
	return f.eachMeasurement(ctx, found, func(name string, m *MeasurementFile, err error) error {
		switch {
		case err != nil:
			log.Warn("bad measurement, passed over", "why", err)
		case m != nil:
			file := duplicate{folder: f, what: "measurement " + name, sum: m.Sum}
			if m.Reason != "" {
				file.faults = 1
			}
			d.choose(Folder("").Measurement(name), file)
		}
		return nil
	})
}

// choose keeps a file if it takes the place of the best so far. Fewer faults
// win. Numbers that differ are a conflict, for the same parameters give the same
// numbers: bad memory, or a program that was changed. The texts of faults may
// depend on the machine; of those, any rule will do that does not go by order.
func (d *duplicates) choose(name string, now duplicate) {
	old, known := d.best[name]
	take := !known || now.faults < old.faults
	if known && now.faults == old.faults && now.sum != old.sum {
		switch {
		case d.prefer != "" && string(now.folder) == d.prefer:
			take = true
		case d.prefer != "" && string(old.folder) == d.prefer:
		case now.faults > 0:
			take = now.sum < old.sum
		default:
			d.conflicts = append(d.conflicts, [2]duplicate{old, now})
		}
	}
	if take {
		d.best[name] = now
	}
}

// conflict is the error of folders that contradict each other.
func (d *duplicates) conflict() error {
	if len(d.conflicts) == 0 {
		return nil
	}
	a, b, more := d.conflicts[0][0], d.conflicts[0][1], ""
	if n := len(d.conflicts) - 1; n > 0 {
		more = fmt.Sprintf(" (and %d more)", n)
	}
	return fmt.Errorf("%s has other numbers in %s than in %s%s: bad memory, or another program; nothing was merged; %s decides",
		a.what, a.folder, b.folder, more, config.Command("--prefer %s or --prefer %s", string(a.folder), string(b.folder)))
}

// builds are the programs that made the records that were chosen.
func (d *duplicates) builds() Builds {
	builds := Builds{}
	for name, file := range d.best {
		if isRecord(name) {
			builds[cmp.Or(file.commit, "unknown")]++
		}
	}
	return builds
}
