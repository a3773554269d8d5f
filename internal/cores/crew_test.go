package cores

import (
	"sync/atomic"
	"testing"
)

// Those at work are waited for, however long they take; whoever comes later does not work,
// and is not waited for.
func TestCrew(t *testing.T) {
	for _, long := range []bool{false, true} {
		c := newCrew()
		begun, end := make(chan struct{}), make(chan struct{})
		var done atomic.Int64
		for range 2 {
			go c.join(func() {
				begun <- struct{}{}
				<-end
				done.Add(1)
			})
		}
		<-begun
		<-begun
		if !long {
			close(end)
		}
		left := make(chan int64)
		go func() {
			c.leave()
			left <- done.Load()
		}()
		if long {
			for c.atWork.Load() >= 0 { // nobody may join from now on
			}
			c.join(func() { t.Error("worked when it was over") })
			close(end)
		}
		if n := <-left; n != 2 {
			t.Errorf("%d of 2 had done their work", n)
		}
		c.join(func() { t.Error("worked after the end") })
	}
	newCrew().leave() // of nobody
}

// Calls one after the other, with more goroutines than processors: nobody does a piece of
// a call that has returned.
func TestDivideAgain(t *testing.T) {
	for range 2000 {
		var pieces atomic.Int64
		open := true
		Divide(7, 400, 1, &pieces, func(pieces *atomic.Int64, _, lo, hi int) {
			if !open {
				t.Error("a piece of a call that has returned")
			}
			pieces.Add(int64(hi - lo))
		})
		open = false
		if pieces.Load() != 400 {
			t.Fatalf("%d of 400 done", pieces.Load())
		}
	}
}
