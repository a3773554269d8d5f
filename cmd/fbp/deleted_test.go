package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fbp/internal/scratch"
	"fbp/internal/slow"
)

// removed deletes the first file of a pattern, and returns its path in the folder of the run.
func removed(t *testing.T, dir, pattern string) string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(paths) == 0 {
		t.Fatal(pattern, err)
	}
	scratch.Remove(t, paths[0])
	name, err := filepath.Rel(dir, paths[0])
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(name)
}

// A solution that was deleted is named, also after a run or a collect; a record or a
// measurement is made again; and a damaged file of an earlier plan is moved aside.
func TestDeletedFiles(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	dir := workdir(t)
	out := filepath.Join(dir, "out")
	run := []string{"run", "tiny.toml", "--out", "out"}
	fbp(t, dir, run...).want(t, 0)
	want := outputs(t, out)
	name := removed(t, out, "solutions/*")
	for _, command := range [][]string{{"collect", "out"}, run} {
		fbp(t, dir, command...).want(t, 0)
		if o := fbp(t, dir, "check", "out").want(t, 1); !strings.Contains(o.stdout, name+": missing") {
			t.Errorf("%s is deleted; after %v check finds\n%s", name, command, o.stdout)
		}
	}
	checked(t, dir, "out", name)
	removed(t, out, "measurements/*")
	fbp(t, dir, "check", "out").want(t, 0)
	removed(t, out, "tasks/*")
	if o := fbp(t, dir, "check", "out").want(t, 1).says(t, "(tasks without one: 1)"); !strings.Contains(o.stdout, "records.jsonl: it is not") && !strings.Contains(o.stdout, "records.jsonl: is not made of the records") {
		t.Errorf("without a record: %s", o.stdout)
	}
	fbp(t, dir, run...).want(t, 0)
	fbp(t, dir, "check", "out").want(t, 0)
	if outputs(t, out) != want {
		t.Error("repaired, it has other bytes")
	}
	// A file of another command loses its row with the next that seals.
	fbp(t, dir, "report", "out").want(t, 0)
	removed(t, out, "report.html")
	fbp(t, dir, "check", "out").want(t, 1)
	fbp(t, dir, "collect", "out").want(t, 0)
	fbp(t, dir, "check", "out").want(t, 0)
	fbp(t, dir, append(run, "--set", "samples=4")...).want(t, 0)
	fbp(t, dir, run...).want(t, 0)
	for _, pattern := range slow.Some(1, []string{"tasks/*s003*", "solutions/*s003*", "measurements/*s003*"}) {
		paths, err := filepath.Glob(filepath.Join(out, pattern))
		if err != nil || len(paths) == 0 {
			t.Fatal(pattern, err)
		}
		flip(t, paths[0])
		name, _ := filepath.Rel(out, paths[0])
		checked(t, dir, "out", name)
	}
}

// TestDeletedWhileRunning: config and plan are there when the run has ended.
func TestDeletedWhileRunning(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	out := filepath.Join(dir, "out")
	args := []string{"run", "tiny.toml", "--out", "out", "--set", "model.n=301", "--set", "instance.alpha=0.5", "-j", "1"}
	cmd := command(t, dir, args...)
	finished(t, cmd, func() error {
		if err := cmd.Start(); err != nil {
			return err
		}
		for begun := time.Now(); time.Since(begun) < 30*time.Second; time.Sleep(time.Millisecond) {
			if first, _ := filepath.Glob(filepath.Join(out, "tasks", "*.json")); len(first) > 0 {
				break // two tasks are left
			}
		}
		scratch.Remove(t, filepath.Join(out, "config.toml"))
		scratch.Remove(t, filepath.Join(out, "plan.json"))
		return cmd.Wait()
	}).want(t, 0).says(t, "written again", "figure: ")
	fbp(t, dir, "check", "out").want(t, 0)
	fbp(t, dir, args...).want(t, 0).says(t, "3 done before")
}

// Weights that were exported with replicas, or as text, are repaired in that form.
func TestCheckOfReplicas(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	dir := workdir(t)
	scratch.Write(t, filepath.Join(dir, "many.toml"), "samples = 2\n[model]\nkind = \"perceptron\"\nn = 51\n[instance]\nkind = \"random\"\nalpha = 0.3\n"+
		"[algorithm]\nkind = \"monte_carlo\"\nreplicas = 3\nanneal = 100\nequilibrate = 2\nsnapshots = 2\n")
	fbp(t, dir, "run", "many.toml", "--out", "out").want(t, 0)
	for _, format := range []string{"npy", "txt"} {
		fbp(t, dir, "export", "out", "--replicas", "--format", format).want(t, 0)
		want := scratch.Read(t, dir, "out/weights/weights.tsv")
		for _, pattern := range []string{"weights/*.replicas." + format, "weights/weights.tsv", "weights/*." + format} {
			paths, err := filepath.Glob(filepath.Join(dir, "out", pattern))
			if err != nil {
				t.Fatal(err)
			}
			for _, path := range slow.Some(1, paths) {
				name, _ := filepath.Rel(filepath.Join(dir, "out"), path)
				flip(t, path)
				checked(t, dir, "out", name)
				removed(t, filepath.Join(dir, "out"), name)
				checked(t, dir, "out", name)
			}
		}
		if got := scratch.Read(t, dir, "out/weights/weights.tsv"); got != want {
			t.Errorf("%s: weights.tsv is\n%s\nand was\n%s", format, got, want)
		}
		if err := os.RemoveAll(filepath.Join(dir, "out/weights")); err != nil {
			t.Fatal(err)
		}
		fbp(t, dir, "collect", "out").want(t, 0)
	}
}
