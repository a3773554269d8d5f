package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"fbp/results"
)

// TestOldRunsAreNamed: of a run of an earlier physics version the commands that read its records say
// so in one line, and write nothing.
func TestOldRunsAreNamed(t *testing.T) {
	t.Parallel()
	v := results.PhysicsVersion - 1
	plans, err := filepath.Glob(fmt.Sprintf("../../experiment/testdata/physics%d*/plan.json", v))
	if err != nil || len(plans) == 0 {
		t.Fatalf("no run of physics version %d: %v", v, err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "old"), os.DirFS(filepath.Dir(plans[0]))); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("old: made by physics version %d, whose records this fbp does not read (it has %d); want another folder with --out, or run --replace; solutions can be measured again with [algorithm] kind = \"file\"\n", v, results.PhysicsVersion)
	for _, command := range []string{"status", "export", "report", "cost"} {
		if o := fbp(t, dir, command, "old").want(t, 2); o.stderr != want || o.stdout != "" {
			t.Errorf("fbp %s: %q and %q, want %q", command, o.stdout, o.stderr, want)
		}
	}
	for _, name := range []string{"report.html", "weights"} {
		if _, err := os.Stat(filepath.Join(dir, "old", name)); err == nil {
			t.Errorf("%s is written", name)
		}
	}
}
