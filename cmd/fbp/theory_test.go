package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"fbp/theory/catalog"
)

// theoryOutput runs fbp theory as a user does.
func theoryOutput(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	root := program()
	root.SetArgs(append([]string{"theory"}, args...))
	root.SetOut(&out)
	root.SetErr(io.Discard) // progress
	err := root.ExecuteContext(context.Background())
	return out.String(), err
}

func TestTheoryNames(t *testing.T) {
	out, err := theoryOutput(t)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range catalog.All() {
		if !strings.Contains(out, e.Name+" ") {
			t.Errorf("fbp theory does not list %s:\n%s", e.Name, out)
		}
		help, err := theoryOutput(t, e.Name, "--help")
		if err != nil || !strings.Contains(help, e.Long) || !strings.Contains(help, "fbp theory "+e.Name) {
			t.Errorf("fbp theory %s --help: %v\n%s", e.Name, err, help)
		}
	}
}

// TestTheoryExamples: the flags of the examples in the help are read; package theory/catalog computes their rows.
func TestTheoryExamples(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, e := range catalog.All() {
		for _, line := range strings.Split(oneLine(e.Example), "\n") {
			root := program()
			root.SetArgs(strings.Fields(line)[1:])
			if err := root.ExecuteContext(ctx); exitCode(err) != exitInterrupted {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
}

// An interruption leaves the rows that were printed, in order, and offers no resumption.
func TestTheoryInterrupted(t *testing.T) {
	t.Parallel()
	args := []string{"theory", "rs", "--alpha", "0.1:0.8:3000", "-j", "2"}
	full, err := theoryOutput(t, args[1:]...)
	if err != nil {
		t.Fatal(err)
	}
	for _, after := range []int{0, 5} {
		ctx, cancel := context.WithCancel(context.Background())
		out := &cancelling{after: after, cancel: cancel}
		if after == 0 {
			cancel()
		}
		root := program()
		root.SetArgs(args)
		root.SetOut(out)
		err := root.ExecuteContext(ctx)
		if exitCode(err) != exitInterrupted || !strings.HasPrefix(message(err, "fbp theory"), "interrupted") || strings.Contains(message(err, "fbp theory"), "resume") {
			t.Errorf("exit %d, %v", exitCode(err), err)
		}
		got := out.text.String()
		if got == full || !strings.HasPrefix(full, got) || strings.Count(got, "\n") < after || after == 0 && got != "" {
			t.Errorf("after %d lines: %d lines of %d\n%.200s", after, strings.Count(got, "\n"), strings.Count(full, "\n"), got)
		}
	}
}

// cancelling is an output that interrupts the command after some writes.
type cancelling struct {
	text   bytes.Buffer
	after  int
	cancel func()
}

func (c *cancelling) Write(p []byte) (int, error) {
	if c.after--; c.after == 0 {
		c.cancel()
	}
	return c.text.Write(p)
}
