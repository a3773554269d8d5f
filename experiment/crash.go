package experiment

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"fbp/experiment/config"
	"fbp/experiment/plan"
	"fbp/internal/files"
)

// A task can end its process: a fault in a kernel, no memory for the runtime, a
// stack without end. What the runtime then says goes to a file of the process,
// claims/.crash.<process>.tmp, which its claims name. Who takes a dead claim over
// counts the crash, in checkpoints/<task>.crashes, and tries the task alone in
// its process, so that no other is counted with it; one retry too many, and the
// task has failed. A process that was killed from outside says nothing, and that
// is never counted: a task may outlive any number of killed processes.

// mostRetries is how often a task that crashed its process is tried again.
const mostRetries = 3

// crashes is what is known of the processes that a task has crashed.
type crashes struct {
	Count int    `json:"count"`
	Story string `json:"story"` // of the last one, in a line
}

func (f Folder) crashes(task string) string { return f.in("checkpoints", task+".crashes") }

// crashed reads the crashes of a task; none if nothing is known.
func (f Folder) crashed(task string) (c crashes) {
	data, err := files.ReadFile(f.crashes(task), files.Small)
	if err != nil || json.Unmarshal(data, &c) != nil {
		return crashes{}
	}
	return c
}

// note counts a crash of a task if the dead owner of its claim has left word of
// one. What cannot be written is not counted.
func (f Folder) note(task string, dead Owner) {
	story := f.story(dead)
	if story == "" {
		return
	}
	data, err := json.Marshal(crashes{Count: f.crashed(task).Count + 1, Story: story})
	if err == nil && files.MkdirAll(f.in("checkpoints")) == nil {
		files.WriteFile(f.crashes(task), append(data, '\n'))
	}
}

// story is why a process crashed, in one line; "" if it did not, or if somebody
// wanted to see what it was doing (SIGQUIT).
func (f Folder) story(dead Owner) string {
	if dead.Crash == "" || dead.Crash != filepath.Base(dead.Crash) {
		return ""
	}
	text, err := files.ReadFile(f.in("claims", dead.Crash), files.Large)
	if err != nil {
		return ""
	}
	first := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "SIGQUIT"):
			return ""
		case strings.HasPrefix(line, "fatal error:"), strings.HasPrefix(line, "panic:"), strings.HasPrefix(line, "SIG"):
			return config.OneLine(line)
		case first == "":
			first = line
		}
	}
	return config.OneLine(first)
}

// testify makes the runtime write down why this process crashes, should it.
// Without the file the program runs as well.
func (c *claims) testify() {
	file, err := exclusive(files.Temporary(c.folder.in("claims", "crash")))
	if err != nil {
		return
	}
	if err := file.TakeCrash(); err == nil {
		c.me.Crash = filepath.Base(file.Name())
		c.witness = file
	}
	c.end = func() {
		files.NoCrash()
		file.Close()
		files.Remove(file.Name())
	}
}

// retry says what is known of earlier crashes of a task, and keeps it from running
// beside others if there were any. done ends that.
func (r *runner) retry(t plan.Task) (before crashes, done func()) {
	if before = r.folder.crashed(t.ID); before.Count == 0 {
		r.alone.RLock()
		return before, r.alone.RUnlock
	}
	r.Log.Warn("has crashed its process: tried again alone", "task", t.ID, "crashes", before.Count, "story", before.Story)
	r.alone.Lock()
	return before, r.alone.Unlock
}

// hopeless is the error of a task that has crashed its process too often.
func (c crashes) hopeless() error {
	if c.Count <= mostRetries {
		return nil
	}
	return fmt.Errorf("its process crashed %d times: %s", c.Count, c.Story)
}
