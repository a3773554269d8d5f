//go:build unix

package main

import (
	"os"
	"syscall"
)

// notices are the signals by which batch systems announce the time limit.
var notices = []os.Signal{syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGXCPU}
