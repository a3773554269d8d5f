package main

import (
	"strings"
	"testing"
)

// TestFirst: run --first does one sample of every point and ends with 0; after it plan knows
// times. What was timed before is refused with what there is instead.
func TestFirst(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	o := fbp(t, dir, "run", "tiny.toml", "--first").want(t, 0).says(t, "solved 2 of 2 ", "missing: 4 of 6 tasks; the tables are partial and marked as such")
	if strings.Contains(o.stderr, "fbp check") {
		t.Errorf("what is missing is said to be damaged:\n%s", o.stderr)
	}
	o = fbp(t, dir, "plan", "tiny.toml").want(t, 0).says(t, "; about ", " of one core by the records of 2 tasks")
	for row := range strings.Lines(strings.SplitN(o.stdout, "\n", 2)[1]) {
		if cells := strings.Split(row, "\t"); cells[len(cells)-3] == "" {
			t.Errorf("no seconds in %s", row)
		}
	}
	fbp(t, dir, "run", "tiny.toml", "--first").want(t, 0).says(t, "2 done before")
	fbp(t, dir, "run", "tiny.toml").want(t, 0).says(t, "solved 6 of 6 (0 failed, 2 done before)")
	fbp(t, dir, "run", "tiny.toml", "--first", "--task", "1").want(t, 2).says(t, "--first: want neither --task nor --force with it")
	for _, command := range []string{"run", "plan", "submit"} {
		fbp(t, dir, command, "tiny.toml", "--no-timing").want(t, 2).says(t, "--no-timing: no longer there; nothing is timed in advance")
	}
	fbp(t, dir, "plan", "tiny.toml", "--hashes").want(t, 2).says(t, "--hashes: no longer there; ")
}
