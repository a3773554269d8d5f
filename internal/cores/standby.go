package cores

import (
	"runtime"
	"sync/atomic"
)

// standby are goroutines that have done their work and look for more for a while: to wake a
// thread that sleeps takes up to a tenth of a millisecond, and a sweep of one sample is
// divided some forty times, every half millisecond or so. They are fewer than there are processors,
// since those who look would keep the others from working.
type standby struct {
	looking atomic.Int64 // for work, that nobody counts on
	work    chan func()
}

// others are on standby for every sample of the process.
var others = standby{work: make(chan func(), 1024)}

// begin lets another goroutine do the work: one that looks for it, or a new one.
func (s *standby) begin(work func()) {
	if s.claim() {
		s.work <- work
		return
	}
	go s.serve(work)
}

// claim takes one of those who look out of their number.
func (s *standby) claim() bool {
	for n := s.looking.Load(); n > 0; n = s.looking.Load() {
		if s.looking.CompareAndSwap(n, n-1) {
			return true
		}
	}
	return false
}

// serve does the work, and what comes soon after it. Somebody who has claimed a goroutine
// is not let down: as many wait as are claimed.
func (s *standby) serve(work func()) {
	for work != nil {
		work()
		if !s.join() {
			return
		}
		if work = s.look(); work == nil && !s.claim() {
			work = <-s.work
		}
	}
}

// join adds one to those who look, if they are few enough.
func (s *standby) join() bool {
	for n := s.looking.Load(); n < int64(runtime.GOMAXPROCS(0)-1); n = s.looking.Load() {
		if s.looking.CompareAndSwap(n, n+1) {
			return true
		}
	}
	return false
}

// look is the next work, nil if there is none for some hundred microseconds.
func (s *standby) look() func() {
	const looks = 1 << 15
	for range looks {
		select {
		case work := <-s.work:
			return work
		default:
		}
	}
	return nil
}
