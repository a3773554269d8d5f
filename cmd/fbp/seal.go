package main

import (
	"context"
	"errors"

	"fbp/experiment"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
)

// seal writes the checksums of a folder whose tables and figure were just made; o
// has those of what was read and written.
func seal(ctx context.Context, p *plan.Plan, dir string, o table.Options) error {
	return store.Folder(dir).Seal(ctx, p, o.Sums, o.Log)
}

// resealed brings the checksums of a folder up to date after a part of a run that
// has written over records, and that makes no tables.
func resealed(ctx context.Context, p *plan.Plan, o experiment.Options) error {
	f := store.Folder(o.Dir)
	was, err := f.Checksums()
	if err != nil || was == nil || !o.Force && !o.RetryFailed {
		return err
	}
	ctx, done, err := store.Lock(ctx, o.Dir, "tables")
	if err != nil {
		return err
	}
	defer done()
	return f.Seal(ctx, p, nil, o.Log)
}

// updating does what writes files into the folder of a run, while no other process
// does, and brings its checksums up to date; do notes those of the files that it has
// written.
func updating(ctx context.Context, dir string, do func(ctx context.Context, p *plan.Plan, written store.Sums) error) error {
	f := store.Folder(dir)
	p, err := f.Plan()
	if err != nil {
		return err
	}
	ctx, done, err := store.Lock(ctx, dir, "tables")
	if err != nil {
		return err
	}
	defer done()
	if _, err := f.Checksums(); err != nil { // before anything is written
		return err
	}
	written := store.Sums{}
	err = do(ctx, p, written)
	return errors.Join(err, f.Update(p, written))
}
