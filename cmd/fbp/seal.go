package main

import (
	"cmp"
	"context"
	"errors"
	"log/slog"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/experiment/store"
)

// withSeal does what writes files into the folder of a run, while no other process does, and brings
// checksums.tsv up to date; do notes those of the files that it has written.
func withSeal(ctx context.Context, p *plan.Plan, dir string, log *slog.Logger, do func(ctx context.Context, written store.Sums) error) error {
	ctx, done, err := store.Lock(ctx, dir, "tables")
	if err != nil {
		return err
	}
	defer done()
	written := store.Sums{}
	err = do(ctx, written)
	if ctx.Err() != nil { // perhaps since another process has taken the lock over
		return cmp.Or(err, config.ErrInterrupted)
	}
	return errors.Join(err, store.Folder(dir).Seal(p, written, log))
}
