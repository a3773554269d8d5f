//go:build unix

package main

import (
	"fmt"
	"syscall"

	"fbp/experiment/config"
)

// leastFiles is how many files a process has to be allowed to have open for the runtime, the
// streams and a task: without the runtime's own the program ends in a stack trace.
const leastFiles = 16

// openFiles returns an error if too few open files are allowed for any command. It opens none.
func openFiles() error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || uint64(limit.Cur) >= leastFiles {
		return nil
	}
	return &config.Error{Where: "ulimit -n", Want: fmt.Sprintf("%d open files: want at least %d", limit.Cur, leastFiles)}
}
