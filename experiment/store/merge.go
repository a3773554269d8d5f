package store

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math"
	"strings"

	"fbp/experiment/plan"
	"fbp/internal/origin"
	"fbp/results"
)

// merge finds which of several folders has the file to keep, of every record,
// solution and measurement of a plan.
type merge struct {
	best map[string]candidate // by path in a folder
	bad  map[string]error     // records that cannot be used, by path
}

// candidate is a file of a folder.
type candidate struct {
	folder Folder
	sum    string // of what must be the same everywhere
	faults int
	commit string // of the program, of a record
}

// rank orders records of one task: none, so many measurements that failed, no
// search.
func rank(r *results.Record) int {
	if r.Status == results.Failed {
		return math.MaxInt
	}
	return len(r.Reasons)
}

// isRecord tells the paths of records from others.
func isRecord(name string) bool { return strings.HasPrefix(name, "tasks") }

// scan takes in what a folder has. Bad files are passed over: the run that owns
// them does their tasks again.
func (d *merge) scan(ctx context.Context, p *plan.Plan, f Folder, log *slog.Logger) error {
	found := map[string]bool{} // solutions
	_, err := f.ScanAs(ctx, p, Reading{Of: p.Tasks, Head: func(r StoredRecord) error {
		if r.Err != nil {
			log.Warn("bad record, passed over", "why", r.Err)
			d.bad[f.Record(r.Task)] = r.Err
		}
		if r.Record != nil {
			file := candidate{folder: f, sum: r.Record.Sum, faults: rank(r.Record)}
			if r.Record.Run != nil {
				file.commit = r.Record.Run.Commit
			}
			if err := d.pick(Folder("").Record(r.Task), file); err != nil {
				return err
			}
		}
		found[r.Task.Solution] = true
		s, err := f.ReadSolution(r.Task)
		if s != nil {
			err = d.pick(Folder("").Solution(r.Task), candidate{folder: f, sum: s.Sum})
		} else {
			err = ifUnreadable(err)
		}
		return err
	}})
	if err != nil {
		return err
	}
	return f.eachMeasurement(ctx, found, func(name string, m *MeasurementFile, err error) error {
		switch {
		case err != nil:
			log.Warn("bad measurement, passed over", "why", err)
		case m != nil:
			file := candidate{folder: f, sum: m.Sum}
			if m.Reason != "" {
				file.faults = 1
			}
			return d.pick(Folder("").Measurement(name), file)
		}
		return nil
	})
}

// pick keeps a file if it takes the place of the best so far: one with fewer faults. The texts of
// faults may depend on the machine; of those, any rule will do that does not go by order. Numbers that
// differ are an error, for the same parameters give the same numbers.
func (d *merge) pick(name string, now candidate) error {
	old, known := d.best[name]
	switch {
	case known && now.faults == old.faults && now.sum != old.sum && now.faults == 0:
		return fmt.Errorf("%s and %s have different numbers: faulty memory, or another program; nothing was merged; remove the wrong one, or the folder that has it",
			old.folder.In(name), now.folder.In(name))
	case !known, now.faults < old.faults, now.faults == old.faults && now.sum < old.sum:
		d.best[name] = now
	}
	return nil
}

// builds are the programs that made the records that were chosen.
func (d *merge) builds() origin.Builds {
	builds := origin.Builds{}
	for name, file := range d.best {
		if isRecord(name) {
			builds[cmp.Or(file.commit, "unknown")]++
		}
	}
	return builds
}
