package store

import (
	"bytes"
	"errors"
	"fmt"

	"fbp/internal/files"
	"fbp/internal/say"
	"fbp/results"
)

// ReadTable reads a table of a folder, in the file <table>.tsv, and verifies its
// checksum: nil if there is none, a *TableError if it is not as it was written. A
// table of the user's own, which has neither a checksum nor the head of ours, is
// read as it is.
func (f Folder) ReadTable(table string) (*results.Table, error) {
	t, _, err := f.readTable(table)
	return t, err
}

// readTable is ReadTable; ours tells whether the table is not one of the user's own.
func (f Folder) readTable(table string) (t *results.Table, ours bool, err error) {
	path := f.In(table + ".tsv")
	data, err := files.ReadFile(path, files.Small)
	switch {
	case files.Missing(err):
		return nil, false, nil
	case Unreadable(err):
		return nil, false, files.Explain("read", path, err)
	case err != nil: // a folder or a pipe is in its place, or it is far too large
		return nil, true, &TableError{Folder: f, Table: table, Err: files.Cause(err)}
	}
	err = SoundTable(table, data)
	ours = !errors.Is(err, ErrForeign)
	if err != nil && ours {
		return nil, true, &TableError{Folder: f, Table: table, Err: err}
	}
	if t, err = results.ReadTSV(bytes.NewReader(data)); err != nil {
		return nil, ours, fmt.Errorf("%s: %w", path, err)
	}
	return t, ours, nil
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
	Other  bool // of another run or plan
	Lost   bool // it is made of records that are not there any more
}

// Error names the table and what to do.
func (e *TableError) Error() string {
	if e.Lost {
		return fmt.Sprintf("%s: %v (%s does their tasks again)", e.Folder.In(e.Table+".tsv"), e.Err, e.Folder.Rerun(e.Folder.flags()))
	}
	collect := say.Command("fbp collect %s", string(e.Folder))
	if e.Other {
		return fmt.Sprintf("%s: %v (%s makes it again, or removes it if its plan does not have it)", e.Folder.In(e.Table+".tsv"), e.Err, collect)
	}
	return fmt.Sprintf("%s: %v (%s makes it again if its plan has it; else remove it)", e.Folder.In(e.Table+".tsv"), e.Err, collect)
}

// Unwrap is what is wrong with the table.
func (e *TableError) Unwrap() error { return e.Err }
