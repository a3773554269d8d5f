package files

import "sync/atomic"

// Op is one operation on the disk.
type Op struct {
	Kind string // open, create, read, write, sync, close, rename, remove, mkdir, link, stat, readdir, chmod, syncdir
	Path string // absent for operations on an open File, which has it
	To   string // the other name of rename and link
	File *File  // of operations on an open file; open and create set it when they are done
	Data []byte // what is written
	At   int64  // where; −1 for a write at the end of what was written before
}

// An Interceptor is called for every operation. It calls do to perform it and
// returns the error that the caller gets.
type Interceptor func(op *Op, do func() error) error

var interceptor atomic.Pointer[Interceptor]

// Intercept makes f the interceptor of all operations of the process until
// restore is called. It is meant for tests; f is called concurrently.
func Intercept(f Interceptor) (restore func()) {
	before := interceptor.Swap(&f)
	return func() { interceptor.Store(before) }
}

// through does an operation.
func through(op Op, do func(*Op) error) error {
	if f := interceptor.Load(); f != nil {
		return (*f)(&op, func() error { return do(&op) })
	}
	return do(&op)
}
