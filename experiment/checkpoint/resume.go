package checkpoint

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"fbp/experiment/store"
	"fbp/internal/files"
	"fbp/internal/sealed"
	"fbp/results"
)

// read reads a checkpoint twice: nothing is believed before its sum is known.
func (k *Keeper) read(path string, read func(io.Reader) error) error {
	return k.open(path, func(first head, r *bufio.Reader) error { return k.restore(first, r, read) })
}

// Check checks the checkpoint in a file of any name by its sum and its head.
func Check(ctx context.Context, path string) error {
	k := &Keeper{ctx: ctx}
	return k.open(path, func(first head, r *bufio.Reader) error {
		if first.Name != filepath.Base(path) {
			return fmt.Errorf("it is that of %s", first.Name)
		}
		return nil
	})
}

// open opens a checkpoint that is sound by its sum.
func (k *Keeper) open(path string, do func(head, *bufio.Reader) error) error {
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
	r := bufio.NewReaderSize(io.LimitReader(files.Interruptible(k.ctx, file), size), 1<<16)
	line, err := r.ReadBytes('\n')
	if err != nil {
		return err
	}
	today := sealed.Versions{Format: format, Physics: results.PhysicsVersion}
	if err := today.Check(line); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	var first head
	if err := json.Unmarshal(line, &first); err != nil {
		return err
	}
	return do(first, r)
}

// restore brings back what a checkpoint holds.
func (k *Keeper) restore(first head, r *bufio.Reader, read func(io.Reader) error) error {
	if first.Name != k.name || first.Physics != results.PhysicsVersion {
		return fmt.Errorf("it is that of %s, physics version %d", first.Name, first.Physics)
	}
	if err := read(r); err != nil {
		return err
	}
	if _, err := r.ReadByte(); err != io.EOF {
		return errors.New("there is more in it than was read")
	}
	if err := results.CheckReadings(first.Readings); err != nil {
		return err
	}
	k.rng.jump(first.Draws)
	k.recorder.Restore(first.Readings)
	return nil
}

// sound tells whether the first size bytes of a file fit the sum that follows.
func (k *Keeper) sound(file io.Reader, size int64) error {
	if size < 0 {
		return errors.New("damaged: it is too short")
	}
	sum, want := sha256.New(), make([]byte, sha256.Size)
	_, err := io.CopyN(sum, files.Interruptible(k.ctx, file), size)
	if err == nil {
		_, err = io.ReadFull(file, want)
	}
	switch {
	case store.Unreadable(err), k.ctx.Err() != nil:
		return err
	case err != nil || !bytes.Equal(sum.Sum(nil), want):
		return errors.New("damaged: its content does not fit its sum")
	}
	return nil
}
