package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// CheckOutput tells why a file that a user names cannot be written, before the work for it: a
// file that is replaced has to be a regular one, and lies in a folder that is there. A device, a
// named pipe or a link, such as /dev/stdout, would be replaced by a file.
func CheckOutput(path string) error {
	info, err := lstat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return notRegular(info.Mode())
	case absent(err):
		return CheckFolder(filepath.Dir(path), false)
	}
	return nil // or an error of the system, which writing meets too
}

// CheckFolder tells why there can be no folder at a path: something else is there, or above it.
// With made the folder need not be there yet.
func CheckFolder(path string, made bool) error {
	info, err := Stat(path)
	link, _ := IsLink(path)
	switch above := filepath.Dir(path); {
	case err == nil && !info.IsDir():
		return errors.New(path + " is " + sort(info.Mode()) + ", not a folder")
	case err == nil:
		return nil
	case link:
		return errors.New(path + " is a symbolic link to nothing")
	case !absent(err):
		return nil
	case made && above != path:
		return CheckFolder(above, true)
	}
	return errors.New("there is no folder " + path)
}

// absent reports whether there is nothing at a path: what should be a folder on the way there may
// be a file.
func absent(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) }

// lstat describes what has a path, a link as such.
func lstat(path string) (info fs.FileInfo, err error) {
	err = through(Op{Kind: "stat", Path: path}, func(*Op) (err error) { info, err = os.Lstat(path); return err })
	return info, err
}
