package process

import (
	"context"
	"errors"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// Program is a program that is run within limits. No shell sees its words.
type Program struct {
	Words  []string // its name, sought in PATH unless it is a path, and its arguments
	Dir    string   // working directory
	Env    []string // its environment
	Time   time.Duration
	Memory uint64 // bytes of data of each of its processes, where the system has that limit: Linux
}

// End is how a program ended.
type End struct {
	How            string        // "exit status 3", "signal: killed"
	Code           int           // its exit code; −1 if a signal has ended it
	Late           bool          // it took longer than its time
	CPU, Wall      time.Duration // processor time, with that of processes that it has waited for
	Stdout, Stderr string        // the first and the last of what it wrote
}

// grace is how long a program whose time is over may still write what it has, and how long what
// it has started may hold its output open.
const grace = 2 * time.Second

// Run runs the program. When its time is over it gets SIGTERM, and is killed after two seconds
// more; when ctx ends it is killed at once, and so is whatever is left of its process group in the
// end. On Linux it, and what it has started, are also killed when this process ends without having done so. The
// error is one of starting it.
func (p Program) Run(ctx context.Context) (End, error) {
	runtime.LockOSThread() // it is killed with the thread that started it
	defer runtime.UnlockOSThread()
	limited, cancel := context.WithTimeout(ctx, p.Time)
	defer cancel()
	var stdout, stderr ends
	begun := time.Now()
	cmd, end, err := start(func() *exec.Cmd {
		cmd := exec.CommandContext(limited, p.Words[0], p.Words[1:]...)
		cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = p.Dir, p.Env, &stdout, &stderr, grace
		cmd.Cancel = func() error { return stop(cmd.Process, ctx.Err() == nil) }
		return cmd
	}, p.Memory)
	if err != nil {
		return End{}, err
	}
	err = cmd.Wait()
	if errors.Is(err, exec.ErrWaitDelay) || errors.As(err, new(*exec.ExitError)) || limited.Err() != nil {
		err = nil
	}
	end(limited.Err() != nil) // what it has started
	state := cmd.ProcessState
	return End{
		How: state.String(), Code: state.ExitCode(), Late: limited.Err() != nil && ctx.Err() == nil,
		CPU: state.UserTime() + state.SystemTime(), Wall: time.Since(begun),
		Stdout: stdout.String(), Stderr: stderr.String(),
	}, err
}

// mostOutput is how many bytes are kept of what a program writes: half of them from its beginning.
const mostOutput = 4096

// ends keep the first and the last bytes of what is written to them.
type ends struct {
	first, last []byte
	cut         bool
}

func (e *ends) Write(p []byte) (int, error) {
	n := min(len(p), mostOutput/2-len(e.first))
	e.first, e.last = append(e.first, p[:n]...), append(e.last, p[n:]...)
	if over := len(e.last) - mostOutput/2; over > 0 {
		e.last, e.cut = append(e.last[:0], e.last[over:]...), true
	}
	return len(p), nil
}

// String is what is kept, as a text.
func (e *ends) String() string {
	between := ""
	if e.cut {
		between = "\n…\n"
	}
	return strings.ToValidUTF8(string(e.first)+between+string(e.last), "\uFFFD")
}
