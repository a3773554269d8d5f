package store

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"fbp/experiment/config"
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

// Crashes is what is known of the processes that a task has crashed.
type Crashes struct {
	Count int    `json:"count"`
	Story string `json:"story"` // of the last one, in a line
}

const crashesEnd = ".crashes"

func (f Folder) crashes(task string) string { return f.In("checkpoints", task+crashesEnd) }

// IsCrashes tells the names of such files, which stand among checkpoints and are none.
func IsCrashes(name string) bool { return strings.HasSuffix(name, crashesEnd) }

// Crashed reads the crashes of a task; none if nothing is known.
func (f Folder) Crashed(task string) (c Crashes) {
	data, err := files.ReadFile(f.crashes(task), files.Small)
	if err != nil || json.Unmarshal(data, &c) != nil {
		return Crashes{}
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
	data, err := json.Marshal(Crashes{Count: f.Crashed(task).Count + 1, Story: story})
	if err == nil && files.MkdirAll(f.In("checkpoints")) == nil {
		files.WriteFile(f.crashes(task), append(data, '\n'))
	}
}

// story is why a process crashed, in one line; "" if it did not, or if somebody
// wanted to see what it was doing (SIGQUIT).
func (f Folder) story(dead Owner) string {
	if dead.Crash == "" || dead.Crash != filepath.Base(dead.Crash) {
		return ""
	}
	text, err := files.ReadFile(f.In("claims", dead.Crash), files.Large)
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

// Testify makes the runtime write down why this process crashes, should it.
// Without the file the program runs as well.
func (c *Claims) Testify() {
	file, err := exclusive(files.Temporary(c.folder.In("claims", "crash")))
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

// Hopeless is the error of a task that has crashed its process too often.
func (c Crashes) Hopeless() error {
	if c.Count <= mostRetries {
		return nil
	}
	return fmt.Errorf("its process crashed %d times: %s", c.Count, c.Story)
}

// Forgive forgets the crashes of a task that has its record now.
func (f Folder) Forgive(task string) {
	files.Remove(f.crashes(task))
	files.Remove(f.In("checkpoints")) // if it is empty
}
