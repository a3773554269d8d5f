package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/results"
)

// TestJSON: every command with --json prints one object a line, whose keys docs/scripting.md has, and ends with the code
// that it has without. Rows have the cells of the table that it prints otherwise; a mistake leaves stdout empty.
func TestJSON(t *testing.T) {
	t.Parallel()
	page := scratch.Read(t, "../../docs/scripting.md")
	for _, code := range []int{exitOK, exitFailed, exitUsage, exitInterrupted, exitTwice} {
		if !strings.Contains(page, fmt.Sprintf("\n| %d |", code)) {
			t.Errorf("docs/scripting.md has no exit code %d", code)
		}
	}
	dir := workdir(t)
	sweep := []string{"--set", "model.n=31", "--set", "instance.alpha=0.3,1.1", "--set", "samples=2"}
	fbp(t, dir, append([]string{"run", "tiny.toml", "--out", "run"}, sweep...)...).want(t, exitOK)
	fbp(t, dir, append([]string{"run", "tiny.toml", "--out", "begun", "--task", "0"}, sweep...)...).want(t, exitOK)
	fbp(t, dir, append([]string{"run", "tiny.toml", "--out", "bad"}, sweep...)...).want(t, exitOK)
	damaged, err := filepath.Glob(filepath.Join(dir, "bad/tasks/*"))
	if err != nil {
		t.Fatal(err)
	}
	scratch.Write(t, damaged[0], "{")
	for _, name := range []string{"plan.json", "neither/plan.json"} {
		fbp(t, dir, append([]string{"run", "tiny.toml", "--out", filepath.Dir("lost/" + name)}, sweep...)...).want(t, exitOK)
		scratch.Write(t, filepath.Join(dir, "lost", name), "{")
	}
	scratch.Remove(t, filepath.Join(dir, "lost/neither/config.toml"))
	for _, c := range []struct {
		command string
		code    int
		lines   int
		has     string // an expression that the output fits
	}{
		{"run tiny.toml --out run --set model.n=31 --set instance.alpha=0.3,1.1 --set samples=2", exitOK, 1, `^{"dir":"run"}\n$`},
		{"run tiny.toml --set model.n=0", exitUsage, 0, ``},
		{"plan tiny.toml", exitOK, 1, `"seconds":null`},
		{"status run", exitOK, 1, `"complete":true,"seconds_left":0,.*"total":{"samples":4,"done":4,.*"points":\[{"instance.alpha":0.3,"samples":2`},
		{"status begun", exitFailed, 1, `"complete":false,"seconds_left":[0-9].*"missing":3`},
		{"status run --failed", exitOK, 1, `"excluded":\[{"alpha":1.1,"sample":0,"task":`},
		{"status bad", exitFailed, 1, `"bad_records":\["`},
		{"status lost", exitFailed, 1, `^{"error":"lost/plan.json: damaged: `},
		{"status lost --failed", exitFailed, 1, `^{"error":"lost/plan.json: damaged: `},
		{"check lost", exitFailed, 1, `^{"findings":\[{"file":"lost/plan.json"`},
		{"check lost/neither", exitFailed, 1, `^{"error":"lost/neither/plan.json: damaged: `},
		{"status nothing", exitUsage, 0, ``},
		{"check run", exitOK, 1, `^{"findings":\[\],"not_checked":\[\],"records":4,`},
		{"check bad", exitFailed, 1, `^{"findings":\[{"file":"bad/tasks/.*"repair":"fbp check bad --aside`},
		{"fit run", exitOK, 1, `"alpha_half":null,.*"status":"separated"`},
		{"fit run --by n", exitUsage, 0, ``},
		{"cost run", exitOK, 2, `^{"instance.alpha":0.3,"n":31,|"seconds_per_solution":null`},
		{"theory rs --alpha 0.5,0.9", exitOK, 2, `"r":null,.*"status":"beyond_capacity","note":"`},
		{"theory large-deviation --activation sign --alpha 0.4 --q1 0.85 --y inf", exitOK, 1, `"y":"inf"`},
		{"theory rs", exitUsage, 0, ``},
	} {
		args := strings.Fields(c.command)
		plain := fbp(t, dir, args...).want(t, c.code)
		got := fbp(t, dir, append(args, "--json")...).want(t, c.code)
		if lines := strings.Count(got.stdout, "\n"); lines != c.lines || !regexp.MustCompile(c.has).MatchString(got.stdout) {
			t.Errorf("%s: %d lines, want %d with %s\n%s", c.command, lines, c.lines, c.has, got.stdout)
		}
		if c.lines == 0 {
			if got.stderr != plain.stderr || got.stdout != "" {
				t.Errorf("%s: %q and on stderr %q, want %q", c.command, got.stdout, got.stderr, plain.stderr)
			}
			continue
		}
		var objects []map[string]any
		for line := range strings.Lines(got.stdout) {
			var object map[string]any
			if err := json.Unmarshal([]byte(line), &object); err != nil {
				t.Fatalf("%s: %v in %s", c.command, err, line)
			}
			objects = append(objects, object)
		}
		if slices.Contains([]string{"fit", "cost", "theory"}, args[0]) {
			sameCells(t, objects, plain.stdout)
			continue
		}
		for key := range objects[0] {
			if !strings.Contains(page, "`"+key+"`") {
				t.Errorf("docs/scripting.md has no key %s of fbp %s --json", key, args[0])
			}
		}
	}
}

// sameCells checks that objects have the cells of a table.
func sameCells(t *testing.T, objects []map[string]any, tsv string) {
	t.Helper()
	table, err := results.ReadTSV(strings.NewReader(tsv))
	if err != nil || len(table.Rows) != len(objects) {
		t.Fatalf("%d objects (%v) beside\n%s", len(objects), err, tsv)
	}
	for i, row := range table.Rows {
		want := map[string]any{}
		if err := json.Unmarshal([]byte(table.JSONLine(row)), &want); err != nil {
			t.Fatal(err)
		}
		if !maps.Equal(objects[i], want) {
			t.Errorf("row %d: %v, want %v", i, objects[i], want)
		}
	}
}
