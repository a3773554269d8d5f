//go:build !windows

package files

import "syscall"

// nonBlocking opens a named pipe that nobody writes into without waiting.
const nonBlocking = syscall.O_NONBLOCK
