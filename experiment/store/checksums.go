package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"maps"
	"slices"
	"strings"
	"time"

	"fbp/experiment/plan"
	"fbp/internal/files"
	"fbp/results"
)

// ChecksumsTable is the name of the table of the checksums of a folder.
const ChecksumsTable = "checksums"

// Checksum is the length of a file and the SHA-256 of its bytes, in hexadecimal.
type Checksum struct {
	Bytes  int
	SHA256 string
}

// Sums are checksums by path in the folder, with slashes. Put does nothing to nil.
type Sums map[string]Checksum

// Put notes the content of a file.
func (s Sums) Put(name string, data []byte) {
	if s != nil {
		s[name] = SumOf(data)
	}
}

// Write writes a file into a folder and notes its content.
func (s Sums) Write(f Folder, name string, data []byte) error {
	if err := WriteFile(f.In(name), data); err != nil {
		return err
	}
	s.Put(name, data)
	return nil
}

// SumOf is the checksum of the content of a file.
func SumOf(data []byte) Checksum {
	s := NewSumming()
	s.Write(data)
	return s.Sum()
}

// Summing takes the checksum of what is written to it.
type Summing struct {
	hash  hash.Hash
	bytes int
}

// NewSumming has been written nothing yet.
func NewSumming() *Summing { return &Summing{hash: sha256.New()} }

// Write never fails.
func (s *Summing) Write(data []byte) (int, error) {
	s.bytes += len(data)
	return s.hash.Write(data)
}

// Sum is the checksum so far.
func (s *Summing) Sum() Checksum { return Checksum{s.bytes, hex.EncodeToString(s.hash.Sum(nil))} }

// Checksums are those of the files that the commands of a run have left, the table
// checksums.tsv. It is written last, when tables and figures are, so that a file that
// differs from it was changed since, or its command was stopped before its end.
type Checksums struct {
	Config string // hash of the plan
	Sums
	written time.Time
}

// configLine begins the line above the header that has the hash of the plan.
const configLine = "config: "

var checksumColumns = []string{"path", "bytes", "sha256"}

// Checksums reads checksums.tsv: nil if there is none. A path that is not that of a
// file of a run makes the table a damaged one.
func (f Folder) Checksums() (*Checksums, error) {
	t, err := f.ReadTable(ChecksumsTable)
	if err != nil || t == nil {
		return nil, err
	}
	info, err := files.Stat(f.In(ChecksumsTable + ".tsv"))
	if err != nil {
		return nil, files.Explain("read", f.In(ChecksumsTable+".tsv"), err)
	}
	c := &Checksums{Sums: Sums{}, written: info.ModTime()}
	damaged := func(format string, args ...any) error {
		return &TableError{Folder: f, Table: ChecksumsTable, Err: fmt.Errorf(format, args...)}
	}
	if !slices.Equal(t.Columns, checksumColumns) {
		return nil, damaged("columns %s: want %s", strings.Join(t.Columns, ", "), strings.Join(checksumColumns, ", "))
	}
	for _, line := range t.Meta {
		if text, ok := strings.CutPrefix(line, configLine); ok {
			c.Config = text
		}
	}
	for _, row := range t.Rows {
		name, size := row[0].String(), -1.0
		if x, ok := row[1].Float(); ok {
			size = x
		}
		if !isProduct(name) || size < 0 {
			return nil, damaged("%q is no file of a run", name)
		}
		c.Sums[name] = Checksum{int(size), row[2].String()}
	}
	return c, nil
}

// of is the checksum that a file has; none has in a folder without any.
func (c *Checksums) of(name string) (sum Checksum, listed bool) {
	if c != nil {
		sum, listed = c.Sums[name]
	}
	return sum, listed
}

// Lists tells whether a file has a checksum.
func (c *Checksums) Lists(name string) bool {
	_, listed := c.of(name)
	return listed
}

// Differs tells whether a file has another content than its checksum says. One
// without a checksum does not.
func (c *Checksums) Differs(f Folder, name string) bool {
	was, listed := c.of(name)
	if !listed {
		return false
	}
	data, err := files.ReadFile(f.In(name), files.Large)
	return err != nil || SumOf(data) != was
}

// Write writes checksums.tsv.
func (c *Checksums) Write(f Folder, p *plan.Plan) error {
	t := &results.Table{Name: ChecksumsTable, Columns: checksumColumns,
		Meta: []string{"name: " + p.Name, configLine + c.Config, fmt.Sprintf("seed: %d", p.Seed), fmt.Sprintf("physics: %d", p.Physics)}}
	for _, name := range slices.Sorted(maps.Keys(c.Sums)) {
		s := c.Sums[name]
		t.Rows = append(t.Rows, []results.Value{results.Text(name), results.Int(s.Bytes), results.Text(s.SHA256)})
	}
	data, err := t.SealedTSV()
	if err != nil {
		return err
	}
	return WriteFile(f.In(ChecksumsTable+".tsv"), data)
}

// Update takes in the checksums of files that a command has written, if the folder
// has checksums. All others stay.
func (f Folder) Update(p *plan.Plan, written Sums) error {
	c, err := f.Checksums()
	if err != nil || c == nil || len(written) == 0 {
		return err
	}
	maps.Copy(c.Sums, written)
	return c.Write(f, p)
}
