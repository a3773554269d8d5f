package store

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/internal/files"
	"fbp/internal/say"
)

// CollectOptions say how folders are merged.
type CollectOptions struct {
	Strict bool             // refuse records of mixed builds
	Names  []config.FileKey // the keys of configs that name files
	Log    *slog.Logger
}

// Collect brings the records, solutions and measurements of several folders into one, to: a
// folder of a run (one of from, or another), or a new one, which takes plan and
// config of the first of from. What is there stays; copying again, any subset,
// in any order, ends in the same files. Records of one task, solutions or measurements with
// different numbers are an error before anything is copied. It returns the plan.
func Collect(ctx context.Context, to string, from []string, o CollectOptions) (*plan.Plan, error) {
	to = filepath.Clean(to)
	from = slices.Clone(from)
	for i := range from {
		from[i] = filepath.Clean(from[i])
	}
	target, first := Folder(to), Folder(from[0])
	if err := target.CheckNoLinks(); err != nil {
		return nil, err
	}
	p, err := first.Plan()
	if err == nil {
		err = first.CheckVersion(p)
	}
	if err != nil {
		return nil, err
	}
	if len(from) == 1 && from[0] == to && !o.Strict {
		return p, target.Make()
	}
	d := &merge{best: map[string]candidate{}, bad: map[string]error{}}
	if err := d.scanAll(ctx, p, target, from, o.Names, o.Log); err != nil {
		return nil, err
	}
	if err := d.builds().Strict(to); o.Strict && err != nil {
		return nil, err
	}
	if err := target.Make(); err != nil {
		return nil, err
	}
	if to != from[0] {
		if err := target.takePlan(first, o.Names); err != nil {
			return nil, err
		}
	}
	return p, target.copyFrom(ctx, p, d, o.Log)
}

// takes is the error of a folder of another experiment than that of first, whose plan is p.
func (f Folder) takes(first Folder, p *plan.Plan, names []config.FileKey) error {
	old, err := f.Plan()
	if f == first || Unreadable(err) {
		return ifUnreadable(err)
	}
	another := err == nil && !old.Shares(p)
	if err != nil {
		text, err := f.configFrom(first, names)
		if err == nil {
			_, another, err = f.unplanned(p, text)
		}
		if err != nil {
			return err
		}
	}
	if another {
		return f.foreign(first, p, old)
	}
	return nil
}

// configFrom is the config of another folder as it would stand in this one: the files that it names
// are found from here too.
func (f Folder) configFrom(other Folder, names []config.FileKey) ([]byte, error) {
	text, err := files.ReadFile(other.In("config.toml"), files.Large)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", other.In("config.toml"), err)
	}
	return config.Moved(text, string(other), string(f), names), nil
}

// takePlan copies plan and config of another folder.
func (f Folder) takePlan(other Folder, names []config.FileKey) error {
	text, err := f.configFrom(other, names)
	if err == nil {
		err = f.keeps(text)
	}
	if err != nil {
		return err
	}
	if err := copyFile(other.In("plan.json"), f.In("plan.json")); err != nil {
		return err
	}
	return WriteFile(f.In("config.toml"), text)
}

// scanAll looks at the target, if it is one already, and at all folders.
func (d *merge) scanAll(ctx context.Context, p *plan.Plan, target Folder, from []string, names []config.FileKey, log *slog.Logger) error {
	if err := target.takes(Folder(from[0]), p, names); err != nil {
		return err
	}
	folders := []string{string(target)}
	for _, dir := range from {
		if slices.Contains(folders, dir) {
			continue
		}
		folders = append(folders, dir)
		if other, err := Folder(dir).Plan(); err != nil {
			return err
		} else if !other.Shares(p) {
			return target.foreign(Folder(dir), other, p)
		} else if other.Config != p.Config {
			log.Warn("another plan: only tasks of the first folder's plan are taken", "folder", dir)
		}
	}
	for _, dir := range folders {
		if err := d.scan(ctx, p, Folder(dir), log); err != nil {
			return err
		}
	}
	return nil
}

// copyFrom copies what was chosen from other folders.
func (f Folder) copyFrom(ctx context.Context, p *plan.Plan, d *merge, log *slog.Logger) error {
	for _, t := range p.Tasks {
		if bad := d.bad[f.Record(t)]; bad != nil {
			if err := SetAside(log, f.Record(t), bad); err != nil {
				return err
			}
		}
	}
	records := map[string]int{} // new ones, by folder
	for _, name := range slices.Sorted(maps.Keys(d.best)) {
		if ctx.Err() != nil {
			return say.ErrInterrupted
		}
		from := d.best[name].folder
		if from == f {
			continue
		}
		if err := copyFile(from.In(name), f.In(name)); err != nil {
			return err
		}
		if isRecord(name) {
			records[string(from)]++
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(records)) {
		log.Info("merged", "folder", folder, "new records", records[folder])
	}
	return nil
}

// foreign is the error of merging folders of different experiments, whose plans are these if there are any.
func (f Folder) foreign(source Folder, p, was *plan.Plan) error {
	text := "it has other tasks"
	if was != nil {
		text, _ = differs(was, p)
	}
	return &say.Error{Where: string(source), Want: fmt.Sprintf("holds another experiment than %s (%s)", f, text)}
}

func copyFile(from, to string) error {
	data, err := files.ReadFile(from, files.Large)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", from, err)
	}
	return WriteFile(to, data)
}
