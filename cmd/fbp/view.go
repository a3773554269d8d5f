package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"fbp/experiment"
	"fbp/experiment/plan"
	"fbp/experiment/store"
	"fbp/results"
)

// view shows the progress of a run: a bar on a terminal, log lines elsewhere.
type view struct {
	*screen
	log    *slog.Logger
	out    io.Writer
	track  *tracker
	logged time.Time // of the last line
	ticks  bool      // the time is shown
}

const (
	lineEvery = time.Second      // between lines of finished tasks
	pulse     = 30 * time.Second // between lines while no task finishes
)

// newView starts a view of a run in a folder, whose records tell how long its tasks take.
func newView(ctx context.Context, p *plan.Plan, dir string, out io.Writer) *view {
	times, err := store.TimesOf(ctx, p, dir)
	if err != nil { // whoever does the tasks meets it too
		times = store.NewTimes(p)
	}
	v := &view{screen: newScreen(out), out: out, track: newTracker(times, time.Now)}
	v.log = newLog(v)
	return v
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

// Write writes log lines above the bar.
func (v *view) Write(line []byte) (int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.clear()
	return v.out.Write(line)
}

// watch is called with the reports of the run.
func (v *view) watch(p experiment.Progress) {
	v.mu.Lock()
	v.track.take(p)
	v.mu.Unlock()
	switch p.Event {
	case experiment.Begin, experiment.More:
		if len(p.Tasks) > 0 && !v.ticks {
			v.ticks = true
			every := pulse
			if v.bar != nil {
				every = barEvery
			}
			go v.tick(every, v.show)
		}
	case experiment.Done:
		v.taskDone(p)
	}
}

// taskDone logs a finished task: failures always, others at most once per
// lineEvery.
func (v *view) taskDone(p experiment.Progress) {
	if p.Record.Status == results.Failed {
		v.log.Error("task failed", "task", p.Task.ID, "error", p.Record.Error)
		return
	}
	if v.bar != nil || time.Since(v.logged) < lineEvery && v.track.done < v.track.todo {
		return
	}
	v.logged = time.Now()
	effort, x := effort(p.Record)
	v.log.Info("task done", "task", p.Task.ID, "status", string(p.Record.Status), effort, x,
		"seconds", fmt.Sprintf("%.1f", p.Seconds), "done", fmt.Sprintf("%d/%d", v.track.done, v.track.todo), "eta", v.track.eta())
}

// effort is how long a record's search took, in sweeps or what its algorithm counts.
func effort(r *results.Record) (name string, x float64) {
	if s, ok := r.Readings[results.SolutionTable]; ok && len(s.Rows) > 0 {
		for _, name := range results.Efforts() {
			if i := slices.Index(s.Values, name); i >= 0 {
				return name, float64(s.Rows[0][i])
			}
		}
	}
	return "sweeps", 0
}

// show redraws the bar, or logs that the run is still working.
func (v *view) show() {
	v.mu.Lock()
	state, bar := v.track.state(), v.bar
	if bar != nil {
		bar.describe(state...)
		bar.set(v.track.fraction())
	}
	v.mu.Unlock()
	if bar == nil {
		v.log.Info("running", "progress", strings.Join(state, ", "))
	}
}

// plural is "no findings", "1 finding" or "7 findings"; words that end like search get es.
func plural(n int, word string) string {
	number := strconv.Itoa(n)
	switch {
	case n == 1:
		return "1 " + word
	case n == 0:
		number = "no"
	}
	if strings.HasSuffix(word, "ch") {
		word += "e"
	}
	return number + " " + word + "s"
}

// duration formats seconds for a reader: 3.2s, 4m12s, 3h07m.
func duration(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1fs", d.Seconds())
	case d < time.Hour:
		return d.Round(time.Second).String()
	case d < 100*time.Hour:
		d = d.Round(time.Minute)
		return fmt.Sprintf("%dh%02dm", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%.0f days", d.Hours()/24)
}
