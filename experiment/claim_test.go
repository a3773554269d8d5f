package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"fbp/experiment/store"
	"fbp/internal/claims"
	"fbp/internal/say"
	"fbp/internal/scratch"
)

// left leaves a claim behind.
func left(t *testing.T, dir, name string, o claims.Owner) {
	t.Helper()
	scratch.Write(t, claimOf(dir, name), signed(o))
}

// claimOf is the file of a claim.
func claimOf(dir, name string) string { return filepath.Join(dir, "claims", name) }

// signed is what a claim's file holds.
func signed(o claims.Owner) []byte {
	data, err := json.Marshal(o)
	if err != nil {
		panic(err)
	}
	return append(data, '\n')
}

// ghost is a process of this machine that is no more: this one, born earlier.
func ghost() claims.Owner {
	o := claims.ThisProcess("here")
	if o.Birth == "" { // where the system does not tell, a number that no process has
		o.PID = 1 << 30
	}
	o.Birth += "0"
	return o
}

// Two runs in one folder: every task is done, none twice.
func TestTwoRuns(t *testing.T) {
	t.Parallel() // it waits
	c, w := fakes()
	p, dir := fakePlan(t, c, game, "samples=8", "algorithm.wait=2"), t.TempDir()
	var reports [3]Report
	var runs sync.WaitGroup
	for i := range reports {
		runs.Go(func() {
			var err error
			if reports[i], err = Run(context.Background(), p, Options{Dir: dir, Jobs: 2}); err != nil {
				t.Error(err)
			}
		})
	}
	runs.Wait()
	finished := 0
	for _, r := range reports {
		finished += r.Finished
		if r.Finished+r.Skipped != 16 || r.Solved != 16 {
			t.Errorf("%+v, want to end when all 16 tasks are done", r)
		}
	}
	if finished != 16 || w.searches.Load() != 16 {
		t.Errorf("%d tasks done, %d searches, want 16", finished, w.searches.Load())
	}
	if _, err := os.Stat(store.Folder(dir).In("claims")); err == nil {
		t.Error("claims were left behind")
	}
}

// A process that was stopped for long finds out that its task was taken over,
// and leaves it to the other.
func TestTakenOver(t *testing.T) {
	t.Parallel() // it waits
	c, w := fakes()
	p, dir := fakePlan(t, c, game, "samples=1", "instance.p=5", "algorithm.steps=400", "algorithm.wait=1"), t.TempDir()
	id := p.Tasks[0].ID
	var once sync.Once
	w.onStep = func(int64) {
		once.Do(func() {
			for _, err := range []error{os.Remove(claimOf(dir, id)), os.WriteFile(claimOf(dir, id), []byte("{}\n"), 0o666)} {
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	report, err := Run(ctx, p, Options{Dir: dir, Beat: time.Millisecond})
	if !errors.Is(err, say.ErrInterrupted) || report.Finished != 0 || w.searches.Load() != 1 {
		t.Errorf("%+v, %v, %d searches: want to wait for the other process", report, err, w.searches.Load())
	}
}

// What a killed process was doing is done by the next run, and status distinguishes
// running processes from those that have exited.
func TestStatusOfClaims(t *testing.T) {
	c, _ := fakes()
	p, dir := fakePlan(t, c, game), t.TempDir()
	second := 1
	ran(t, p, Options{Dir: dir, Task: &second})
	here := claims.ThisProcess("here")
	here.Job, here.Since = "7_3", time.Now().Add(-time.Hour)
	left(t, dir, p.Tasks[0].ID, here)
	left(t, dir, p.Tasks[1].ID, here) // done: its owner is about to let go
	left(t, dir, p.Tasks[2].ID, ghost())
	s, err := store.Folder(dir).Scan(context.Background(), p, nil)
	if err != nil || len(s.Running) != 1 || len(s.Dead) != 1 {
		t.Fatalf("%+v, %v", s, err)
	}
	if want := (store.PointStatus{Samples: 6, Solved: 1, Running: 1, Missing: 4}); s.Total.Running != 1 || s.Total.Missing != want.Missing || s.Total.Solved != 1 || s.Complete() {
		t.Errorf("%+v, want %+v", s.Total, want)
	}
	if r := s.Running[0]; r.Name != p.Tasks[0].ID || r.Job != "7_3" || r.Host != here.Host {
		t.Errorf("running %+v", r)
	}
	scratch.Remove(t, claimOf(dir, p.Tasks[0].ID))
	if report := ran(t, p, Options{Dir: dir}); report.Finished != 5 {
		t.Errorf("%+v, want 5 tasks done", report)
	}
}
