// Package checkpoint keeps what a search or a measurement has come to, so that one that takes long can be
// interrupted. What goes on from a checkpoint ends in the same bytes.
//
// A checkpoint, checkpoints/<name>, is one line of JSON (format, name, physics, draws of
// random numbers, readings so far), then the state of the solver in binary, and the SHA-256 of all that. One
// whose sum does not match is moved aside, and its task starts again.
package checkpoint

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"sync/atomic"
	"time"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/files"
	"fbp/results"
)

// A checkpoint is a file checkpoints/<name>: one line of JSON, a head,
// then what the solver wrote, then the SHA-256 of all that.
type head struct {
	Format   int                      `json:"format"`
	Name     string                   `json:"name"`
	Physics  int                      `json:"physics"`
	Draws    uint64                   `json:"draws"` // random numbers
	Readings map[string]*results.Rows `json:"readings"`
}

const (
	format = 1

	// Every is the time between two checkpoints of a task.
	Every = time.Minute
	// restPerWork is the least time between two checkpoints, in units of what one
	// takes: 5 % of the time is spent on them at most.
	restPerWork = 19
)

// Options say where and how often the searches and measurements of a run keep
// checkpoints, and who is told.
type Options struct {
	Folder store.Folder
	Every  time.Duration // between checkpoints; negative: as often as possible
	Fresh  bool          // none is resumed
	Log    *slog.Logger
	Busy   *atomic.Int64           // checkpoints that are being written
	Kept   func()                  // a checkpoint was written
	Steps  func(n int)             // so many readings came back with one
	Stop   context.CancelCauseFunc // one could not be read
}

// Keeper is the model.Keeper of one search or measurement.
type Keeper struct {
	Options
	ctx      context.Context // of the computation
	name     string
	recorder *results.Recorder
	rng      *countedSource
	fault    error // of a checkpoint that could not be read: the run stops

	// unread: the checkpoint could not be read now and the computation ends. What it
	// would keep is a beginning, which must not take the place of that checkpoint.
	unread bool

	resumed bool // it goes on from a checkpoint

	last time.Time     // when something was kept, or the start
	cost time.Duration // of keeping it
}

// Failed is the error of a checkpoint that could not be read, for which the run
// stops; nil if there is none.
func (k *Keeper) Failed() error { return k.fault }

// Resumed tells whether the computation goes on from a checkpoint.
func (k *Keeper) Resumed() bool { return k.resumed }

// Stream is a stream of random numbers of which so many were drawn.
type Stream func(draws uint64) *rand.Rand

// countedSource counts the numbers drawn from a stream: what is needed to draw on.
type countedSource struct {
	stream Stream
	source rand.Source
	draws  uint64
}

// jump goes to where so many numbers were drawn.
func (c *countedSource) jump(draws uint64) { c.source, c.draws = c.stream(draws), draws }

func (c *countedSource) Uint64() uint64 {
	c.draws++
	return c.source.Uint64()
}

// Keeper makes the keeper of a computation, and the stream that it draws from.
func (o Options) Keeper(ctx context.Context, name string, recorder *results.Recorder, stream Stream) (*Keeper, *rand.Rand) {
	c := &countedSource{stream: stream}
	c.jump(0)
	return &Keeper{Options: o, ctx: ctx, name: name, recorder: recorder, rng: c, last: time.Now()}, rand.New(c)
}

// OfMeasurement names the checkpoints of a measurement of a task.
func OfMeasurement(t plan.Task, kind string) string { return t.ID + "." + kind }

// Due tells whether the last checkpoint is old enough. A negative time between
// them, which tests give, makes it always so.
func (k *Keeper) Due() bool {
	if k.Every < 0 {
		return true
	}
	return time.Since(k.last) >= max(k.Every, restPerWork*k.cost)
}

// Keep writes a checkpoint in the place of the last one.
func (k *Keeper) Keep(write func(io.Writer) error) {
	if k.recorder.Err() != nil || k.unread {
		return // the task will fail, and has to fail again; or its checkpoint is still good
	}
	k.Busy.Add(1)
	defer k.Busy.Add(-1)
	start := time.Now()
	err := k.write(write)
	k.last = time.Now()
	k.cost = k.last.Sub(start)
	if err != nil {
		k.Log.Warn("no checkpoint: the task goes on without", "task", k.name, "why", err)
		return
	}
	k.Kept()
}

func (k *Keeper) write(write func(io.Writer) error) error {
	path := k.Folder.Checkpoint(k.name)
	if err := files.MkdirAll(filepath.Dir(path)); err != nil {
		return err
	}
	first, err := json.Marshal(head{format, k.name, results.PhysicsVersion, k.rng.draws, k.recorder.Readings()})
	if err != nil {
		return err
	}
	out, err := files.NewWriter(path)
	if err != nil {
		return err
	}
	defer out.Abandon()
	sum := sha256.New()
	w := bufio.NewWriterSize(io.MultiWriter(out, sum), 1<<16)
	w.Write(append(first, '\n'))
	if err := errors.Join(write(w), w.Flush()); err != nil {
		return err
	}
	if _, err := out.Write(sum.Sum(nil)); err != nil {
		return err
	}
	return out.Commit()
}

// Resume brings back the last checkpoint, if there is one. One that is not sound is
// named and moved aside.
func (k *Keeper) Resume(read func(io.Reader) error) bool {
	if k.Fresh {
		return false
	}
	path := k.Folder.Checkpoint(k.name)
	err := k.read(path, read)
	if err == nil { // also if the run was stopped meanwhile: all of it is there
		k.Log.Info("resumed from a checkpoint", "task", k.name)
		for _, s := range k.recorder.Readings() {
			k.Steps(len(s.Rows))
		}
		k.resumed = true
		return true
	}
	k.recorder.Restore(nil)
	k.rng.jump(0)
	switch {
	case files.Missing(err):
	case k.ctx.Err() != nil:
		k.unread = true
	case store.Unreadable(err):
		k.unread, k.fault = true, err
		k.Stop(err)
	default:
		k.Log.Warn("bad checkpoint, moved aside", "file", path, "why", err)
		files.MoveAside(path)
	}
	return false
}

// Distrust moves the checkpoint of a computation aside that failed after it had gone on from it,
// and tells whether it is to be begun again: once, or one that takes longer than a job may would
// never come to its failure.
func Distrust(f store.Folder, log *slog.Logger, name string, why error) (retry bool, err error) {
	was, err := files.Exists(f.Checkpoint(name) + ".bad")
	if was || err != nil {
		return false, err
	}
	log.Warn("failed after it was resumed: its checkpoint is moved aside, and it is begun again", "task", name, "why", why)
	err = files.MoveAside(f.Checkpoint(name))
	return err == nil, err
}

// Forget removes the checkpoints of these names.
func Forget(f store.Folder, names ...string) {
	for _, name := range names {
		files.Remove(f.Checkpoint(name))
	}
	files.Remove(f.In("checkpoints")) // if it is empty
}
