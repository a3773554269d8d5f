//go:build unix

package process

import (
	"os"
	"syscall"
)

// stop ends the process group that a process is the first of: with SIGTERM, of which programs can make something, or at once.
func stop(p *os.Process, gently bool) error {
	signal := syscall.SIGKILL
	if gently {
		signal = syscall.SIGTERM
	}
	if err := syscall.Kill(-p.Pid, signal); err != syscall.ESRCH {
		return err
	}
	return os.ErrProcessDone
}
