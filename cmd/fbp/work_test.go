package main

import (
	"encoding/json"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"fbp/internal/scratch"
)

// TestWork: success beside the processor time of the searches, as records have it, and the
// pairs of weights and patterns that they visited; weights from files have neither.
func TestWork(t *testing.T) {
	t.Parallel()
	dir := workdir(t)
	alone, _, _ := strings.Cut(strings.Replace(outside, "[[measure]]\nkind = \"overlaps\"\nbetween = [\"ours\", \"theirs\"]\n", "", 1), "[[variant]]\nname = \"theirs\"")
	scratch.Write(t, filepath.Join(dir, "outside.toml"), alone+"[[variant]]\nname = \"theirs\"\nalgorithm = { kind = \"file\", path = \"w.txt\" }\n"+
		"[[variant]]\nname = \"replicas\"\nalgorithm = { kind = \"replicated_sgd\", replicas = 3 }\n")
	scratch.Write(t, filepath.Join(dir, "w.txt"), strings.Repeat("1\n", 51))
	fbp(t, dir, "run", "outside.toml").want(t, 0)
	o := fbp(t, dir, "work", "results/outside", "--where", "alpha=.40", "--figure", "work.svg", "--out", "work.tsv").want(t, 0)
	if text := scratch.Read(t, dir, "work.tsv"); !strings.Contains(text, o.stdout+"# sha256: ") {
		t.Errorf("--out:\n%s", text)
	}
	rows := strings.Split(strings.TrimSpace(o.stdout), "\n")
	const head = "variant\talpha\tn\tsolved\tsamples\tn_failed\tprobability\tprobability_low\tprobability_high\tseconds\tseconds_sem\tseconds_per_solution\ttimed\tupdates\tupdates_sem"
	if rows[0] != head || len(rows) != 4 {
		t.Fatalf("%s", o.stdout)
	}
	records, err := filepath.Glob(filepath.Join(dir, "results/outside/tasks/*-p20-replicated_sgd-*"))
	if err != nil || len(records) != 2 {
		t.Fatal(records, err)
	}
	seconds, updates := 0.0, 0.0
	for _, path := range records {
		data := []byte(scratch.Read(t, path))
		var r struct {
			Readings map[string]struct {
				Values []string
				Rows   [][]float64
			}
			Run struct {
				Seconds  float64
				Searched float64 `json:"search_seconds"`
			}
		}
		if err := json.Unmarshal(data, &r); err != nil {
			t.Fatal(err)
		}
		for k, name := range r.Readings["solution"].Values {
			if name == "epochs" {
				updates += r.Readings["solution"].Rows[0][k] * 3 * 51 * 20 / 2
			}
		}
		seconds += r.Run.Searched / 2
		if runtime.GOOS == "linux" && !(r.Run.Searched > 0 && r.Run.Searched < r.Run.Seconds+0.02) {
			t.Errorf("a search of %v s in a task of %v s", r.Run.Searched, r.Run.Seconds)
		}
	}
	cells := strings.Split(rows[3], "\t")
	last := cells[len(cells)-6:]
	if got, err := strconv.ParseFloat(last[4], 64); err != nil || got != updates {
		t.Errorf("%s updates, want %v", last[4], updates)
	}
	if runtime.GOOS == "linux" {
		if got, err := strconv.ParseFloat(last[0], 64); err != nil || got < seconds*0.999 || got > seconds*1.001 || last[3] != "2" || last[2] != last[0] {
			t.Errorf("%v, want %v s", last, seconds)
		}
		if !strings.Contains(scratch.Read(t, dir, "work.svg"), "<svg") {
			t.Error("no figure")
		}
	}
	if !strings.HasSuffix(rows[2], "\t\t\t\t0\t\t") || !strings.HasPrefix(rows[2], "theirs\t") {
		t.Errorf("of a file: %q", rows[2])
	}
	for args, says := range map[string]string{"--where variants=3": `there is no such column; did you mean "variant"?`, "--where variant=x": "--where variant=x: no row is left; variant is ours, theirs", "--figure x.gif": "want a name that ends in", "--where x": "want column=value"} {
		fbp(t, dir, append([]string{"work", "results/outside"}, strings.Fields(args)...)...).want(t, 2).says(t, says)
	}
	scratch.Remove(t, filepath.Join(dir, "results/outside/success.tsv"))
	fbp(t, dir, "work", "results/outside").want(t, 2).says(t, "fbp collect results/outside makes it")
}
