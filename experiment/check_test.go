package experiment

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"

	"fbp/experiment/check"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/scratch"
	"fbp/results"
)

// checked are the findings of a folder, a line each.
func checked(t *testing.T, c *plan.Catalog, dir string, strict bool) (*check.Report, string) {
	t.Helper()
	k, err := check.Run(context.Background(), dir, c, check.Options{Strict: strict, Quick: true})
	if err != nil {
		t.Fatal(err)
	}
	var lines strings.Builder
	for _, f := range k.Findings {
		lines.WriteString(f.String() + "\n")
	}
	return k, lines.String()
}

// What is sound by its sum and wrong all the same: weights that make other errors,
// a record of other numbers than its solution, readings under a table's name.
func TestCheckBeyondSums(t *testing.T) {
	p, dir := fakePlan(t, Standard(), slowConfig, "model.n=51", "algorithm.shuffle=false"), t.TempDir()
	ran(t, p, Options{Dir: dir})
	tables(t, p, dir)
	if k, findings := checked(t, Standard(), dir, false); findings != "" || k.Recounted != 2 || k.Records != 2 || k.Tables == 0 {
		t.Fatalf("%+v, %s", k, findings)
	}
	f, task := store.Folder(dir), p.Tasks[1]
	sound := map[string][]byte{}
	for _, path := range []string{f.Record(task), f.Solution(task)} {
		data := []byte(scratch.Read(t, path))
		sound[path] = data
	}
	change := func(do func(*store.SolutionFile, *results.Record)) {
		s, err := store.ReadSolutionFile(f.Solution(task))
		if err != nil {
			t.Fatal(err)
		}
		r, err := results.ReadRecord(f.Record(task))
		if err != nil {
			t.Fatal(err)
		}
		do(s, r)
		encode(t, f.Solution(task), s)
		if err := results.WriteRecord(f.Record(task), r); err != nil {
			t.Fatal(err)
		}
	}
	for want, do := range map[string]func(*store.SolutionFile, *results.Record){
		"its weights make ":       func(s *store.SolutionFile, _ *results.Record) { s.Signs = strings.Repeat("0", len(s.Signs)) },
		"it is not the solution ": func(s *store.SolutionFile, _ *results.Record) { s.Readings["solution"].Rows[0][4]++ },
		"which nothing in its ": func(_ *store.SolutionFile, r *results.Record) {
			r.Readings["x"] = &results.Rows{Keys: []string{"a"}, Values: []string{"b"}}
		},
		"not made of the records": func(_ *store.SolutionFile, r *results.Record) { r.Readings["local_entropy"].Rows[0][1] = 0.5 },
	} {
		change(do)
		if _, findings := checked(t, Standard(), dir, false); !strings.Contains(findings, want) {
			t.Errorf("want %q in the findings:\n%s", want, findings)
		}
		for path, data := range sound {
			scratch.Write(t, path, data)
		}
	}
	change(func(_ *store.SolutionFile, r *results.Record) { r.Run.Commit = "other" })
	tables(t, p, dir)
	if _, findings := checked(t, Standard(), dir, false); findings != "" {
		t.Errorf("findings:\n%s", findings)
	}
	if _, findings := checked(t, Standard(), dir, true); !strings.Contains(findings, "mixed or changed builds") || !strings.Contains(findings, "other (tasks: 1)") {
		t.Errorf("strict findings:\n%s", findings)
	}
}

// Records and solutions of an earlier plan, and checkpoints, are checked too.
func TestCheckUnplanned(t *testing.T) {
	c, dir := Standard(), t.TempDir()
	long := fakePlan(t, c, slowConfig, "model.n=21", "algorithm.shuffle=false", "samples=4")
	ran(t, long, Options{Dir: dir})
	p := fakePlan(t, c, slowConfig, "model.n=21", "algorithm.shuffle=false")
	ran(t, p, Options{Dir: dir})
	tables(t, p, dir)
	f := store.Folder(dir)
	if k, findings := checked(t, c, dir, false); findings != "" || k.Unplanned != len(long.Tasks)-len(p.Tasks) {
		t.Fatalf("records in no table: %d; findings: %s", k.Unplanned, findings)
	}
	gone := long.Tasks[3]
	if err := os.Mkdir(f.In("checkpoints"), 0o777); err != nil {
		t.Fatal(err)
	}
	writeCheckpoint(t, f.In("checkpoints", "a"), "a")
	writeCheckpoint(t, f.In("checkpoints", "b"), "a")
	for _, path := range []string{f.Record(gone), f.Solution(gone), f.In("checkpoints", "c")} {
		scratch.Write(t, path, "damage")
	}
	_, findings := checked(t, c, dir, false)
	if strings.Count(findings, "\n") != 4 || !strings.Contains(findings, gone.ID) || !strings.Contains(findings, gone.Solution) ||
		!strings.Contains(findings, f.In("checkpoints", "b")) || !strings.Contains(findings, f.In("checkpoints", "c")) {
		t.Errorf("findings:\n%s", findings)
	}
}

// A run of an earlier physics version is one finding.
func TestCheckOlderPhysics(t *testing.T) {
	p, dir := fakePlan(t, Standard(), slowConfig, "model.n=21"), t.TempDir()
	ran(t, p, Options{Dir: dir})
	older := *p
	older.Physics--
	older.Config = older.Hash()
	scratch.Write(t, store.Folder(dir).In("plan.json"), older.Encode())
	if _, findings := checked(t, Standard(), dir, false); strings.Count(findings, "\n") != 1 || !strings.Contains(findings, "plan.json: physics version ") {
		t.Errorf("findings\n%s", findings)
	}
}

// writeCheckpoint writes a checkpoint of a name that is sound by its sum.
func writeCheckpoint(t *testing.T, path, name string) {
	t.Helper()
	data := fmt.Appendf(nil, `{"format":1,"name":%q,"physics":%d,"draws":0,"readings":{}}`+"\n", name, results.PhysicsVersion)
	sum := sha256.Sum256(data)
	scratch.Write(t, path, append(data, sum[:]...))
}
