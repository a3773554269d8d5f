package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"log/slog"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

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

// Sums are checksums by path in the folder, with slashes.
type Sums map[string]Checksum

// Write writes a file into a folder and notes its content, if s is not nil.
func (s Sums) Write(f Folder, name string, data []byte) error {
	if err := WriteFile(f.In(name), data); err != nil {
		return err
	}
	if s != nil {
		s[name] = ChecksumOf(data)
	}
	return nil
}

// Read notes the content of files that are in a folder.
func (s Sums) Read(f Folder, names ...string) error {
	for _, name := range names {
		data, err := files.ReadFile(f.In(name), files.Large)
		if err != nil {
			return files.Explain("read", f.In(name), err)
		}
		s[name] = ChecksumOf(data)
	}
	return nil
}

// ChecksumOf is the checksum of the content of a file.
func ChecksumOf(data []byte) Checksum {
	s := NewHash()
	s.Write(data)
	return s.Sum()
}

// Hash takes the checksum of what is written to it.
type Hash struct {
	hash  hash.Hash
	bytes int
}

// NewHash has been written nothing yet.
func NewHash() *Hash { return &Hash{hash: sha256.New()} }

// Write never fails.
func (s *Hash) Write(data []byte) (int, error) {
	s.bytes += len(data)
	return s.hash.Write(data)
}

// Sum is the checksum so far.
func (s *Hash) Sum() Checksum { return Checksum{s.bytes, hex.EncodeToString(s.hash.Sum(nil))} }

// Checksums are those of the files that the commands of a run have left and that have no sum of
// their own, the table checksums.tsv. A file that differs from it was changed since, or its
// command was stopped before its end.
type Checksums struct {
	Config string // hash of the plan
	Sums
}

// configLine begins the line of checksums.tsv that has the hash of the plan.
const configLine = "config: "

var checksumColumns = []string{"path", "bytes", "sha256"}

// Checksums reads checksums.tsv: nil if there is none. A path that leads out of the folder makes
// the table a damaged one.
func (f Folder) Checksums() (*Checksums, error) {
	t, err := f.ReadTable(ChecksumsTable)
	if err != nil || t == nil {
		return nil, err
	}
	c := &Checksums{Sums: Sums{}}
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
		if !filepath.IsLocal(name) || size < 0 {
			return nil, damaged("%q is no file of a run", name)
		}
		c.Sums[name] = Checksum{int(size), row[2].String()}
	}
	return c, nil
}

// isListed tells whether a file of the run has no sum of its own.
func isListed(name string) bool {
	dir := path.Dir(name)
	return path.Ext(name) != ".tsv" && name != "plan.json" && (dir == "." || dir == "weights")
}

// Seal brings checksums.tsv up to date after a command has written files of the run. Files that
// are no longer there lose their row.
func (f Folder) Seal(p *plan.Plan, written Sums, log *slog.Logger) error {
	c, err := f.Checksums()
	switch {
	case errors.As(err, new(*TableError)):
		log.Warn("bad checksums, begun anew", "why", err)
	case err != nil:
		return err
	}
	sums := maps.Clone(written)
	if c != nil {
		for name, sum := range c.Sums {
			if _, now := written[name]; now {
				continue
			}
			there, err := files.Exists(f.In(name))
			if err != nil {
				return files.Explain("read", f.In(name), err)
			}
			if there {
				sums[name] = sum
			}
		}
	}
	t := &results.Table{Name: ChecksumsTable, Columns: checksumColumns,
		Meta: []string{"name: " + p.Name, configLine + p.Config, fmt.Sprintf("seed: %d", p.Seed), fmt.Sprintf("physics: %d", p.Physics)}}
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		if !isListed(name) {
			continue
		}
		t.Rows = append(t.Rows, []results.Value{results.Text(name), results.Int(sums[name].Bytes), results.Text(sums[name].SHA256)})
	}
	data, err := t.SealedTSV()
	if err != nil {
		return err
	}
	return WriteFile(f.In(ChecksumsTable+".tsv"), data)
}
