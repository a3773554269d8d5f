package process

import (
	"syscall"
	"time"
	"unsafe"
)

// threadClock is the clock of the processor time of the calling thread
// (CLOCK_THREAD_CPUTIME_ID), in nanoseconds; that of getrusage lags by milliseconds.
const threadClock = 3

// ThreadTime is the processor time that the calling thread has taken, which does not grow
// while others have the processor. A caller that compares two locks its goroutine to the
// thread. ok is false where the system does not tell.
func ThreadTime() (t time.Duration, ok bool) {
	var ts syscall.Timespec
	if _, _, errno := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, threadClock, uintptr(unsafe.Pointer(&ts)), 0); errno != 0 {
		return 0, false
	}
	return time.Duration(ts.Nano()), true
}
