package files

import (
	"context"
	"errors"
	"io/fs"
	"time"
)

// errNoWriter is the error of a named pipe that is empty and that no process has open.
var errNoWriter = errors.New("a named pipe that nobody writes into")

// ReadInput reads what a user names on the command line, up to limit bytes: a
// regular file, or a pipe, as a shell makes it for <(command). A pipe that nobody
// writes into is an error, and waiting for one whose writer is silent ends with ctx,
// whose error is returned.
func ReadInput(ctx context.Context, path string, limit int64) ([]byte, error) {
	f, err := openInput(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// A regular file has no deadlines; its reads are short.
	defer context.AfterFunc(ctx, func() { f.f.SetReadDeadline(time.Unix(1, 0)) })()
	data, err := f.all(limit)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err == nil && len(data) == 0 && f.pipe:
		err = &fs.PathError{Op: "read", Path: path, Err: errNoWriter}
	}
	return data, err
}
