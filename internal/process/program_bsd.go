//go:build unix && !linux

package process

import (
	"os/exec"
	"syscall"
)

// start starts a program as the first of a process group of its own. There is no limit of the memory of another
// process. What it has started, and has not left the group, is killed by end.
func start(make func() *exec.Cmd, _ uint64) (cmd *exec.Cmd, end func(all bool), err error) {
	cmd = make()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd, func(bool) { stop(cmd.Process, false) }, cmd.Start()
}
