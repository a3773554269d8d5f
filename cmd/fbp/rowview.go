package main

import (
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"
)

// rowView shows how many rows of a theory have been computed: a bar on a
// terminal, log lines elsewhere. Nothing is shown for work that takes less than
// rowsQuiet.
type rowView struct {
	log *slog.Logger
	now func() time.Time

	mu          sync.Mutex
	bar         *bar // nil: log lines
	theory      string
	start       time.Time // of this theory
	logged      time.Time // of the last line
	done, total int
	stop        chan struct{}
}

const (
	rowsQuiet = 3 * time.Second
	rowsPulse = 10 * time.Second // between log lines
)

func newRowView(out io.Writer, log *slog.Logger) *rowView {
	v := &rowView{log: log, now: time.Now}
	if isTerminal(out) {
		v.bar = newBar(out)
	}
	return v
}

// watch is called when more rows have been computed; the first call starts the
// display.
func (v *rowView) watch(theory string, done, total int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.stop == nil {
		v.stop = make(chan struct{})
		go v.tick(v.stop)
	}
	if theory != v.theory {
		v.theory, v.start, v.logged = theory, v.now(), time.Time{}
	}
	v.done, v.total = done, total
	if done == total {
		v.clear()
	}
}

func (v *rowView) tick(stop chan struct{}) {
	clock := time.NewTicker(barEvery)
	defer clock.Stop()
	for {
		select {
		case <-stop:
			return
		case <-clock.C:
			v.show()
		}
	}
}

// show draws the bar, or writes a line if the last one was long ago.
func (v *rowView) show() {
	v.mu.Lock()
	defer v.mu.Unlock()
	now := v.now()
	elapsed := now.Sub(v.start)
	if v.theory == "" || elapsed < rowsQuiet || v.done >= v.total {
		return
	}
	eta := "?"
	if v.done > 0 {
		eta = duration(elapsed.Seconds() * float64(v.total-v.done) / float64(v.done))
	}
	rows := fmt.Sprintf("%d/%d", v.done, v.total)
	switch {
	case v.bar != nil:
		v.bar.describe(fmt.Sprintf("%s: %s rows", v.theory, rows), "ETA "+eta)
		v.bar.set(float64(v.done) / float64(v.total))
	case now.Sub(v.logged) >= rowsPulse:
		v.logged = now
		v.log.Info("theory", "name", v.theory, "rows", rows, "eta", eta)
	}
}

// hide clears the bar until it is drawn again, so that other text can be written.
func (v *rowView) hide() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.clear()
}

func (v *rowView) clear() {
	if v.bar != nil {
		v.bar.clear()
	}
}

// close ends the display.
func (v *rowView) close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.clear()
	if v.stop != nil {
		close(v.stop)
		v.stop = nil
	}
	v.theory = "" // a last tick then shows nothing
}
