package experiment

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/internal/scratch"
)

// header is the line of names of a table that a run has written.
func header(t *testing.T, dir, table string) []string {
	t.Helper()
	data := scratch.Read(t, dir, table+".tsv")
	for _, line := range strings.Split(data, "\n") {
		if !strings.HasPrefix(line, "#") {
			return strings.Split(line, "\t")
		}
	}
	return nil
}

// The numbers of an algorithm become columns, in the tables of success too if they
// count what a search took; replicas come back from the file as they were.
func TestOtherNumbersAndReplicas(t *testing.T) {
	c, _ := fakes()
	p, dir := fakePlan(t, c, game, "algorithm.claim=replicas"), t.TempDir()
	ran(t, p, Options{Dir: dir})
	tables(t, p, dir)
	if got := header(t, dir, "samples"); !slices.Contains(got, "epochs") || !slices.Contains(got, "loss") || slices.Contains(got, "sweeps") {
		t.Errorf("columns %v", got)
	}
	want := []string{"epochs", "epochs_std", "epochs_sem"}
	if got := header(t, dir, "success"); !slices.Equal(got[len(got)-3:], want) || slices.Contains(got, "sweeps") {
		t.Errorf("columns %v", got)
	}
	f := solutionOf(t, dir, p.Tasks[1])
	s, err := f.Content()
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Replicas) != 2 || !slices.Equal(s.Replicas[0], s.Weights) || s.Replicas[1][0] != 0.5 || len(s.Replicas[1]) != len(s.Weights) {
		t.Errorf("replicas %v of weights %v", s.Replicas, s.Weights)
	}
	if x, ok := s.Number("loss"); !ok || x != 0.25 || s.Numbers[0].Name != "epochs" {
		t.Errorf("numbers %v", s.Numbers)
	}
	again := new(store.SolutionFile)
	if err := again.SetContent(s); err != nil || !reflect.DeepEqual(again.Replicas, f.Replicas) {
		t.Errorf("packed again: %+v, want %+v (%v)", again.Replicas, f.Replicas, err)
	}
}

// An algorithm that claims no solution leaves numbers alone: no success, no errors,
// and no measurement.
func TestNoSolutionClaimed(t *testing.T) {
	c, _ := fakes()
	_, err := plan.Parse(t.Context(), "x.toml", game, []string{"algorithm.claim=nothing"}, c)
	if want := `x.toml:11: measure.census.kind = "census": want an algorithm that finds weights: kind "dice" finds none`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	text, _, _ := strings.Cut(game, "[[measure]]")
	p, dir := fakePlan(t, c, text, "algorithm.claim=nothing", "instance.p=5,8"), t.TempDir()
	ran(t, p, Options{Dir: dir})
	tables(t, p, dir)
	if p.Spec.Figure() != nil {
		t.Error("a figure of success")
	}
	if _, err := os.Stat(filepath.Join(dir, "success.tsv")); err == nil {
		t.Error("a table of success")
	}
	if got := header(t, dir, "samples"); slices.Contains(got, "errors") || slices.Contains(got, "solved") || !slices.Contains(got, "sweeps") {
		t.Errorf("columns %v", got)
	}
	if rows := rowsInNoMean(t, p, dir, "task"); len(rows) != 0 {
		t.Errorf("in no mean: %v", rows)
	}
	f, err := store.Folder(dir).ReadSolution(p.Tasks[0])
	if err != nil || f.Count != 0 {
		t.Fatalf("%+v, %v", f, err)
	}
	if s, err := f.Content(); err != nil || s.Claimed() {
		t.Errorf("%+v, %v", s, err)
	}
}
