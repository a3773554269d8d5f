package claims

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"fbp/internal/files"
)

// claimer is another process in a folder, as far as claims are concerned.
func claimer(dir string, me Owner) *Set {
	return New(filepath.Join(dir, "claims"), me)
}

// leave leaves a claim behind, last touched some time ago.
func leave(t *testing.T, dir, name string, o Owner, silent time.Duration) {
	t.Helper()
	path := filepath.Join(dir, "claims", name)
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

// abroad is a process of another machine.
func abroad() Owner { return Owner{Host: "elsewhere", PID: os.Getpid(), Machine: "elsewhere"} }

func TestDeadClaims(t *testing.T) {
	here := ThisProcess("here")
	job := Owner{Host: "elsewhere", Job: "7_3", Machine: "elsewhere"}
	for name, test := range map[string]struct {
		owner  Owner
		silent time.Duration
		dead   bool
	}{
		"living process here":               {here, time.Hour, false},
		"dead process here":                 {gone(), 0, true},
		"heard of elsewhere":                {abroad(), Lease / 2, false},
		"not heard of for a lease":          {abroad(), Lease + time.Second, true},
		"dated into the future":             {abroad(), -time.Hour, false},
		"this job before it was requeued":   {job, 0, true},
		"no content, heard of":              {Owner{}, 0, false},
		"no content, not heard of":          {Owner{}, 2 * Lease, true},
		"another element, requeued as well": {Owner{Host: "elsewhere", Job: "7_4", Machine: "elsewhere"}, 0, false},
	} {
		dir := t.TempDir()
		leave(t, dir, "x", test.owner, test.silent)
		me := here
		me.Job, me.Restart = "7_3", 1
		var mu sync.Mutex
		var took []*Claim
		var tries sync.WaitGroup
		lost := 0
		for range 8 {
			c := claimer(dir, me)
			tries.Go(func() {
				for range 20 {
					h, err := c.Try("x", func(error) { lost++ })
					if err != nil {
						t.Error(err)
					}
					if h != nil {
						mu.Lock()
						took = append(took, h)
						mu.Unlock()
						return // and keep it
					}
				}
			})
		}
		tries.Wait()
		for _, h := range took { // a claim that was put back may be another's by then
			h.beat()
		}
		if got := len(took) - lost; got > 1 || (got == 1) != test.dead || lost > 2 {
			t.Errorf("%s: taken over %d times, of which %d were lost again", name, len(took), lost)
		}
	}
}

// A claim that is dated into the future is taken over once it was watched for a lease without a change.
func TestClaimOfTheFuture(t *testing.T) {
	dir := t.TempDir()
	c := claimer(dir, ThisProcess("here"))
	tries := func(want bool, when string) {
		t.Helper()
		if h, err := c.Try("x", func(error) {}); err != nil || (h != nil) != want {
			t.Errorf("%s: taken over %v, %v", when, h != nil, err)
		}
	}
	wait := func(long time.Duration) {
		s := c.seen["x"]
		s.at = s.at.Add(-long)
		c.seen["x"] = s
	}
	leave(t, dir, "x", abroad(), -24*time.Hour)
	tries(false, "at once")
	wait(Lease / 2)
	tries(false, "after half a lease")
	leave(t, dir, "x", abroad(), -25*time.Hour)
	tries(false, "when it has changed")
	wait(Lease / 2)
	tries(false, "half a lease later")
	wait(Lease / 2)
	tries(true, "a lease later")
}

// dating makes the files of a folder those of a server whose clock is wrong by so much.
func dating(t *testing.T, dir string, wrong time.Duration) {
	t.Helper()
	t.Cleanup(files.Intercept(func(op *files.Op, do func() error) error {
		if err := do(); err != nil {
			return err
		}
		if op.Kind == "write" && strings.HasPrefix(op.File.Name(), dir) {
			at := time.Now().Add(wrong)
			err := os.Chtimes(op.File.Name(), at, at)
			if os.IsNotExist(err) { // it has its last name by now
				err = os.Chtimes(filepath.Join(dir, "claims", "x"), at, at)
			}
			return err
		}
		return nil
	}))
}

// Whether a lease is over is told by the clock of the server alone, whatever that of this
// machine says.
func TestClaimsOfOtherClocks(t *testing.T) {
	for _, wrong := range []time.Duration{-24 * time.Hour, -Lease, 0, Lease, 24 * time.Hour} {
		for _, silent := range []time.Duration{0, Lease / 2, Lease + time.Minute} {
			t.Run(fmt.Sprint(wrong, silent), func(t *testing.T) {
				dir := t.TempDir()
				dating(t, dir, wrong)
				leave(t, dir, "x", abroad(), silent-wrong)
				c := claimer(dir, ThisProcess("here"))
				all, err := c.All()
				if err != nil || all["x"].Dead != (silent > Lease) || (all["x"].Silent-silent).Abs() > 10*time.Second {
					t.Errorf("%+v, %v", all, err)
				}
				h, err := c.Try("x", func(error) {})
				if err != nil || (h != nil) != (silent > Lease) {
					t.Errorf("taken over: %v, %v", h != nil, err)
				}
				if h == nil {
					return
				}
				h.beat()
				other := claimer(dir, abroad())
				if again, err := other.Try("x", func(error) {}); again != nil || err != nil {
					t.Errorf("two have it: %v", err)
				}
			})
		}
	}
}

// A claim is held by one process at a time, also when it is taken over from one that
// has exited.
func TestClaimsExclude(t *testing.T) {
	dir := t.TempDir()
	var holders, turns, twice atomic.Int32
	var processes sync.WaitGroup
	for i := range 6 {
		c := claimer(dir, ThisProcess("here"))
		processes.Go(func() {
			for end := time.Now().Add(10 * time.Second); turns.Load() < 300 && time.Now().Before(end); {
				h, err := c.Try("x", func(error) {})
				if err != nil {
					t.Error(err)
				}
				if h == nil {
					time.Sleep(300 * time.Microsecond)
					continue
				}
				if holders.Add(1) != 1 {
					twice.Add(1)
				}
				turns.Add(1)
				time.Sleep(100 * time.Microsecond)
				holders.Add(-1)
				if i%2 == 0 {
					h.Release()
					continue
				}
				c.me.Birth, c.me.PID = gone().Birth, gone().PID // dies, and leaves it behind
				if err := files.WriteFile(c.path("x"), c.signature()); err != nil {
					t.Error(err)
				}
				c.me = ThisProcess("here")
			}
		})
	}
	processes.Wait()
	if turns.Load() < 300 {
		t.Errorf("%d turns: the claim was not passed on", turns.Load())
	}
	if n := twice.Load(); n > 3 { // what was put back may be another's for a moment
		t.Errorf("two had the same claim in %d of %d turns", n, turns.Load())
	}
	t.Logf("%d turns, two at once in %d", turns.Load(), twice.Load())
}

// A process that is killed at any operation leaves a claim that the next one takes, and what it
// left is cleared.
func TestKilledWhileClaiming(t *testing.T) {
	errKilled := fmt.Errorf("killed: %w", syscall.EIO)
	for _, takes := range []bool{false, true} {
		for at := 0; ; at++ {
			dir, n := t.TempDir(), 0
			if takes {
				leave(t, dir, "x", gone(), 0)
			}
			restore := files.Intercept(func(op *files.Op, do func() error) error {
				if n++; n > at {
					return errKilled
				}
				return do()
			})
			h, err := claimer(dir, gone()).Try("x", func(error) {})
			if h != nil {
				h.Release()
			}
			restore()
			next := claimer(dir, ThisProcess("here"))
			took, bad := next.Try("x", func(error) {})
			if bad != nil || took == nil {
				t.Fatalf("killed at operation %d (%v): the next process has no claim: %v", at, err, bad)
			}
			took.Release()
			next.clear()
			for _, e := range leftOf(t, dir) {
				if !strings.HasSuffix(e, ".tmp") { // of this process, which is alive
					t.Errorf("killed at operation %d: %s is left", at, e)
				}
			}
			if n <= at {
				break
			}
		}
	}
}

func leftOf(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, "claims"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// A process that was stopped until its lease was over finds out at its next beat, and
// neither writes to the claim of the other one nor removes it.
func TestWakesAfterItsLease(t *testing.T) {
	dir := t.TempDir()
	sleeper, other := claimer(dir, abroad()), claimer(dir, ThisProcess("here"))
	var told error
	h, err := sleeper.Try("x", func(err error) { told = err })
	if err != nil || h == nil {
		t.Fatal(err)
	}
	h.beat()
	if again, _ := other.Try("x", func(error) {}); again != nil || told != nil {
		t.Fatalf("a living claim was taken over, %v", told)
	}
	old := time.Now().Add(-Lease - time.Minute)
	if err := os.Chtimes(filepath.Join(dir, "claims", "x"), old, old); err != nil {
		t.Fatal(err)
	}
	took, err := other.Try("x", func(error) {})
	if err != nil || took == nil || !took.TakenOver {
		t.Fatalf("not taken over: %v", err)
	}
	before, err := os.ReadFile(filepath.Join(dir, "claims", "x"))
	if err != nil {
		t.Fatal(err)
	}
	if h.beat(); told != errTaken {
		t.Errorf("told %v", told)
	}
	h.Release()
	after, err := os.ReadFile(filepath.Join(dir, "claims", "x"))
	if err != nil || string(before) != string(after) {
		t.Errorf("the claim of the other has changed: %q, %v", after, err)
	}
	if took.Release(); len(leftOf(t, dir)) > 0 {
		t.Errorf("left: %v", leftOf(t, dir))
	}
}

// A disk that hangs while claims are written anew keeps no task from getting a claim or from
// giving its own back.
func TestBeatOnADiskThatHangs(t *testing.T) {
	dir := t.TempDir()
	c := claimer(dir, ThisProcess("here"))
	h, err := c.Try("x", func(error) {})
	if err != nil || h == nil {
		t.Fatal(err)
	}
	hangs, awake := make(chan bool, 1), make(chan bool)
	defer files.Intercept(func(op *files.Op, do func() error) error {
		if op.Kind == "sync" {
			hangs <- true
			<-awake
		}
		return do()
	})()
	end := c.Live(time.Millisecond)
	<-hangs
	done := make(chan bool)
	go func() {
		if other, err := c.Try("y", func(error) {}); err != nil || other == nil {
			t.Errorf("no claim: %v", err)
		} else {
			other.Release()
		}
		h.Release()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		t.Error("claims wait for a disk that hangs")
	}
	close(awake)
	end()
}
