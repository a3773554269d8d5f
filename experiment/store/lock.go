package store

import (
	"context"
	"os"

	"fbp/internal/claims"
	"fbp/internal/say"
)

// Lock waits until no other process has the claim of a name in a folder, such as
// "tables", and keeps others waiting until unlock is called: what reads the records
// first writes its tables first, and those that stay are of the last reader. The
// context ends if another takes over, since this process was stopped for long.
// No task has such a name: theirs end in a hash.
func Lock(ctx context.Context, dir, name string) (locked context.Context, unlock func(), err error) {
	if err := Folder(dir).CheckNoLinks(); err != nil {
		return nil, nil, err
	}
	host, _ := os.Hostname()
	c := Folder(dir).Claims(claims.ThisProcess(host))
	locked, lost := context.WithCancelCause(ctx)
	h, err := c.Wait(ctx, name, lost)
	if err != nil {
		lost(nil)
		if ctx.Err() != nil {
			err = say.ErrInterrupted
		}
		return nil, nil, err
	}
	end := c.Live(claims.Beat)
	return locked, func() {
		h.Release()
		end()
		lost(nil)
	}, nil
}
