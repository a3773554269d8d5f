package files

import (
	"bytes"
	"fmt"
	"io/fs"
)

// Limits of a file of JSON. Values take up to ten times the memory of their text,
// and reading them cannot be interrupted, so that they are counted before. The
// largest file of the program, a plan of a million tasks, has nine million commas.
const (
	countedFrom = 16 << 20 // bytes: what is smaller cannot do harm
	mostValues  = 16 << 20
	mostBlanks  = 64 << 20
)

// TooManyError is the error of a file with more of something than any of its kind.
type TooManyError struct {
	What     string
	N, Limit int
}

// Error says how many there are and may be.
func (e *TooManyError) Error() string {
	return fmt.Sprintf("%d %s: want at most %d", e.N, e.What, e.Limit)
}

// ReadJSON reads a file as ReadFile does, unless it has so many values or blanks that
// no file of the program has them.
func ReadJSON(path string, limit int64) ([]byte, error) {
	data, err := ReadFile(path, limit)
	if err != nil || len(data) < countedFrom {
		return data, err
	}
	count := func(signs ...string) (n int) {
		for _, sign := range signs {
			n += bytes.Count(data, []byte(sign))
		}
		return n
	}
	for _, e := range []*TooManyError{
		{"values", count(",", "[", "{"), mostValues},
		{"blanks", count(" ", "\t", "\r", "\n"), mostBlanks},
	} {
		if e.N > e.Limit {
			return nil, &fs.PathError{Op: "read", Path: path, Err: e}
		}
	}
	return data, nil
}
