package store

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"fbp/internal/files"
	"fbp/results"
)

// ReadTable reads a table of a folder, in the file <table>.tsv, and verifies its
// checksum: nil if there is none, a *TableError if it is not as it was written. A
// table of the user's own, which has neither a checksum nor the head of ours, is
// read as it is.
func (f Folder) ReadTable(table string) (*results.Table, error) {
	path := f.In(table + ".tsv")
	data, err := files.ReadFile(path, files.Small)
	if err != nil {
		return nil, files.Explain("read", path, unlessMissing(err))
	}
	if err := SoundTable(table, data); err != nil && !errors.Is(err, ErrForeign) {
		return nil, &TableError{Folder: f, Table: table, Err: err}
	}
	t, err := results.ReadTSV(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// ErrForeign is the error of a file that is no table of this program.
var ErrForeign = errors.New("not a table of fbp")

// SoundTable is what is wrong with the file of a table by its own checksum. One cut
// short has lost its checksum, but not its head.
func SoundTable(table string, data []byte) error {
	err := results.CheckSum(data)
	if errors.Is(err, results.ErrNoSum) && len(data) > 0 && !bytes.HasPrefix(data, []byte("# "+table+"\n")) {
		return ErrForeign
	}
	return err
}

// TableError is the error of a table that is not as it was written.
type TableError struct {
	Folder Folder
	Table  string
	Err    error
}

// Error names the table and the command that makes it again.
func (e *TableError) Error() string {
	return fmt.Sprintf("%s: %v (fbp collect %s makes it again)", e.Folder.In(e.Table+".tsv"), e.Err, Word(string(e.Folder)))
}

// Unwrap is what is wrong with the table.
func (e *TableError) Unwrap() error { return e.Err }

// Word is a path as a word of the shell.
func Word(path string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_./+@%=:,-", r)
	}
	if path != "" && path[0] != '-' && strings.IndexFunc(path, func(r rune) bool { return !plain(r) }) < 0 {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
