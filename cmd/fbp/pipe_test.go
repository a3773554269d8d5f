//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
)

// unread is a pipe whose reader has gone away.
func unread(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	t.Cleanup(func() { w.Close() })
	return w
}

// A run whose messages nobody reads any more (2>&1 | head -1) continues to its end.
func TestMessagesUnread(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml", "--out", "read").want(t, 0)
	cmd := command(t, dir, "run", "tiny.toml", "--out", "unread")
	cmd.Stdout = unread(t)
	cmd.Stderr = cmd.Stdout
	if err := cmd.Run(); err != nil {
		t.Error(err)
	}
	if outputs(t, filepath.Join(dir, "unread")) != outputs(t, filepath.Join(dir, "read")) {
		t.Error("another run than the one whose messages were read")
	}
}

// A command whose data nobody reads any more ends as every filter does, without a word.
func TestDataUnread(t *testing.T) {
	t.Parallel()
	if signal.Ignored(syscall.SIGPIPE) {
		t.Skip("whoever runs the tests ignores the signal")
	}
	cmd := command(t, t.TempDir(), "theory", "capacity", "--kappa", "0")
	cmd.Stdout = unread(t)
	err := cmd.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGPIPE {
		t.Errorf("ended with %v, want SIGPIPE", err)
	}
}

// Programs that a run starts are ended by the signal, as they are elsewhere.
func TestPipesOfPrograms(t *testing.T) {
	heedPipes()
	cmd := exec.Command("sh", "-c", "kill -PIPE $$")
	if err := cmd.Run(); err == nil {
		t.Error("the signal is ignored")
	}
}
