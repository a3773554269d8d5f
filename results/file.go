package results

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// WriteFile writes data to path so that a reader, a crash or a power cut sees
// the old file or the new one, never half of it: a temporary file of its own in
// the same directory (".name.*.tmp"), write, fsync, rename, fsync of the
// directory. On an error the temporary file is gone and the old one as it was
// (or replaced, if only the fsync of the directory failed).
// Errors name path, what the system says and, where we know it, what to do.
func WriteFile(path string, data []byte) error {
	if err := writeFile(path, data); err != nil {
		return Explain("write", path, err)
	}
	return nil
}

// Explain is an error of the disk as a user should see it: what was done to
// which path, what the system says and, where we know it, what to do. nil
// stays nil.
func Explain(done, path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %s: %w%s", done, path, cause(err), advice(err))
}

func writeFile(path string, data []byte) (err error) {
	dir, name := filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	// Not os.CreateTemp: its files are private, while the records of a group
	// on a cluster should have the mode its umask asks for.
	temp := filepath.Join(dir, "."+name+"."+rand.Text()+".tmp")
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(temp)
		}
	}()
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	// Network file systems report a full disk or quota as late as here.
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	if err = os.Rename(temp, path); err != nil {
		return err
	}
	return syncDir(dir)
}

// syncDir makes a rename in dir last. Where the system cannot sync a directory
// there is nothing more to do.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}

// cause strips the name of the file from an error: the caller names it, and
// the name of a temporary file helps nobody.
func cause(err error) error {
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

// advice says what to do about an error of the system.
func advice(err error) string {
	switch {
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
