//go:build slow && unix

package experiment

import (
	"context"
	"log/slog"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/experiment/table"
	"fbp/results"
)

// A plan of 100 000 tasks is planned, listed and collected in 20 s and 500 MiB
// each. Seconds are of processor time, which is more than what passes by the
// clock on several cores; a busy machine makes it half as much again (collect: 8 to 13 s).
func TestHundredThousand(t *testing.T) {
	c, _ := fakes()
	dir := t.TempDir()
	var p *plan.Plan
	within := func(what string, do func()) {
		debug.FreeOSMemory() // of what ran before
		start, used, held, peak, stop := time.Now(), processor(t), held(), make(chan uint64), make(chan bool)
		go watchMemory(peak, stop)
		do()
		close(stop)
		took, most := processor(t)-used, <-peak-held
		t.Logf("%s: %.1f s of processor time, %.1f s by the clock, %d MiB", what, took.Seconds(), time.Since(start).Seconds(), most>>20)
		if took > 20*time.Second || most > 500<<20 {
			t.Errorf("%s takes %v and %d MiB, want 20 s and 500 MiB", what, took, most>>20)
		}
	}
	within("plan", func() { p = fakePlan(t, c, strings.Replace(game, "samples = 3", "samples = 50000", 1)) })
	f := store.Folder(dir)
	if err := store.Create(p, dir, false, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	for _, task := range p.Tasks {
		r := &results.Record{Task: task.ID, Solution: task.Solution, Physics: results.PhysicsVersion, Params: p.Params(task),
			Seed: p.Seed, Sample: task.Sample, Status: results.Solved, Readings: map[string]*results.Rows{
				"throws": {Keys: []string{"throw"}, Values: []string{"eyes"}, Rows: [][]results.Number{{0, 1}, {1, 5}, {2, 6}}},
				"census": {Values: []string{"sum"}, Rows: [][]results.Number{{results.Number(task.Sample)}}}}}
		if err := results.WriteRecord(f.Record(task), r); err != nil {
			t.Fatal(err)
		}
	}
	within("status", func() {
		s, err := store.Folder(dir).Scan(context.Background(), p, nil)
		if err != nil || !s.Complete() {
			t.Errorf("%+v, %v", s.Total, err)
		}
	})
	within("collect", func() {
		if _, made, err := table.Write(context.Background(), p, dir, nil, table.Options{Log: slog.New(slog.DiscardHandler)}); err != nil || made.Missing() > 0 {
			t.Errorf("%+v, %v", made, err)
		}
	})
}

// processor is the processor time that this process has used.
func processor(t *testing.T) time.Duration {
	t.Helper()
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		t.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// held is the memory that Go holds.
func held() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys - m.HeapReleased
}

// watchMemory finds out the most memory that Go holds until stop.
func watchMemory(peak chan<- uint64, stop <-chan bool) {
	var most uint64
	for {
		most = max(most, held())
		select {
		case <-stop:
			peak <- most
			return
		case <-time.After(50 * time.Millisecond):
		}
	}
}
