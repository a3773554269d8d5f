package experiment

import (
	"bufio"
	"crypto/rand"
	"os"
	"path/filepath"

	"fbp/results"
)

// stream is a file written line by line and renamed into place at its end, for
// what is too long to hold in memory.
type stream struct {
	path string
	file *os.File
	buf  *bufio.Writer
	done bool
}

func newStream(path string) (*stream, error) {
	// Not os.CreateTemp, whose files are private: see results.WriteFile.
	temp := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+rand.Text()+".tmp")
	file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, results.Explain("write", path, err)
	}
	return &stream{path: path, file: file, buf: bufio.NewWriterSize(file, 1<<16)}, nil
}

func (s *stream) write(line []byte) error {
	_, err := s.buf.Write(line)
	return results.Explain("write", s.path, err)
}

// commit puts the file in place.
func (s *stream) commit() error {
	s.done = true
	err := s.buf.Flush()
	if err == nil {
		err = s.file.Sync()
	}
	if e := s.file.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(s.file.Name(), s.path)
	}
	if err != nil {
		os.Remove(s.file.Name())
	}
	return results.Explain("write", s.path, err)
}

// abandon removes the file if it was not put in place.
func (s *stream) abandon() {
	if !s.done {
		s.file.Close()
		os.Remove(s.file.Name())
	}
}
