package experiment

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"path/filepath"
	"time"

	"fbp/experiment/plan"
	"fbp/internal/files"
	"fbp/results"
)

// A checkpoint is a file checkpoints/<name>: one line of JSON, a checkpointHead,
// then what the solver wrote, then the SHA-256 of all that. The one before stays
// as <name>.old until the task is done, so that damage costs minutes and not
// hours.
type checkpointHead struct {
	Format   int                        `json:"format"`
	Name     string                     `json:"name"`
	Physics  int                        `json:"physics"`
	Draws    uint64                     `json:"draws"` // random numbers
	Readings map[string]*results.Series `json:"readings"`
}

const (
	checkpointFormat = 1

	// CheckpointEvery is the time between two checkpoints of a task.
	CheckpointEvery = time.Minute
	// restPerWork is the least time between two checkpoints, in units of what one
	// takes: 5 % of the time is spent on them at most.
	restPerWork = 19
)

// keeper is the model.Keeper of one search or measurement.
type keeper struct {
	ctx      context.Context // of the computation
	run      *runner
	name     string
	recorder *results.Recorder
	rng      *counted
	steps    func(n int) // told of the readings that come back
	stop     context.CancelCauseFunc
	fault    error // of a checkpoint that could not be read: the run stops

	// unread: the checkpoint could not be read now and the computation ends. What it
	// would keep is a beginning, which must not take the place of that checkpoint.
	unread bool

	last time.Time     // when something was kept, or the start
	cost time.Duration // of keeping it
}

// counted counts the numbers drawn from a stream: what is needed to draw on.
type counted struct {
	source rand.Source
	draws  uint64
}

func (c *counted) Uint64() uint64 {
	c.draws++
	return c.source.Uint64()
}

// keeper makes the keeper of a computation, and the stream that it draws from.
func (j *job) keeper(ctx context.Context, name string, recorder *results.Recorder, stream rand.Source) (*keeper, *rand.Rand) {
	c := &counted{source: stream}
	return &keeper{ctx: ctx, run: j.run, name: name, recorder: recorder, rng: c, steps: j.steps, stop: j.lost, last: time.Now()}, rand.New(c)
}

// measuringOf names the checkpoints of a measurement.
func measuringOf(t plan.Task, kind string) string { return t.ID + "." + kind }

func (f Folder) checkpoint(name string) string { return f.in("checkpoints", name) }

// Due tells whether the last checkpoint is old enough. A negative time between
// them, which tests give, makes it always so.
func (k *keeper) Due() bool {
	if k.run.Checkpoint < 0 {
		return true
	}
	return time.Since(k.last) >= max(k.run.Checkpoint, restPerWork*k.cost)
}

// Keep writes a checkpoint. The last one becomes the one before.
func (k *keeper) Keep(write func(io.Writer) error) {
	if k.recorder.Err() != nil || k.unread {
		return // the task will fail, and has to fail again; or its checkpoint is still good
	}
	start := time.Now()
	err := k.write(write)
	k.last = time.Now()
	k.cost = k.last.Sub(start)
	if err != nil {
		k.run.Log.Warn("no checkpoint: the task goes on without", "task", k.name, "why", err)
		return
	}
	k.run.mu.Lock()
	k.run.report.Kept++
	k.run.mu.Unlock()
}

func (k *keeper) write(write func(io.Writer) error) error {
	path := k.run.folder.checkpoint(k.name)
	if err := files.MkdirAll(filepath.Dir(path)); err != nil {
		return err
	}
	head, err := json.Marshal(checkpointHead{checkpointFormat, k.name, results.PhysicsVersion, k.rng.draws, k.recorder.Readings()})
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
	w.Write(append(head, '\n'))
	if err := errors.Join(write(w), w.Flush()); err != nil {
		return err
	}
	if _, err := out.Write(sum.Sum(nil)); err != nil {
		return err
	}
	if err := files.Rename(path, path+".old"); err != nil && !files.Missing(err) {
		return err
	}
	return out.Commit()
}

// Resume brings back the last checkpoint that is sound. One that is not is
// named and moved aside.
func (k *keeper) Resume(read func(io.Reader) error) bool {
	if k.run.Force {
		return false
	}
	path := k.run.folder.checkpoint(k.name)
	for _, path := range []string{path, path + ".old"} {
		err := k.read(path, read)
		switch {
		case files.Missing(err):
			continue
		case err == nil: // also if the run was stopped meanwhile: all of it is there
			k.run.Log.Info("resumed from a checkpoint", "task", k.name)
			for _, s := range k.recorder.Readings() {
				k.steps(len(s.Rows))
			}
			return true
		}
		k.recorder.Restore(nil)
		k.rng.draws = 0
		if k.ctx.Err() != nil {
			k.unread = true
			return false
		}
		if stops(err) {
			k.unread = true
			k.fault = &diskError{err}
			k.stop(err)
			return false
		}
		k.run.Log.Warn("bad checkpoint, moved aside", "file", path, "why", err)
		moveAside(path)
	}
	return false
}

// forget removes the checkpoints of a task that has its record.
func (j *job) forget() {
	names := []string{j.task.Solution}
	for _, m := range j.at.Measures {
		names = append(names, measuringOf(j.task, m.Kind))
	}
	f := j.run.folder
	for _, name := range names {
		files.Remove(f.checkpoint(name))
		files.Remove(f.checkpoint(name) + ".old")
	}
	files.Remove(f.in("checkpoints")) // if it is empty
}
