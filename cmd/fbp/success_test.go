package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fbp/experiment/plantest"
	"fbp/internal/scratch"
	"fbp/internal/slow"
	"fbp/results"
)

// searchesOnly is a sweep over α that measures nothing, beyond the capacity too.
const searchesOnly = `samples = 4
[model]
kind = "perceptron"
n = 51
[instance]
kind = "random"
[algorithm]
kind = "fbp"
stop = "solved"
gamma = { steps = 8 }
max_sweeps = 20
[sweep]
"instance.alpha" = [0.3, 1.1]
`

// Success against α: the table agrees with the samples, and a row is there for
// points without a solution too.
func TestSuccess(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	scratch.Write(t, filepath.Join(dir, "success.toml"), searchesOnly)
	fbp(t, dir, "run", "success.toml", "--out", "out").want(t, 0).says(t, "success.tsv", "summary.tsv")
	samples, success := plantest.Table(t, dir, "out", "samples.tsv"), plantest.Table(t, dir, "out", "success.tsv")
	if got := strings.Join(success.Columns, " "); got != "alpha n solved samples n_failed probability probability_low probability_high sweeps sweeps_std sweeps_sem" {
		t.Errorf("columns %s", got)
	}
	solved, sweeps := plantest.Column(t, samples, "solved"), plantest.Column(t, samples, "sweeps")
	for point := range 2 {
		sum, spent := 0.0, 0.0
		for i := range 4 {
			sum, spent = sum+solved[4*point+i], spent+sweeps[4*point+i]
		}
		if got := plantest.Column(t, success, "probability")[point]; got != sum/4 {
			t.Errorf("point %d: probability %v, want %v", point, got, sum/4)
		}
		if got := plantest.Column(t, success, "sweeps")[point]; math.Abs(got-spent/4) > 1e-12 {
			t.Errorf("point %d: %v sweeps, want %v", point, got, spent/4)
		}
	}
	if p := plantest.Column(t, success, "probability"); p[0] != 1 || p[1] != 0 {
		t.Errorf("probabilities %v, want 1 far below the capacity, 0 beyond it", p)
	}
}

// A point without solutions has a row that counts them; with "include" they are
// averaged, and no search is run again: stabilities are there, local entropies
// are measured now. Theory of another margin is refused.
func TestUnsolvedSamples(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := t.TempDir()
	config := searchesOnly + "[[measure]]\nkind = \"stability\"\n[[measure]]\nkind = \"local_entropy\"\nrho = { list = [0.2] }\n"
	scratch.Write(t, filepath.Join(dir, "unsolved.toml"), config)
	fbp(t, dir, "run", "unsolved.toml", "--out", "out").want(t, 0)
	name := filepath.Join(dir, "out", "local_entropy.tsv")
	rows := func(columns ...string) (all [][]float64) {
		for _, c := range columns {
			all = append(all, plantest.Column(t, plantest.Table(t, name), c))
		}
		return all
	}
	counts := []string{"n_samples", "n_unsolved", "n_unmeasured", "n_failed"}
	skipped := rows(counts...)
	if skipped[0][0] != 4 || skipped[0][1] != 0 || skipped[1][1] != 4 {
		t.Errorf("counts %v, want 4 samples, then none and 4 unsolved", skipped)
	}
	fbp(t, dir, "run", "unsolved.toml", "--out", "out", "--set", "measure.stability.unsolved=include").want(t, 0).says(t, "8 done before")
	stability := plantest.Table(t, dir, "out", "stability.tsv")
	if n := plantest.Column(t, stability, "n_included"); n[0] != 0 || n[len(n)-1] != 4 {
		t.Errorf("%v unsolved samples in the mean, want none, then 4", n)
	}
	fbp(t, dir, "run", "unsolved.toml", "--out", "out", "--set", "measure.local_entropy.unsolved=include").want(t, 0)
	included := rows(append(counts, "n_included")...)
	for i := range included[0] {
		if sum := included[0][i] + included[1][i] + included[2][i] + included[3][i]; sum != 4 || included[1][i] != 0 {
			t.Errorf("row %d: %v, want all 4 in the mean or unmeasured", i, included)
		}
	}
	if included[4][0] != 0 {
		t.Errorf("counts %v, want no unsolved sample at small alpha", included)
	}
	theory := config + "[[theory]]\nkind = \"franz_parisi\"\nkappa = 0.0\nd = 0.1\ncompare = true\n"
	scratch.Write(t, filepath.Join(dir, "compared.toml"), theory)
	fbp(t, dir, "run", "compared.toml", "--set", "model.kappa=0,0.1", "--set", "instance.alpha=0.3", "--out", "never").want(t, 2).
		says(t, "compared.toml:", "compare = true: the theory has no curve with kappa = 0.1")
	if _, err := os.Stat(filepath.Join(dir, "never")); err == nil {
		t.Error("something was written before the mistake was found")
	}
}

// The local entropy at given distances: one row for each point and distance, the
// measured value where a distance was measured, and made anew by later collects.
func TestEntropiesAtDistances(t *testing.T) {
	slow.Only(t)
	t.Parallel()
	dir := workdir(t)
	fbp(t, dir, "run", "tiny.toml", "--out", "out", "--set", "collect.at.distance=[.1,.49]").want(t, 0).says(t, "local_entropy_at.tsv")
	name := filepath.Join(dir, "out", "local_entropy_at.tsv")
	at := plantest.Table(t, name)
	points := len(plantest.Column(t, plantest.Table(t, dir, "out", "success.tsv"), "alpha"))
	if d := plantest.Column(t, at, "distance"); len(d) != 2*points || d[0] != 0.1 || d[1] != 0.49 {
		t.Errorf("distances %v, want 2 at each of %d points", d, points)
	}
	first := scratch.Read(t, name)
	fbp(t, dir, "check", "out").want(t, 0)
	scratch.Write(t, name, strings.Replace(first, "\t3\t", "\t7\t", 1))
	if o := fbp(t, dir, "check", "out").want(t, 1); !strings.Contains(o.stdout+o.stderr, "local_entropy_at.tsv") {
		t.Errorf("check does not find the changed table:\n%s%s", o.stdout, o.stderr)
	}
	fbp(t, dir, "collect", "out").want(t, 0)
	if scratch.Read(t, name) != first {
		t.Error("the table is not made anew with the others")
	}
}

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
