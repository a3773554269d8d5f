package process

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// attributes make a program the first of a process group of its own, which is killed with this process.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// limitMemory limits the data of a process that has just been started, and of those that it will start: what it
// can write to, and not what it only reserves, as many programs do with far more than they use.
func limitMemory(pid int, bytes uint64) error {
	err := unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: bytes, Max: bytes}, nil)
	if err == unix.ESRCH { // it has ended
		return nil
	}
	return err
}
