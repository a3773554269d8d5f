package files

import (
	"bufio"
	"io/fs"
	"path/filepath"
)

// WriteFile writes data to path so that readers, also after a crash or a power
// cut, find the old file or the new one, never a part: temporary file in the same
// folder, write, fsync, rename, fsync of the folder. On an error the temporary
// file is removed and the old one unchanged (or replaced, if only the fsync of
// the folder failed). Errors name the path, the error of the system and, where it
// is known, what to do.
func WriteFile(path string, data []byte) error {
	w, err := NewWriter(path)
	if err != nil {
		return err
	}
	defer w.Abandon()
	if _, err := w.file.Write(data); err != nil {
		return Explain("write", path, err)
	}
	return w.Commit()
}

// Writer writes a file as WriteFile does, for content that is too long for
// memory. Either Commit or Abandon ends it; Abandon after Commit does nothing.
type Writer struct {
	path string
	file *File
	buf  *bufio.Writer
	done bool
}

// NewWriter starts the file of a path. What is there and is neither a file nor a link is not
// replaced: the error is ErrNotRegular.
func NewWriter(path string) (*Writer, error) {
	info, err := lstat(path)
	if err == nil && !info.Mode().IsRegular() && info.Mode()&fs.ModeSymlink == 0 {
		err = notRegular(info.Mode())
	}
	if err != nil && !Missing(err) {
		return nil, Explain("write", path, err)
	}
	file, err := Create(Temporary(path))
	if err != nil {
		return nil, Explain("write", path, err)
	}
	return &Writer{path: path, file: file, buf: bufio.NewWriterSize(file, 1<<16)}, nil
}

// Write writes to the file that Commit puts in place.
func (w *Writer) Write(data []byte) (int, error) {
	n, err := w.buf.Write(data)
	return n, Explain("write", w.path, err)
}

// Commit puts the file in place.
func (w *Writer) Commit() error {
	w.done = true
	err := w.buf.Flush()
	if err == nil {
		err = w.file.Sync()
	}
	// Network file systems report a full disk or quota only here.
	if e := w.file.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = Rename(w.file.Name(), w.path)
	}
	if err != nil {
		Remove(w.file.Name())
		return Explain("write", w.path, err)
	}
	return Explain("write", w.path, SyncDir(filepath.Dir(w.path)))
}

// Abandon removes the file if it was not put in place.
func (w *Writer) Abandon() {
	if !w.done {
		w.done = true
		w.file.Close()
		Remove(w.file.Name())
	}
}
