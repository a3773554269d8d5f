package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// Explain is an error of the disk as a user should see it: the operation, the
// path, the error of the system and, where it is known, what to do. nil stays
// nil.
func Explain(done, path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %s: %w%s", done, path, Cause(err), advice(done, err))
}

// Cause strips the name of the file from an error: the caller names the file, and
// the name of a temporary file is of no use.
func Cause(err error) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		return p.Err
	case errors.As(err, &l):
		return l.Err
	}
	return err
}

// System reports whether an error is one of the system, such as no right to read,
// a bad disk, a stale handle of a network or no memory, rather than an error in
// the content of a file. A missing file is neither.
func System(err error) bool {
	var number syscall.Errno
	return errors.As(err, &number) && !Missing(err)
}

// Missing reports whether an error means that a file does not exist.
func Missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// advice is what a user can do about an error of the system.
func advice(done string, err error) string {
	switch {
	case done == "read" && errors.Is(err, fs.ErrPermission):
		return " (ask its owner for the right to read it)"
	case done == "read" && errors.Is(err, fs.ErrNotExist):
		return ""
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return " (too many files are open: ulimit -n, or a smaller -j)"
	case errors.Is(err, syscall.ENOSPC):
		return " (the disk is full: make room and run again, finished tasks are kept)"
	case errors.Is(err, syscall.EDQUOT):
		return " (your quota is used up: make room and run again, finished tasks are kept)"
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		return " (the folder cannot be written to: choose another one)"
	case errors.Is(err, fs.ErrNotExist):
		return " (the folder does not exist)"
	case errors.Is(err, syscall.ENOTDIR):
		return " (what should be a folder is a file)"
	}
	return ""
}
