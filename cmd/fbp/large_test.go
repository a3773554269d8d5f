package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fbp/internal/scratch"
)

// A list of many values takes the time of its length, and is not printed as a whole. (With the
// list printed for each of its values this takes more than the minute that a command has.)
func TestListsOfManyValues(t *testing.T) {
	t.Parallel()
	dir, values := t.TempDir(), make([]string, 19_000)
	for i := range values {
		values[i] = fmt.Sprintf("%.6f", float64(i)/20_000)
	}
	config := func(first string) {
		scratch.Write(t, filepath.Join(dir, "x.toml"), "samples = 2\nsearches = 2\n[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"random\"\nalpha = 0.3\n"+
			"[algorithm]\nkind = \"sbpi\"\n[[measure]]\nkind = \"barrier\"\nfraction = ["+first+strings.Join(values, ", ")+"]\n")
	}
	config("")
	fbp(t, dir, "plan", "x.toml").want(t, 0).says(t, "6 tasks")
	config("0.5, ")
	o := fbp(t, dir, "plan", "x.toml").want(t, 2).says(t, "x.toml:13: measure.barrier.fraction = [0.5, 0, ", "… of 19001 values]: want rising fractions")
	if len(o.stderr) > 300 {
		t.Errorf("a message of %d bytes", len(o.stderr))
	}
}

// Thousands of variants or theories are read in the time of their number; places of keys were
// copied for each.
func TestManyTables(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const head = "samples = 1\n[model]\nkind = \"perceptron\"\nn = 21\n[instance]\nkind = \"random\"\nalpha = 0.3\n[algorithm]\nkind = \"sbpi\"\n"
	for name, table := range map[string]string{"variant": "[[variant]]\nname = \"x%d\"\nalgorithm.ps = %g\n", "theory": "[[theory]]\nkind = \"rs\"\nname = \"x%d\"\nalpha = %g\n"} {
		var b strings.Builder
		b.WriteString(head)
		for i := range 1000 {
			fmt.Fprintf(&b, table, i, 0.1+float64(i)/10_000)
		}
		scratch.Write(t, filepath.Join(dir, name+".toml"), b.String())
		o := fbp(t, dir, "plan", name+".toml").want(t, 0)
		if want := map[string]int{"variant": 1001, "theory": 2}[name]; strings.Count(o.stdout, "\n") != want {
			t.Errorf("%s: %d lines, want %d", name, strings.Count(o.stdout, "\n"), want)
		}
	}
}

// A signal ends a fit of many rows, which knows of no context, within seconds.
func TestInterruptedFit(t *testing.T) {
	t.Parallel()
	dir, text := t.TempDir(), []byte("n\talpha\tsolved\tsamples\n")
	for i := range 20_000 {
		text = fmt.Appendf(text, "%d\t%g\t%d\t20\n", 51+2*(i%7), 0.5+float64(i)/50_000, max(0, 18-i/1000+i%3))
	}
	scratch.Write(t, filepath.Join(dir, "t.tsv"), string(text))
	cmd := command(t, dir, "fit", "t.tsv", "--out", "fit.tsv")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(500 * time.Millisecond)
	sent := time.Now()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if took := time.Since(sent); cmd.ProcessState.ExitCode() != exitInterrupted || took > 20*time.Second || strings.TrimSpace(stderr.String()) != "interrupted" {
		t.Errorf("exit code %d after %v: %s", cmd.ProcessState.ExitCode(), took, stderr.String())
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("an interrupted fit has left %v", entries)
	}
}
