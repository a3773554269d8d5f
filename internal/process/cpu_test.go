package process

import (
	"runtime"
	"testing"
	"time"
)

// TestThreadTime: it grows with work, and not while the thread waits.
func TestThreadTime(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start, ok := ThreadTime()
	if !ok {
		t.Skip("not known on this system")
	}
	time.Sleep(50 * time.Millisecond)
	waited, _ := ThreadTime()
	x := 1.0
	for begun := time.Now(); time.Since(begun) < 20*time.Millisecond; {
		for range 10_000 {
			x = x*1.0000001 + 1e-9
		}
	}
	worked, _ := ThreadTime()
	if waited-start > 20*time.Millisecond || worked <= waited || x < 1 {
		t.Errorf("%v after waiting, %v after working", waited-start, worked-waited)
	}
}
