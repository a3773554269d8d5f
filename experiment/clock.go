package experiment

import (
	"runtime"
	"time"

	"fbp/internal/process"
	"fbp/model"
)

// clock takes the processor time of a search, of its thread, unless others work on it too.
type clock struct {
	alone bool          // so far; the search keeps its thread until then, since others would have to wake it up
	begun time.Duration // time of the thread at its start
}

// startClock starts that of the problem that is solved next.
func startClock(p *model.Problem) *clock {
	c, cores := &clock{alone: true}, p.Cores
	p.Cores = func() int {
		n := cores()
		if n > 1 {
			c.end()
		}
		return n
	}
	runtime.LockOSThread()
	c.begun, _ = process.ThreadTime()
	return c
}

// end is the time since the start; ok is false if it has ended before, or the system does not tell.
func (c *clock) end() (spent time.Duration, ok bool) {
	if !c.alone {
		return 0, false
	}
	now, ok := process.ThreadTime()
	c.alone = false
	runtime.UnlockOSThread()
	return now - c.begun, ok
}
