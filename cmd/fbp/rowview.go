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
	*screen
	log         *slog.Logger
	now         func() time.Time
	begin       sync.Once
	theory      string
	start       time.Time // of this theory
	logged      time.Time // of the last line
	done, total int
}

const (
	rowsQuiet = 3 * time.Second
	rowsPulse = 10 * time.Second // between log lines
)

func newRowView(out io.Writer, log *slog.Logger) *rowView {
	return &rowView{screen: newScreen(out), log: log, now: time.Now}
}

// watch is called when more rows have been computed; the first call starts the
// display.
func (v *rowView) watch(theory string, done, total int) {
	v.begin.Do(func() { go v.tick(barEvery, v.show) })
	v.mu.Lock()
	defer v.mu.Unlock()
	if theory != v.theory {
		v.theory, v.start, v.logged = theory, v.now(), time.Time{}
	}
	v.done, v.total = done, total
	if done == total {
		v.clear()
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

// close ends the display.
func (v *rowView) close() {
	v.mu.Lock()
	v.theory = "" // a last tick then shows nothing
	v.mu.Unlock()
	v.screen.close()
}
