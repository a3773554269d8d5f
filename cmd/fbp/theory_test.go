package main

import (
	"bytes"
	"context"
	"io"
	"regexp"
	"strings"
	"testing"

	"fbp/internal/slow"
	"fbp/results"
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

func theoryTable(t *testing.T, args ...string) *results.Table {
	t.Helper()
	out, err := theoryOutput(t, args...)
	if err != nil {
		t.Fatal(err)
	}
	table, err := results.ReadTSV(strings.NewReader(out))
	if err != nil {
		t.Fatalf("%v in\n%s", err, out)
	}
	return table
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

// manyValues is a list or a range, and its first value.
var manyValues = regexp.MustCompile(`^([-0-9.e]+)[,:].*`)

// takesLong has the theories of which a row takes about a second or more.
var takesLong = map[string]bool{"parisi": true, "parisi-gaps": true, "thresholds": true, "alpha-u": true, "franz-parisi-1rsb": true, "committee-entropy": true,
	"cross-entropy-optimum": true, "parity": true, "barrier": true, "sampling": true, "sampling-thresholds": true, "features-transition": true}

// TestTheoryExamples: the examples in the help run, those of theories that take long with
// one value of each list. Where not all is run, the first of each theory has one value of
// each list, and of the others, as of theories that take long, which their packages test,
// the flags are read.
func TestTheoryExamples(t *testing.T) {
	t.Parallel()
	for _, e := range catalog.All() {
		for i, line := range strings.Split(oneLine(e.Example), "\n") {
			args := strings.Fields(line)[2:]
			if (i > 0 || takesLong[e.Name]) && !slow.All {
				ctx, cancel := context.WithCancel(context.Background())
				cancel()
				root := program()
				root.SetArgs(append([]string{"theory"}, args...))
				if err := root.ExecuteContext(ctx); exitCode(err) != exitInterrupted {
					t.Errorf("%s: %v", line, err)
				}
				continue
			}
			if args[len(args)-1] == "teacher" && (args[0] == "thresholds" || args[0] == "alpha-u") {
				continue // package theory/franzparisi tests them
			}
			for k, a := range args {
				if !slow.All || takesLong[e.Name] || args[0] == "franz-parisi" {
					args[k] = manyValues.ReplaceAllString(a, "$1")
				}
			}
			table := theoryTable(t, args...)
			if n := len(table.Columns); len(table.Rows) == 0 || table.Columns[n-2] != "status" || table.Columns[n-1] != "note" {
				t.Errorf("%s: columns %v, %d rows", line, table.Columns, len(table.Rows))
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
