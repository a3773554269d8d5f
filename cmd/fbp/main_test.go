package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"fbp/internal/scratch"
	"fbp/plot"
	"fbp/results"
)

// TestMain makes the binary of the tests the program too, where a test or a transcript runs fbp.
func TestMain(m *testing.M) {
	if os.Getenv("FBP_TEST_NO_COMMIT") == "" {
		results.Commit = "0123456789abcdef" // else check would not know what it has made
	}
	plot.DPI = 40
	if strings.HasPrefix(filepath.Base(os.Args[0]), "fbp-") { // a copy that fbp submit has made
		main()
	}
	flag.Set("test.parallel", "4") // tests wait for programs and for their clocks; -parallel takes precedence
	scratch.InMemory()
	os.Setenv("GOGC", "400") // small heaps are collected often
	debug.SetGCPercent(400)
	pollJobs = 50 * time.Millisecond
	testscript.Main(m, map[string]func(){"fbp": main, "deaf": deaf})
}

// outcome is what a user sees of a command.
type outcome struct {
	code           int
	stdout, stderr string
}

// command is the program in a folder, which has a minute.
func command(t *testing.T, dir string, args ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, "fbp", args...)
	cmd.Dir = dir
	return cmd
}

// fbp runs the program in a folder.
func fbp(t *testing.T, dir string, args ...string) outcome {
	t.Helper()
	cmd := command(t, dir, args...)
	return finished(t, cmd, cmd.Run)
}

// finished runs a command to its end.
func finished(t *testing.T, cmd *exec.Cmd, run func() error) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return outcome{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// want checks the exit code.
func (o outcome) want(t *testing.T, code int) outcome {
	t.Helper()
	if o.code != code {
		t.Fatalf("exit code %d, want %d\nstdout: %s\nstderr: %s", o.code, code, o.stdout, o.stderr)
	}
	return o
}

// says checks that all texts are on stderr.
func (o outcome) says(t *testing.T, texts ...string) outcome {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(o.stderr, text) {
			t.Errorf("stderr does not say %q:\n%s", text, o.stderr)
		}
	}
	return o
}

// workdir is a fresh folder with the tiny config in it.
func workdir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	scratch.Write(t, filepath.Join(dir, "tiny.toml"), scratch.Read(t, "testdata/tiny.toml"))
	return dir
}

// outputs are the bytes that depend on config, seed and physics version alone:
// tables, records without their run object, figures.
func outputs(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	for _, pattern := range []string{"*.tsv", "records.jsonl", "figure.*"} {
		paths, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(paths) == 0 {
			t.Fatalf("no %s in %s", pattern, dir)
		}
		for _, path := range paths {
			data := []byte(scratch.Read(t, path))
			fmt.Fprintf(&all, "%s %d\n%s", filepath.Base(path), len(data), data)
		}
	}
	return all.String()
}

// records lists the records of a run.
func records(t *testing.T, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "tasks", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// body are the rows of a table.
func body(text string) string {
	var rows strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			rows.WriteString(line)
		}
	}
	return rows.String()
}
