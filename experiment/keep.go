package experiment

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"time"

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

// measuring names the checkpoints of a measurement.
func (t Task) measuring(kind string) string { return t.ID + "." + kind }

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
	if k.recorder.Err() != nil {
		return // the task will fail, and has to fail again
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
		case k.ctx.Err() != nil:
			return false
		case err == nil:
			k.run.Log.Info("resumed from a checkpoint", "task", k.name)
			for _, s := range k.recorder.Readings() {
				k.steps(len(s.Rows))
			}
			return true
		}
		k.recorder.Restore(nil)
		k.rng.draws = 0
		if stops(err) {
			k.fault = &diskError{err}
			k.stop(err)
			return false
		}
		k.run.Log.Warn("bad checkpoint, moved aside", "file", path, "why", err)
		moveAside(path)
	}
	return false
}

// read reads a checkpoint twice: nothing is believed before its sum is known.
func (k *keeper) read(path string, read func(io.Reader) error) error {
	file, err := files.Open(path)
	if err != nil {
		return files.Explain("read", path, err)
	}
	defer file.Close()
	size, err := file.Size()
	if err != nil {
		return err
	}
	size -= sha256.Size
	if err := k.sound(file, size); err != nil {
		return err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	r := bufio.NewReaderSize(io.LimitReader(heard{k.ctx, file}, size), 1<<16)
	line, err := r.ReadBytes('\n')
	if err != nil {
		return err
	}
	if err := results.Newer(line, checkpointFormat); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	var head checkpointHead
	if err := json.Unmarshal(line, &head); err != nil {
		return err
	}
	if head.Format != checkpointFormat || head.Name != k.name || head.Physics != results.PhysicsVersion {
		return fmt.Errorf("it is that of %s, format %d, physics version %d", head.Name, head.Format, head.Physics)
	}
	if err := read(r); err != nil {
		return err
	}
	if _, err := r.ReadByte(); err != io.EOF {
		return errors.New("there is more in it than was read")
	}
	if err := results.CheckReadings(head.Readings); err != nil {
		return err
	}
	if err := k.draw(head.Draws); err != nil {
		return err
	}
	k.recorder.Restore(head.Readings)
	return nil
}

// sound tells whether the first size bytes of a file fit the sum that follows.
func (k *keeper) sound(file io.Reader, size int64) error {
	if size < 0 {
		return errors.New("damaged: it is too short")
	}
	sum, want := sha256.New(), make([]byte, sha256.Size)
	_, err := io.CopyN(sum, heard{k.ctx, file}, size)
	if err == nil {
		_, err = io.ReadFull(file, want)
	}
	switch {
	case stops(err), k.ctx.Err() != nil:
		return err
	case err != nil || !bytes.Equal(sum.Sum(nil), want):
		return errors.New("damaged: its content does not fit its sum")
	}
	return nil
}

// mostDraws is more than any computation draws between its start and a
// checkpoint that is worth resuming: to draw them again takes the better part of
// an hour.
const mostDraws = 1 << 40

// draw draws the numbers again that were drawn before the checkpoint.
func (k *keeper) draw(draws uint64) error {
	if draws > mostDraws {
		return fmt.Errorf("%d random numbers drawn: want at most %d", draws, uint64(mostDraws))
	}
	for k.rng.draws < draws {
		if k.rng.draws%(1<<16) == 0 && k.ctx.Err() != nil {
			return k.ctx.Err()
		}
		k.rng.Uint64()
	}
	return nil
}

// heard reads until its context ends.
type heard struct {
	ctx context.Context
	r   io.Reader
}

func (h heard) Read(p []byte) (int, error) {
	if err := h.ctx.Err(); err != nil {
		return 0, err
	}
	return h.r.Read(p)
}

// forget removes the checkpoints of a task that has its record.
func (j *job) forget() {
	names := []string{j.task.Solution}
	for _, m := range j.at.Measures {
		names = append(names, j.task.measuring(m.Kind))
	}
	f := j.run.folder
	for _, name := range names {
		files.Remove(f.checkpoint(name))
		files.Remove(f.checkpoint(name) + ".old")
	}
	files.Remove(f.in("checkpoints")) // if it is empty
}
