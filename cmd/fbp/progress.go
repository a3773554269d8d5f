package main

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"fbp/experiment"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/results"
)

// progress shows how far a command is until it is closed: by a bar on a terminal, by log lines
// elsewhere.
type progress struct {
	log *slog.Logger // writes above the bar
	out io.Writer

	mu    sync.Mutex
	bar   *progressbar.ProgressBar               // nil: none is drawn now
	words bool                                   // words are drawn without a bar
	state func() (words string, done, total int) // called with mu held; nil: nothing is shown
	stop  chan struct{}
}

const (
	barEvery = 500 * time.Millisecond // between two drawings of a bar
	pulse    = 30 * time.Second       // between log lines
	quiet    = 3 * time.Second        // nothing is said of theory that takes less
)

func newProgress(out io.Writer) *progress {
	p := &progress{out: out, stop: make(chan struct{})}
	p.log = newLog(p)
	every, draw := pulse, p.tell
	if isTerminal(out) {
		every, draw = barEvery, p.draw
	}
	go func() {
		clock := time.NewTicker(every)
		defer clock.Stop()
		for {
			select {
			case <-p.stop:
				return
			case <-clock.C:
				draw()
			}
		}
	}()
	return p
}

// newLog logs as text with short times.
func newLog(w io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey && len(groups) == 0 {
			a.Value = slog.StringValue(a.Value.Time().Format("15:04:05"))
		}
		return a
	}}))
}

// isTerminal reports whether a bar can be drawn on out.
func isTerminal(out io.Writer) bool {
	f, ok := unescaped(out).(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}

// Write writes log lines above the bar.
func (p *progress) Write(line []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	return p.out.Write(line)
}

// draw draws the bar.
func (p *progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	words, done, total := "", 0, 0
	if p.state != nil {
		words, done, total = p.state()
	}
	if words == "" || done >= total {
		p.clear()
		return
	}
	if columns := width(p.out); columns < len([]rune(words))+leastBar {
		p.clear()
		fmt.Fprintf(unescaped(p.out), "\r%s\x1b[K", cut(words, columns-1))
		p.words = true
		return
	}
	if p.words {
		p.clear()
	}
	if p.bar == nil {
		p.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(unescaped(p.out)), progressbar.OptionFullWidth(), progressbar.OptionEnableColorCodes(false),
			progressbar.OptionUseANSICodes(true), progressbar.OptionSetPredictTime(false), progressbar.OptionSetElapsedTime(false), progressbar.OptionSetTheme(progressbar.ThemeASCII), progressbar.OptionSetDescription(words))
	}
	p.bar.ChangeMax(total)
	p.bar.Describe(words)
	p.bar.Set(done)
}

// tell logs what a bar would show.
func (p *progress) tell() {
	p.mu.Lock()
	words := ""
	if p.state != nil {
		words, _, _ = p.state()
	}
	p.mu.Unlock()
	if words != "" {
		p.log.Info("running", "progress", words)
	}
}

// clear removes the bar until it is drawn again. The caller holds mu.
func (p *progress) clear() {
	if p.words {
		fmt.Fprint(unescaped(p.out), "\r\x1b[K")
		p.words = false
	}
	if p.bar != nil {
		p.bar.Clear()
		p.bar = nil
	}
}

// hide removes the bar until it is drawn again, so that other text can be written.
func (p *progress) hide() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

// show shows another state from now on.
func (p *progress) show(state func() (words string, done, total int)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	p.state = state
}

// close ends it.
func (p *progress) close() {
	close(p.stop)
	p.show(nil)
}

// rows shows how many rows of a theory are computed.
func (p *progress) rows() func(theory string, done, total int) {
	theory, start, done, total := "", time.Now(), 0, 0
	state := func() (string, int, int) {
		elapsed, eta := time.Since(start), "unknown"
		if elapsed < quiet || done == total {
			return "", 0, 0
		}
		if done > 0 {
			eta = duration(elapsed.Seconds() * float64(total-done) / float64(done))
		}
		return fmt.Sprintf("%s: %d/%d rows, ETA %s", theory, done, total, eta), done, total
	}
	return func(name string, n, of int) {
		if name != theory {
			p.show(state)
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		if name != theory {
			theory, start = name, time.Now()
		}
		done, total = n, of
	}
}

// tasks is the progress of the tasks of a run.
type tasks struct {
	*progress
	times      *store.Times
	todo, done int
	jobs       int                 // at the same time
	left       map[int]int         // tasks that have not started, by point
	running    map[int]startedTask // by number of the task
	logged     time.Time           // when a finished task was last logged
}

type startedTask struct {
	at    time.Time
	point int
}

// newTasks shows the progress of a run.
func newTasks(p *plan.Plan, on *progress) *tasks {
	return &tasks{progress: on, times: store.NewTimes(p), jobs: 1, left: map[int]int{}, running: map[int]startedTask{}}
}

// watch is called with the reports of the run.
func (t *tasks) watch(p experiment.Progress) {
	t.mu.Lock()
	switch p.Event {
	case experiment.Begin, experiment.More:
		if t.jobs = max(p.Jobs, t.jobs); p.Times != nil {
			t.times = p.Times
		}
		t.todo += len(p.Tasks)
		for _, task := range p.Tasks {
			t.left[task.Point]++
		}
	case experiment.Started:
		t.left[p.Task.Point]--
		t.running[p.Task.Number] = startedTask{time.Now(), p.Task.Point}
	case experiment.Done:
		t.done++
		if _, here := t.running[p.Task.Number]; here {
			delete(t.running, p.Task.Number)
			t.times.Add(p.Task.Point, p.Seconds)
		} else { // another process did it
			t.left[p.Task.Point]--
		}
	}
	t.mu.Unlock()
	switch {
	case p.Event == experiment.Begin:
		t.show(func() (string, int, int) {
			if t.todo == 0 {
				return "", 0, 0
			}
			return fmt.Sprintf("%d/%d tasks, ETA %s", t.done, t.todo, t.eta(time.Now())), t.done, t.todo
		})
	case p.Event == experiment.Done:
		t.logDone(p)
	}
}

// logDone logs a finished task: failures always, others where there is no bar, at most once a second.
func (t *tasks) logDone(p experiment.Progress) {
	if p.Record.Status == results.Failed {
		t.log.Error("task failed", "task", p.Task.ID, "error", p.Record.Error)
		return
	}
	t.mu.Lock()
	silent := isTerminal(t.out) || time.Since(t.logged) < time.Second && t.done < t.todo
	done, eta := fmt.Sprintf("%d/%d", t.done, t.todo), t.eta(time.Now())
	t.mu.Unlock()
	if !silent {
		t.logged = time.Now()
		t.log.Info("task done", "task", p.Task.ID, "status", string(p.Record.Status), "seconds", fmt.Sprintf("%.1f", p.Seconds), "done", done, "eta", eta)
	}
}

// eta is how long the rest takes: a task takes what finished ones took at its point of the sweep, or at the
// nearest. Where nothing is known of the time of some, as those of another variant, it is at least that of the
// others, and "unknown" where nothing is known of any.
func (t *tasks) eta(now time.Time) string {
	sum, longest, known := 0.0, 0.0, true
	for point, n := range t.left {
		if each, ok := t.times.Mean(point); n > 0 {
			sum, longest, known = sum+float64(n)*each, max(longest, each), known && ok
		}
	}
	for _, r := range t.running {
		each, ok := t.times.Mean(r.point)
		rest := max(0, each-now.Sub(r.at).Seconds())
		sum, longest, known = sum+rest, max(longest, rest), known && ok
	}
	switch least := duration(max(sum/float64(t.jobs), longest)); {
	case known:
		return least
	case sum > 0:
		return "at least " + least
	}
	return "unknown"
}
