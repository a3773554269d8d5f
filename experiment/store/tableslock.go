package store

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/internal/files"
)

// Names of claims on a folder, of who writes its tables and figures and of who submits its
// jobs. No task has them: theirs end in a hash.
const (
	TablesClaim = "tables"
	SubmitClaim = "submit"
)

// Alone waits until no other process has a claim of this name in a folder, and keeps others
// waiting until done is called: what read its records first writes its tables first, and
// those that stay are of the last reader. The context ends if another takes over, since this
// process was stopped for long.
func Alone(ctx context.Context, dir, name string) (alone context.Context, done func(), err error) {
	if err := Folder(dir).Closed(); err != nil {
		return nil, nil, err
	}
	host, _ := os.Hostname()
	c := NewClaims(Folder(dir), ThisProcess(host))
	alone, lost := context.WithCancelCause(ctx)
	h, err := c.Wait(ctx, name, lost)
	if err != nil {
		lost(nil)
		if ctx.Err() != nil {
			err = config.ErrInterrupted
		}
		return nil, nil, err
	}
	end := c.Live(Beat)
	return alone, func() {
		h.Release()
		end()
		lost(nil)
	}, nil
}

// staleTables says what is wrong with the tables of a run, which may be complete, as far as the
// head of samples.tsv tells, which is always made along with the others. Tables
// that were never made are no fault.
func (f Folder) staleTables(p *plan.Plan, complete bool) (faults []string, err error) {
	const name = "samples.tsv"
	data, err := files.ReadFile(f.In(name), files.Large)
	if err != nil {
		return nil, files.Explain("read", f.In(name), unlessMissing(err))
	}
	if err := SoundTable("samples", data); err != nil {
		return []string{fmt.Sprintf("%s: %v", name, err)}, nil
	}
	for _, line := range head(data) {
		switch {
		case complete && strings.HasPrefix(line, missingLine):
			faults = append(faults, fmt.Sprintf("%s says %q, and no task is", name, line))
		case strings.HasPrefix(line, "config: ") && line != "config: "+p.Config:
			faults = append(faults, name+" is that of another plan")
		}
	}
	return faults, nil
}

// head are the lines that a table starts with, under its name.
func head(table []byte) (lines []string) {
	for line := range bytes.Lines(table) {
		text, comment := bytes.CutPrefix(line, []byte("# "))
		if !comment {
			break
		}
		lines = append(lines, strings.TrimSpace(string(text)))
	}
	return lines
}
