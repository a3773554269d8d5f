//go:build unix

package main

import (
	"os"
	"syscall"
)

// notices are the signals by which batch systems say that time is nearly up.
var notices = []os.Signal{syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGXCPU}
