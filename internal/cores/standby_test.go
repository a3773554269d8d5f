package cores

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// All work that is begun is done, once, whether it comes at once, before those who did the
// last have given up looking for more, or later, and from one goroutine or several.
func TestStandby(t *testing.T) {
	s := standby{work: make(chan func(), 1024)}
	var done atomic.Int64
	var all sync.WaitGroup
	const askers, times = 4, 500
	for asker := range askers {
		all.Go(func() {
			for i := range times {
				var one sync.WaitGroup
				one.Add(1)
				s.begin(func() {
					done.Add(1)
					one.Done()
				})
				one.Wait()
				switch i % 50 {
				case 49:
					time.Sleep(time.Duration(asker+1) * time.Millisecond)
				case 24:
					time.Sleep(time.Duration(50*asker) * time.Microsecond)
				}
			}
		})
	}
	all.Wait()
	if n := done.Load(); n != askers*times {
		t.Errorf("%d of %d done", n, askers*times)
	}
	for deadline := time.Now().Add(10 * time.Second); s.looking.Load() > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d look for work for ever", s.looking.Load())
		}
	}
	if n := len(s.work); n > 0 {
		t.Errorf("%d pieces of work are left", n)
	}
}

// Those who look leave a processor to those who work: more that look made a search four times
// as slow with -j 16 on two processors.
func TestStandbyIsFew(t *testing.T) {
	s := standby{work: make(chan func(), 1024)}
	most := runtime.GOMAXPROCS(0) - 1
	for range most {
		if !s.join() {
			t.Fatalf("%d look for work on %d processors, and nobody else may", s.looking.Load(), most+1)
		}
	}
	if s.join() {
		t.Errorf("%d look for work on %d processors", s.looking.Load(), most+1)
	}
}
