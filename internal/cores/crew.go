package cores

import (
	"runtime"
	"sync/atomic"
)

// crew are goroutines that work on one thing. Whoever has not begun when nothing is left is
// not waited for, and who is at the last piece is waited for awake, unless that takes longer
// than such a piece should, because others have the processor.
type crew struct {
	atWork atomic.Int64 // and over, if nobody may join any more
	last   chan struct{}
	asleep atomic.Bool // who waits for the last
}

// over is less than no goroutines at work.
const over = -1 << 32

func newCrew() *crew { return &crew{last: make(chan struct{}, 1)} }

// join works, unless it is over.
func (c *crew) join(work func()) {
	for joined := false; !joined; {
		n := c.atWork.Load()
		if n < 0 {
			return
		}
		joined = c.atWork.CompareAndSwap(n, n+1)
	}
	work()
	if c.atWork.Add(-1) == over {
		c.last <- struct{}{}
		if c.asleep.Load() {
			runtime.Gosched() // to go on at once, on this thread
		}
	}
}

// leave lets nobody join any more, and returns when nobody is at work.
func (c *crew) leave() {
	const looks = 1 << 17 // some hundred microseconds
	if c.atWork.Add(over) == over {
		return
	}
	for range looks {
		if c.atWork.Load() == over {
			return
		}
	}
	c.asleep.Store(true)
	<-c.last
}
