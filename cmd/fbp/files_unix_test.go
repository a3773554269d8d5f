//go:build unix

package main

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Pipes and devices in the place of patterns, labels and weights are refused at
// once, in one line; so is what unpacks to more than a gibibyte (instances).
func TestFilesThatAreNone(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o666); err != nil {
		t.Skip(err)
	}
	fbp(t, dir, "plan", "tiny.toml", "--set", "instance.alpha=0.3", "--write-patterns", ".").want(t, 0)
	patterns := []string{"plan", "tiny.toml", "--set", "instance.kind=file", "--set", "instance.path=random-n51-p15-seed1-s00{sample}.txt"}
	for _, test := range []struct{ set, want string }{
		{"instance.path=pipe", "--set instance.path=pipe: a named pipe, not a regular file"},
		{"instance.path=/dev/zero", "--set instance.path=/dev/zero: a device, not a regular file"},
		{"instance.labels=pipe", "--set instance.labels=pipe: a named pipe, not a regular file"},
		{"instance.labels=tiny.toml", "--set instance.labels=tiny.toml: line 2, entry 1: \"samples\": want 1 or -1 (or 1 and 0)"},
		{"algorithm.path=pipe", "--set algorithm.path=pipe: a named pipe, not a regular file"},
		{"algorithm.path=/dev/zero", "--set algorithm.path=/dev/zero: a device, not a regular file"},
	} {
		args := append(patterns[:len(patterns):len(patterns)], "--set", test.set)
		if strings.HasPrefix(test.set, "algorithm") {
			args = append(args, "--set", "algorithm.kind=file")
		}
		o := fbp(t, dir, args...).want(t, 2)
		lines := strings.Split(strings.TrimSpace(o.stderr), "\n")
		if lines[len(lines)-1] != test.want {
			t.Errorf("--set %s says %s, want %s", test.set, o.stderr, test.want)
		}
	}
}
