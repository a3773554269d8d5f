package process

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// start starts a program as the first of a process group of its own, which is killed with the calling thread, and
// limits its data, and those of what it starts: what it can write to, and not what it only reserves, as many
// programs do with far more than they use (what a program writes to after it has reserved it, as those in Go do,
// escapes the limit). It is stopped until the limit is set, where that is allowed.
func start(make func() *exec.Cmd, bytes uint64) (cmd *exec.Cmd, err error) {
	stopped := true
	for {
		cmd = make()
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL, Ptrace: stopped}
		if err = cmd.Start(); err == nil || !stopped {
			break
		}
		stopped = false
	}
	if err != nil {
		return nil, err
	}
	pid := cmd.Process.Pid
	for stopped && unix.Waitid(unix.P_PID, pid, nil, unix.WSTOPPED|unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
	err = unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: bytes, Max: bytes}, nil)
	if stopped && err == nil {
		err = unix.PtraceDetach(pid)
	}
	if err != nil && err != unix.ESRCH { // it has ended
		stop(cmd.Process, false)
		cmd.Wait()
		return nil, err
	}
	return cmd, nil
}
