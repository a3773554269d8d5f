package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"fbp/internal/files"
)

// opened does a command in this process, and counts how often each record is opened; most is the largest number.
func opened(t *testing.T, args ...string) (most int) {
	t.Helper()
	var mu sync.Mutex
	times := map[string]int{}
	restore := files.Intercept(func(op *files.Op, do func() error) error {
		if dir, name := filepath.Split(op.Path); op.Kind == "open" && filepath.Base(dir) == "tasks" && strings.HasSuffix(name, ".json") {
			mu.Lock()
			times[op.Path]++
			mu.Unlock()
		}
		return do()
	})
	defer restore()
	root, out := program(), new(bytes.Buffer)
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(out)
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	for _, n := range times {
		most = max(most, n)
	}
	return most
}

// No record is opened twice by one scan, and a command has one, also where tables are partial; run has one before its tasks and one after them, and
// one per batch of samples that a rule adds. A task that is done looks for its record once more, under its claim.
func TestOneScan(t *testing.T) {
	work := workdir(t)
	dir, config := filepath.Join(work, "run"), filepath.Join(work, "tiny.toml")
	rule := `samples={ until = 0.2, of = "success", at_most = 12, batch = 4 }`
	part, until, shares := filepath.Join(work, "part"), filepath.Join(work, "until"), filepath.Join(work, "shares")
	for _, does := range []struct {
		args []string
		want int
	}{
		{[]string{"run", config, "--out", dir}, 3},
		{[]string{"run", config, "--out", dir}, 2},
		{[]string{"run", config, "--out", dir, "--strict"}, 2},
		{[]string{"run", config, "--out", dir, "--first"}, 2},
		{[]string{"run", config, "--out", until, "--set", rule}, 5},
		{[]string{"run", config, "--out", until, "--set", rule}, 2},
		{[]string{"collect", until}, 1},
		{[]string{"run", config, "--out", shares, "--shard", "0/2"}, 3},
		{[]string{"run", config, "--out", shares, "--shard", "0/2"}, 2},
		{[]string{"run", config, "--out", shares, "--shard", "1/2"}, 3},
		{[]string{"status", until}, 1},
		{[]string{"status", dir}, 1},
		{[]string{"status", dir, "--failed"}, 1},
		{[]string{"status", until, "--failed"}, 1},
		{[]string{"collect", dir}, 1},
		{[]string{"check", dir, "--quick"}, 1},
		{[]string{"cost", dir}, 1},
		{[]string{"export", dir}, 1},
		{[]string{"report", dir}, 1},
		{[]string{"plot", dir}, 0},
		{[]string{"run", config, "--out", part, "--first"}, 3},
		{[]string{"cost", part}, 1},
		{[]string{"report", part}, 1},
		{[]string{"plot", part}, 1},
	} {
		if got := opened(t, does.args...); got != does.want {
			t.Errorf("fbp %s opens a record %d times, want %d", strings.Join(does.args, " "), got, does.want)
		}
	}
}
