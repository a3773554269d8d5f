package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Rename renames a file and replaces a file that has the new name.
func Rename(from, to string) error {
	return through(Op{Kind: "rename", Path: from, To: to}, func(*Op) error { return os.Rename(from, to) })
}

// Link gives a file a second name; it is an error if the name is taken.
func Link(from, to string) error {
	return through(Op{Kind: "link", Path: from, To: to}, func(*Op) error { return os.Link(from, to) })
}

// Remove removes a file or an empty folder.
func Remove(path string) error {
	return through(Op{Kind: "remove", Path: path}, func(*Op) error { return os.Remove(path) })
}

// RemoveAll removes a folder with all that is in it.
func RemoveAll(path string) error {
	return through(Op{Kind: "remove", Path: path}, func(*Op) error { return os.RemoveAll(path) })
}

// Real is a path without symbolic links.
func Real(path string) (real string, err error) {
	err = through(Op{Kind: "stat", Path: path}, func(*Op) (err error) {
		real, err = filepath.EvalSymlinks(path)
		return err
	})
	return real, err
}

// MkdirAll makes a folder and those above it, durably.
func MkdirAll(path string) error {
	if info, err := Stat(path); err == nil && info.IsDir() {
		return nil
	}
	parent := filepath.Dir(path)
	if parent != path {
		if err := MkdirAll(parent); err != nil {
			return err
		}
	}
	err := through(Op{Kind: "mkdir", Path: path}, func(*Op) error { return os.Mkdir(path, 0o777) })
	if errors.Is(err, fs.ErrExist) {
		if info, e := Stat(path); e == nil && info.IsDir() {
			return nil // another process was faster
		}
	}
	if err != nil {
		return err
	}
	if err := SyncDir(parent); err != nil && !errors.Is(err, fs.ErrPermission) { // a parent that may be entered but not read
		return err
	}
	return nil
}

// Stat describes what a path leads to.
func Stat(path string) (info fs.FileInfo, err error) {
	err = through(Op{Kind: "stat", Path: path}, func(*Op) (err error) { info, err = os.Stat(path); return err })
	return info, err
}

// Exists reports whether there is something of that name.
func Exists(path string) (bool, error) {
	err := through(Op{Kind: "stat", Path: path}, func(*Op) error { _, err := os.Lstat(path); return err })
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// IsLink reports whether there is a symbolic link of that name.
func IsLink(path string) (link bool, err error) {
	err = through(Op{Kind: "stat", Path: path}, func(*Op) error {
		info, err := os.Lstat(path)
		link = err == nil && info.Mode()&fs.ModeSymlink != 0
		return err
	})
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return false, nil
	}
	return link, err
}

// ReadDir lists a folder, sorted by name.
func ReadDir(path string) (entries []fs.DirEntry, err error) {
	err = through(Op{Kind: "readdir", Path: path}, func(*Op) (err error) { entries, err = os.ReadDir(path); return err })
	return entries, err
}

// Chmod changes the mode of a file.
func Chmod(path string, mode fs.FileMode) error {
	return through(Op{Kind: "chmod", Path: path}, func(*Op) error { return os.Chmod(path, mode) })
}

// SameFile reports whether an open file is the one at a path, where there may be none.
func SameFile(file *File, path string) (bool, error) {
	open, err := file.Stat()
	if err != nil {
		return false, err
	}
	there, err := Stat(path)
	if Missing(err) {
		return false, nil
	}
	return err == nil && os.SameFile(open, there), err
}
