package main

import (
	"path/filepath"
	"strings"
	"testing"

	"fbp/internal/scratch"
	"fbp/internal/slow"
	"fbp/results"
)

// A measurement that failed is named, with its reason, by status, the table of
// samples and the report; the run is complete.
func TestUnmeasuredSamples(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml", "--out", "out").want(t, 0)
	r, err := results.ReadRecord(records(t, filepath.Join(dir, "out"))[0])
	if err != nil {
		t.Fatal(err)
	}
	const why = "local entropy at rho = 10: not computed"
	r.Reasons = map[string]string{"local_entropy": why}
	if err := results.WriteRecord(records(t, filepath.Join(dir, "out"))[0], r); err != nil {
		t.Fatal(err)
	}
	fbp(t, dir, "run", "tiny.toml", "--out", "out").want(t, 0).says(t, "1 with a failed measurement", "fbp status out --failed lists the samples")
	o := fbp(t, dir, "status", "out", "--failed").want(t, 0)
	if lines := strings.Split(strings.TrimSpace(o.stdout), "\n"); len(lines) != 2 || !strings.Contains(lines[1], "unmeasured local_entropy  solved  0 ") || !strings.HasSuffix(lines[1], why) {
		t.Errorf("status --failed:\n%s", o.stdout)
	}
	if text := scratch.Read(t, dir, "out", "samples.tsv"); strings.Count(text, "\t"+why+"\t\n") != 1 {
		t.Errorf("samples.tsv:\n%s", text)
	}
	fbp(t, dir, "report", "out").want(t, 0)
	if page := scratch.Read(t, dir, "out", "report.html"); !strings.Contains(page, "unmeasured local_entropy</td><td>solved</td>") {
		t.Error("the report does not name the failed measurement")
	}
	fbp(t, dir, "run", "tiny.toml", "--out", "out", "--retry-failed").want(t, 0)
	if o := fbp(t, dir, "status", "out", "--failed").want(t, 0).says(t, "none: no sample failed"); o.stdout != "" {
		t.Errorf("measured again:\n%s", o.stdout)
	}
}
