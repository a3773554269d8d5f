package cores

import "sync/atomic"

// crew are goroutines that work on one thing. Whoever has not begun when nothing is left is
// not waited for, and who is at the last piece is waited for awake, unless that takes much
// longer than a piece should: a goroutine that sleeps comes back after a tenth of a millisecond
// or more, since whoever has done the last piece goes on to look for more.
type crew struct {
	atWork atomic.Int64 // and over, if nobody may join any more
	last   chan struct{}
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
	}
}

// leave lets nobody join any more, and returns when nobody is at work.
func (c *crew) leave() {
	const looks = 1 << 18 // some hundred microseconds
	if c.atWork.Add(over) == over {
		return
	}
	for range looks {
		if c.atWork.Load() == over {
			return
		}
	}
	<-c.last
}
