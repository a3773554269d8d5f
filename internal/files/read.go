package files

import (
	"fmt"
	"io"
	"io/fs"
)

// Limits of what is read into memory at once. Files of the program are far
// smaller; a larger file is not one of them.
const (
	Small = 64 << 20 // configs, claims, tables
	Large = 1 << 30  // plans, records, solutions, patterns
)

// TooLargeError is the error of a file that is larger than any of its kind.
type TooLargeError struct{ Size, Limit int64 }

// Error says how large the file is and may be.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%d bytes: want at most %d", e.Size, e.Limit)
}

// ReadFile reads a regular file of at most limit bytes.
func ReadFile(path string, limit int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.all(limit)
}

// all reads what is left of a file, of at most limit bytes.
func (f *File) all(limit int64) ([]byte, error) {
	size, err := f.Size()
	if err != nil {
		return nil, err
	}
	// Files of the kernel have size 0, and a file may grow while it is read.
	if size <= limit {
		data := make([]byte, 0, size+1)
		for {
			n, err := f.Read(data[len(data):cap(data)])
			data = data[:len(data)+n]
			if err == io.EOF && int64(len(data)) <= limit {
				return data, nil
			}
			if err != nil && err != io.EOF {
				return nil, err
			}
			if size = int64(len(data)); size > limit {
				break
			}
			if len(data) == cap(data) {
				data = append(data, 0)[:len(data)]
			}
		}
	}
	return nil, &fs.PathError{Op: "read", Path: f.Name(), Err: &TooLargeError{size, limit}}
}
