package main

import (
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// screen shows the progress of something until it is closed: by a bar on a terminal that
// can draw one, by log lines elsewhere.
type screen struct {
	mu   sync.Mutex
	bar  *bar // nil: log lines
	stop chan struct{}
}

// barEvery is the time between two drawings of a bar.
const barEvery = 500 * time.Millisecond

func newScreen(out io.Writer) *screen {
	s := &screen{stop: make(chan struct{})}
	if isTerminal(out) {
		s.bar = newBar(out)
	}
	return s
}

// isTerminal reports whether a bar can be drawn on out.
func isTerminal(out io.Writer) bool {
	f, ok := beneath(out).(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}

// tick calls show from time to time until the end.
func (s *screen) tick(every time.Duration, show func()) {
	clock := time.NewTicker(every)
	defer clock.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-clock.C:
			show()
		}
	}
}

// clear removes the bar until it is drawn again. The caller holds mu.
func (s *screen) clear() {
	if s.bar != nil {
		s.bar.clear()
	}
}

// close ends the display.
func (s *screen) close() {
	close(s.stop)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	s.bar = nil
}
