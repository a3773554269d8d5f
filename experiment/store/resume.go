package store

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

	"fbp/internal/files"
	"fbp/results"
)

// read reads a checkpoint twice: nothing is believed before its sum is known.
func (k *Keeper) read(path string, read func(io.Reader) error) error {
	return k.open(path, func(head checkpointHead, r *bufio.Reader) error { return k.restore(head, r, read) })
}

// CheckCheckpoint checks the checkpoint in a file of any name by its sum and its head.
func CheckCheckpoint(ctx context.Context, path string) error {
	k := &Keeper{ctx: ctx}
	return k.open(path, func(head checkpointHead, r *bufio.Reader) error {
		if head.Name != filepath.Base(path) {
			return fmt.Errorf("it is that of %s", head.Name)
		}
		return nil
	})
}

// open opens a checkpoint that is sound by its sum.
func (k *Keeper) open(path string, do func(checkpointHead, *bufio.Reader) error) error {
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
	r := bufio.NewReaderSize(io.LimitReader(interruptible{k.ctx, file}, size), 1<<16)
	line, err := r.ReadBytes('\n')
	if err != nil {
		return err
	}
	if err := versions(checkpointFormat).Check(line); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	var head checkpointHead
	if err := json.Unmarshal(line, &head); err != nil {
		return err
	}
	return do(head, r)
}

// restore brings back what a checkpoint holds.
func (k *Keeper) restore(head checkpointHead, r *bufio.Reader, read func(io.Reader) error) error {
	if head.Name != k.name || head.Physics != results.PhysicsVersion {
		return fmt.Errorf("it is that of %s, physics version %d", head.Name, head.Physics)
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
	k.rng.jump(head.Draws)
	k.recorder.Restore(head.Readings)
	return nil
}

// sound tells whether the first size bytes of a file fit the sum that follows.
func (k *Keeper) sound(file io.Reader, size int64) error {
	if size < 0 {
		return errors.New("damaged: it is too short")
	}
	sum, want := sha256.New(), make([]byte, sha256.Size)
	_, err := io.CopyN(sum, interruptible{k.ctx, file}, size)
	if err == nil {
		_, err = io.ReadFull(file, want)
	}
	switch {
	case Unreadable(err), k.ctx.Err() != nil:
		return err
	case err != nil || !bytes.Equal(sum.Sum(nil), want):
		return errors.New("damaged: its content does not fit its sum")
	}
	return nil
}

// Interruptible is a reader that ends with its context.
func Interruptible(ctx context.Context, r io.Reader) io.Reader { return interruptible{ctx, r} }

type interruptible struct {
	ctx context.Context
	r   io.Reader
}

func (r interruptible) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}
