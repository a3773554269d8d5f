package store

import (
	"encoding/json"
	"fbp/internal/files"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// claimer is another process in a folder, as far as claims are concerned.
func claimer(dir string, me Owner) *Claims {
	return NewClaims(Folder(dir), me)
}

// leave leaves a claim behind, last touched some time ago.
func leave(t *testing.T, dir, name string, o Owner, silent time.Duration) {
	t.Helper()
	path := Folder(dir).claim(name, 0)
	data, err := json.Marshal(o)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o777)
	}
	if err == nil {
		err = os.WriteFile(path, append(data, '\n'), 0o666)
	}
	if err == nil {
		err = os.Chtimes(path, time.Time{}, time.Now().Add(-silent))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// gone is a process of this machine that is no more: this one, born earlier.
func gone() Owner {
	o := ThisProcess("here")
	if o.Birth == "" { // where the system does not tell, a number that no process has
		o.PID = 1 << 30
	}
	o.Birth += "0"
	return o
}

func TestDeadClaims(t *testing.T) {
	here, elsewhere := ThisProcess("here"), Owner{Host: "elsewhere", PID: os.Getpid(), Machine: "elsewhere"}
	job := Owner{Host: "elsewhere", Job: "7_3", Machine: "elsewhere"}
	for name, test := range map[string]struct {
		owner  Owner
		silent time.Duration
		dead   bool
	}{
		"living process here":               {here, time.Hour, false},
		"dead process here":                 {gone(), 0, true},
		"heard of elsewhere":                {elsewhere, deadAfter / 2, false},
		"not heard of for a while":          {elsewhere, 2 * deadAfter, false},
		"not heard of for long":             {elsewhere, 2 * longDead, true},
		"dated into the future":             {elsewhere, -time.Hour, false},
		"this job before it was requeued":   {job, 0, true},
		"no content, heard of":              {Owner{}, 0, false},
		"no content, not heard of":          {Owner{}, 2 * longDead, true},
		"another element, requeued as well": {Owner{Host: "elsewhere", Job: "7_4", Machine: "elsewhere"}, 0, false},
	} {
		dir := t.TempDir()
		leave(t, dir, "x", test.owner, test.silent)
		me := here
		me.Job, me.Restart = "7_3", 1
		var many atomic.Int32
		var tries sync.WaitGroup
		for range 8 {
			c := claimer(dir, me)
			tries.Go(func() {
				for range 20 {
					h, err := c.Try("x", func(error) {})
					if err != nil {
						t.Error(err)
					}
					if h != nil {
						many.Add(1)
						return // and keep it
					}
				}
			})
		}
		tries.Wait()
		if got := many.Load(); got > 1 || (got == 1) != test.dead {
			t.Errorf("%s: taken over %d times", name, got)
		}
	}
}

// Whatever date a claim has, its owner is dead when this process has watched it
// for long enough without a sign of life, and alive while it gives signs.
func TestClaimsOfOtherClocks(t *testing.T) {
	const patience = 300 * time.Millisecond
	for name, date := range map[string]time.Duration{"future": -24 * time.Hour, "now": 0, "past": 5 * time.Minute} {
		for _, lives := range []bool{true, false} {
			t.Run(fmt.Sprint(name, lives), func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				leave(t, dir, "x", Owner{Host: "elsewhere", Machine: "elsewhere"}, date)
				c := claimer(dir, ThisProcess("here"))
				c.patience = patience
				start, taken := time.Now(), false
				for n := time.Duration(0); time.Since(start) < 2*patience && !taken; n++ {
					h, err := c.Try("x", func(error) {})
					if err != nil {
						t.Fatal(err)
					}
					taken = h != nil
					if lives {
						leave(t, dir, "x", Owner{Host: "elsewhere", Machine: "elsewhere"}, date-n*time.Millisecond)
					}
					time.Sleep(patience / 20)
				}
				if taken == lives || taken && time.Since(start) < patience {
					t.Errorf("taken over %v after %v", taken, time.Since(start))
				}
			})
		}
	}
}

// A claim is held by one process at a time, also when it is taken over from one that
// has exited.
func TestClaimsExclude(t *testing.T) {
	dir := t.TempDir()
	var holders, turns atomic.Int32
	var processes sync.WaitGroup
	for i := range 6 {
		c := claimer(dir, ThisProcess("here"))
		processes.Go(func() {
			for end := time.Now().Add(10 * time.Second); turns.Load() < 30 && time.Now().Before(end); {
				h, err := c.Try("x", func(error) {})
				if err != nil {
					t.Error(err)
				}
				if h == nil {
					time.Sleep(300 * time.Microsecond)
					continue
				}
				if holders.Add(1) != 1 {
					t.Error("two hold the same claim")
				}
				turns.Add(1)
				time.Sleep(100 * time.Microsecond)
				holders.Add(-1)
				if i%2 == 0 {
					h.Release()
					continue
				}
				c.me.Birth, c.me.PID = gone().Birth, gone().PID // dies, and leaves it behind
				if err := files.WriteFile(c.folder.claim("x", h.Generation), c.signature()); err != nil {
					t.Error(err)
				}
				c.me = ThisProcess("here")
			}
		})
	}
	processes.Wait()
	if turns.Load() < 30 {
		t.Errorf("%d turns: the claim was not passed on", turns.Load())
	}
}
