package experiment

import (
	"context"
	"fmt"
	"log/slog"
	"math"

	"fbp/internal/files"
	"fbp/results"
)

// Collect brings the records and solutions of several folders into one, to: a
// folder of a run (one of from, or another), or a new one, which takes plan and
// config of the first of from. What is there stays; copying again, any subset,
// in any order, ends in the same files. It returns the plan.
func Collect(ctx context.Context, to string, from []string, log *slog.Logger) (*Plan, error) {
	target := Folder(to)
	first := Folder(from[0])
	p, err := first.Plan()
	if err != nil {
		return nil, err
	}
	if err := target.make(); err != nil {
		return nil, err
	}
	if to != from[0] {
		if old, err := target.Plan(); err == nil && !old.shares(p) {
			return nil, target.foreign(first)
		}
		for _, name := range []string{"plan.json", "config.toml"} {
			if err := copyFile(first.in(name), target.in(name)); err != nil {
				return nil, err
			}
		}
	}
	for _, dir := range from {
		if dir == to {
			continue
		}
		if err := target.merge(ctx, p, Folder(dir), log); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// faults orders records of one task: none, so many measurements that failed, no
// search.
func faults(r *results.Record) int {
	if r.Status == results.Failed {
		return math.MaxInt
	}
	return len(r.Reasons)
}

// merge copies what source has of a plan's tasks. A record replaces one with
// more faults.
func (f Folder) merge(ctx context.Context, p *Plan, source Folder, log *slog.Logger) error {
	if other, err := source.Plan(); err != nil {
		return err
	} else if !other.shares(p) {
		return f.foreign(source)
	} else if other.Config != p.Config {
		log.Warn("another plan: only tasks of the first folder's plan are taken", "folder", string(source))
	}
	records := 0
	err := source.heads(ctx, p.Tasks, func(r reading) error {
		t, found := r.task, r.record
		if r.err != nil {
			log.Warn("bad record, passed over", "why", r.err)
		}
		have, err := f.readHead(t)
		if err != nil {
			if err := setAside(log, f.Record(t), err); err != nil {
				return err
			}
		}
		if found != nil && (have == nil || faults(found) < faults(have)) {
			if err := copyFile(source.Record(t), f.Record(t)); err != nil {
				return err
			}
			records++
		}
		return f.mergeSolution(t, source)
	})
	if err != nil {
		return err
	}
	log.Info("merged", "folder", string(source), "new records", records)
	return nil
}

// mergeSolution copies a solution that is not there yet. A bad one is passed
// over: a run would make it again.
func (f Folder) mergeSolution(t Task, source Folder) error {
	if there, err := files.Exists(f.Solution(t)); there || err != nil {
		return err
	}
	if s, err := source.readSolution(t); s == nil || err != nil {
		return nil
	}
	return copyFile(source.Solution(t), f.Solution(t))
}

// foreign is the error of merging folders of different experiments.
func (f Folder) foreign(source Folder) error {
	was, _ := files.ReadFile(f.in("config.toml"), files.Small)
	now, _ := files.ReadFile(source.in("config.toml"), files.Small)
	return &ConfigError{Where: string(source), Want: fmt.Sprintf("holds another experiment than %s (%s)", f, difference(string(was), string(now)))}
}

func copyFile(from, to string) error {
	data, err := files.ReadFile(from, files.Large)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", from, err)
	}
	return files.WriteFile(to, data)
}
