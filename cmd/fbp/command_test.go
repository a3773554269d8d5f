package main

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/cobra"
)

var update = flag.Bool("update", false, "write the golden files anew")

// oneLine joins the lines of a command that a shell would join.
func oneLine(example string) string { return strings.ReplaceAll(example, "\\\n", "") }

// shown is the number of columns that a line takes: the hat of q̂ takes none.
func shown(line string) int {
	n := 0
	for _, r := range line {
		if !unicode.Is(unicode.Mn, r) {
			n++
		}
	}
	return n
}

// Every command explains itself, with examples that name commands and flags
// that exist.
func TestHelp(t *testing.T) {
	t.Parallel()
	commands := program().Commands()
	if files, err := texts.ReadDir("help"); err != nil || len(files) != len(commands) { // all but man, and fbp itself
		t.Errorf("%d files of help for %d commands: %v", len(files), len(commands), err)
	}
	for _, c := range append(commands, program()) {
		if c.Hidden {
			continue
		}
		if c.Short == "" || c.Long == "" || c.Example == "" {
			t.Errorf("%s: want a short and a long explanation and an example", c.Name())
		}
		for line := range strings.Lines(oneLine(c.Example)) {
			words := strings.Fields(line)
			if len(words) < 2 || words[0] != "fbp" {
				t.Errorf("example %q names no command", line)
				continue
			}
			named, _, err := program().Find(words[1:])
			if err != nil || named.Name() == "fbp" {
				t.Errorf("example %q names no command: %v", line, err)
				continue
			}
			for _, w := range words {
				if w == "#" || w == "|" {
					break
				}
				if name, ok := strings.CutPrefix(w, "--"); ok && named.Flags().Lookup(name) == nil {
					t.Errorf("example %q: there is no flag %s", line, w)
				}
			}
		}
	}
	var wide func(c *cobra.Command)
	wide = func(c *cobra.Command) {
		text := c.Long + "\n" + c.UsageString()
		for line := range strings.Lines(text) {
			if n := shown(strings.TrimRight(line, "\n")); n > 80 {
				t.Errorf("%s: a line of %d characters: %s", c.CommandPath(), n, line)
			}
		}
		for _, sub := range c.Commands() {
			wide(sub)
		}
	}
	wide(program())
}

// The examples of commands that need no run work.
func TestExamples(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "configs"), os.DirFS("../../configs")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"init", "plan", "config"} {
		c, _, err := program().Find([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(oneLine(c.Example)) {
			line, _, _ = strings.Cut(line, "|")
			line, _, _ = strings.Cut(line, "#")
			line, _, _ = strings.Cut(line, ">")
			args := strings.Fields(line)[1:]
			if slices.Contains(args, "--write-data") { // half a gigabyte
				args = append(args, "--set", "samples=1", "--set", "instance.test=100")
			}
			fbp(t, dir, args...).want(t, 0)
		}
	}
}
