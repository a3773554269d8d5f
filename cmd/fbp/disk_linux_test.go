package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// mounted mounts a small file system in memory, which root may.
func mounted(t *testing.T, dir, options string) {
	t.Helper()
	err := os.MkdirAll(dir, 0o777)
	if err == nil {
		err = syscall.Mount("tmpfs", dir, "tmpfs", 0, options)
	}
	if err == syscall.EPERM || err == syscall.EACCES {
		t.Skip("only root can mount a file system")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
}

// A disk that is full is one clear line; what was done stays, and is not done
// again when there is room.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	disk := filepath.Join(dir, "disk")
	mounted(t, disk, "size=120k")
	args := []string{"run", "tiny.toml", "-j", "2", "--set", "samples=20", "--out", "disk/out"}
	o := fbp(t, dir, args...).want(t, 1)
	lines := strings.Split(strings.TrimSpace(o.stderr), "\n")
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, "write disk/out/") ||
		!strings.HasSuffix(last, ": no space left on device (the disk is full: make room and run again, finished tasks are kept)") {
		t.Errorf("the last line is %q", last)
	}
	done := len(records(t, filepath.Join(disk, "out")))
	if done == 0 || done >= 40 {
		t.Fatalf("%d records on the full disk: the test wants some of 40", done)
	}
	if o := fbp(t, dir, "status", "disk/out").want(t, 1); strings.Contains(o.stderr, "bad record") {
		t.Error(o.stderr)
	}
	if err := syscall.Mount("tmpfs", disk, "tmpfs", syscall.MS_REMOUNT, "size=50m"); err != nil {
		t.Fatal(err)
	}
	fbp(t, dir, args...).want(t, 0)
	fbp(t, dir, append(args[:len(args)-1], "whole")...).want(t, 0)
	if outputs(t, filepath.Join(disk, "out")) != outputs(t, filepath.Join(dir, "whole")) {
		t.Error("after a full disk: other bytes")
	}
}

// A folder that cannot be written to is one clear line, and can be looked at.
func TestReadOnlyDisk(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	disk := filepath.Join(dir, "disk")
	mounted(t, disk, "size=50m")
	fbp(t, dir, "run", "tiny.toml", "--out", "disk/out").want(t, 0)
	want := outputs(t, filepath.Join(disk, "out"))
	if err := syscall.Mount("tmpfs", disk, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{
		{"run", "tiny.toml", "--out", "disk/out"}, {"run", "tiny.toml", "--set", "samples=5", "--out", "disk/out"},
		{"run", "tiny.toml", "--out", "disk/new"}, {"collect", "disk/out"}, {"plot", "disk/out"},
	} {
		o := fbp(t, dir, command...).want(t, 1)
		lines := strings.Split(strings.TrimSpace(o.stderr), "\n")
		if last := lines[len(lines)-1]; !strings.Contains(last, "read-only file system (") {
			t.Errorf("%v: %q, want a last line that says what to do", command, o.stderr)
		}
	}
	fbp(t, dir, "status", "disk/out").want(t, 0)
	fbp(t, dir, "collect", "disk/out", "--out", "copy").want(t, 0)
	if outputs(t, filepath.Join(disk, "out")) != want || outputs(t, filepath.Join(dir, "copy")) != want {
		t.Error("other bytes")
	}
}

// Help, names and tables that cannot be written are an error.
func TestOutputThatIsFull(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"--help", "theory", "theory rs --alpha 0.5", "run --help"} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		cmd := command(t, ".", strings.Fields(line)...)
		var said strings.Builder
		cmd.Stdout, cmd.Stderr = full, &said
		cmd.Run()
		full.Close()
		if code := cmd.ProcessState.ExitCode(); code != 1 || said.String() != "write /dev/stdout: no space left on device\n" {
			t.Errorf("fbp %s: exit code %d, %q", line, code, said.String())
		}
	}
}
