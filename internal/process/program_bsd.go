//go:build unix && !linux

package process

import (
	"os/exec"
	"syscall"
)

// start starts a program as the first of a process group of its own. There is no limit of the memory of another
// process.
func start(make func() *exec.Cmd, _ uint64) (*exec.Cmd, error) {
	cmd := make()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd, cmd.Start()
}
