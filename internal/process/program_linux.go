package process

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// start starts a program as the first of a session of its own, which ends with this process ([guard]), and
// limits its data, and those of what it starts: what it can write to, and not what it only reserves, as many
// programs do with far more than they use (what a program writes to after it has reserved it, as those in Go do,
// escapes the limit). It is stopped until the limit is set, where that is allowed. What it has started is ended by
// end: all that is in its process group, and with all what has left that and is in the session, as a program
// under timeout is.
func start(make func() *exec.Cmd, bytes uint64) (cmd *exec.Cmd, end func(all bool), err error) {
	stopped := true
	for {
		cmd = make()
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL, Ptrace: stopped}
		if err = cmd.Start(); err == nil || !stopped {
			break
		}
		stopped = false
	}
	if err != nil {
		return nil, nil, err
	}
	pid := cmd.Process.Pid
	for stopped && unix.Waitid(unix.P_PID, pid, nil, unix.WSTOPPED|unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
	release := guard(pid)
	end = func(all bool) {
		stop(cmd.Process, false)
		release(all)
	}
	err = unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: bytes, Max: bytes}, nil)
	if stopped && err == nil {
		err = unix.PtraceDetach(pid)
	}
	if err != nil && err != unix.ESRCH { // it has ended
		end(false)
		cmd.Wait()
		return nil, nil, err
	}
	return cmd, end, nil
}

// guarding waits until its input ends, and then kills all processes of the session $0. What is killed takes a
// moment to go, and may have started another before.
const guarding = `read -r _
for round in 1 2 3 4 5; do
	for at in /proc/[0-9]*; do
		read -r stat <"$at/stat" && set -- ${stat##*) } && [ "$4" = "$0" ] && [ "$1" != Z ] && kill -9 "${at#/proc/}"
	done
done 2>/dev/null`

// guard kills the processes of a session when this process has ended, however that was: a shell waits for the end
// of a pipe of which nobody else has the other side. (Pdeathsig kills the first process of the session and no
// other.) The function that it returns does so now, or dismisses the shell. Without a shell it does nothing.
func guard(session int) (release func(all bool)) {
	read, write, err := os.Pipe()
	if err != nil {
		return func(bool) {}
	}
	shell := exec.Command("/bin/sh", "-c", guarding, strconv.Itoa(session))
	shell.Stdin, shell.Dir, shell.Env, shell.SysProcAttr = read, "/", []string{}, &syscall.SysProcAttr{Setsid: true}
	err = shell.Start()
	read.Close()
	if err != nil {
		write.Close()
		return func(bool) {}
	}
	return func(all bool) {
		if !all {
			shell.Process.Kill()
		}
		write.Close()
		shell.Wait()
	}
}
