package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"syscall"
)

// File is an open file.
type File struct {
	f    *os.File
	pipe bool
	left string // a second name, which Close removes
}

// Open opens a file for reading. A file that is not regular is refused, without
// waiting for a writer of a named pipe.
func Open(path string) (*File, error) {
	return opened("open", path, os.O_RDONLY|nonBlocking, false)
}

// openInput is Open that takes a pipe as well.
func openInput(path string) (*File, error) {
	return opened("open", path, os.O_RDONLY|nonBlocking, true)
}

// Create makes a file for writing; it is an error if the file exists. Its mode
// follows the umask, since the records of a group are shared.
func Create(path string) (*File, error) {
	return opened("create", path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, false)
}

// ErrNotRegular is the error of something that is not a regular file: a folder, a
// device, a named pipe.
var ErrNotRegular = errors.New("not a regular file")

// sort is what a path leads to, in words.
func sort(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeDevice != 0:
		return "a device"
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	case mode.IsRegular():
		return "a file"
	}
	return "a special file"
}

// notRegular is the error of what has this mode.
func notRegular(mode fs.FileMode) error { return fmt.Errorf("%s, %w", sort(mode), ErrNotRegular) }

func opened(kind, path string, flags int, pipes bool) (file *File, err error) {
	err = through(Op{Kind: kind, Path: path}, func(op *Op) error {
		f, err := os.OpenFile(path, flags, 0o666)
		if err != nil {
			return err
		}
		info, err := f.Stat()
		pipe := err == nil && pipes && info.Mode()&fs.ModeNamedPipe != 0
		if err == nil && !info.Mode().IsRegular() && !pipe {
			err = &fs.PathError{Op: kind, Path: path, Err: notRegular(info.Mode())}
		}
		if err != nil {
			f.Close()
			return err
		}
		file = &File{f: f, pipe: pipe}
		op.File = file
		return nil
	})
	if err != nil && file != nil { // an interceptor returned an error
		file.f.Close()
		file = nil
	}
	return file, err
}

// Name is the path that the file was opened by.
func (f *File) Name() string { return f.f.Name() }

// Read reads as io.Reader does.
func (f *File) Read(p []byte) (n int, err error) {
	err = through(Op{Kind: "read", File: f}, func(*Op) (err error) { n, err = f.f.Read(p); return err })
	return n, err
}

// Write writes at the end of what was written before.
func (f *File) Write(p []byte) (n int, err error) {
	err = through(Op{Kind: "write", File: f, Data: p, At: -1}, func(*Op) (err error) { n, err = f.f.Write(p); return err })
	return n, err
}

// WriteAt writes at an offset.
func (f *File) WriteAt(p []byte, at int64) (n int, err error) {
	err = through(Op{Kind: "write", File: f, Data: p, At: at}, func(*Op) (err error) { n, err = f.f.WriteAt(p, at); return err })
	return n, err
}

// Seek moves the offset of the next Read; it is not an operation on the disk.
func (f *File) Seek(offset int64, whence int) (int64, error) { return f.f.Seek(offset, whence) }

// Sync makes what was written durable.
func (f *File) Sync() error {
	return through(Op{Kind: "sync", File: f}, func(*Op) error { return f.f.Sync() })
}

// Stat describes the open file.
func (f *File) Stat() (info fs.FileInfo, err error) {
	err = through(Op{Kind: "stat", File: f}, func(*Op) (err error) { info, err = f.f.Stat(); return err })
	return info, err
}

// Close closes the file, even if an interceptor returns an error.
func (f *File) Close() error {
	closed := false
	err := through(Op{Kind: "close", File: f}, func(*Op) error { closed = true; return f.f.Close() })
	if !closed {
		f.f.Close()
	}
	if f.left != "" {
		Remove(f.left)
	}
	return err
}

// Size is the size of a regular file that is open.
func (f *File) Size() (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

var _ io.ReadWriteSeeker = (*File)(nil)

// SyncDir makes changes of the names in a folder durable. Systems that cannot do
// so are ignored.
func SyncDir(path string) error {
	return through(Op{Kind: "syncdir", Path: path}, func(*Op) error {
		if runtime.GOOS == "windows" {
			return nil
		}
		d, err := os.Open(path)
		if err != nil {
			return err
		}
		defer d.Close()
		if err := d.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
		return nil
	})
}
