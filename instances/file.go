package instances

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"sync"
	"time"

	"fbp/internal/files"
)

// File is patterns read from a text file (see Read), one for all samples or,
// with "{sample}" in its path, one for each: "set{sample}.txt.gz" is
// set0.txt.gz, set1.txt.gz, … A relative path starts from the working directory.
//
// The content of the file, not its name, is what a result depends on: Digest
// gives its SHA-256 for the hash of a task, and SHA256, once filled in, makes
// Patterns refuse a file that has changed.
type File struct {
	Path   string `toml:"path" help:"text file of patterns, one a line; {sample} stands for the sample's number"`
	SHA256 string `toml:"sha256,omitempty" help:"SHA-256 of the file; filled in by the plan"`
}

// Validate reads the file of sample 0; the inputs of its patterns must be n.
func (f File) Validate(n int) error {
	_, err := f.Count(n)
	return err
}

// Count is the number of patterns in the file of sample 0.
func (f File) Count(n int) (int, error) {
	facts, err := f.facts(0)
	if err != nil {
		return 0, err
	}
	if err := f.checkInputs(facts.n, n, 0); err != nil {
		return 0, err
	}
	return facts.p, nil
}

// Patterns reads the file of a sample. The seed plays no part.
func (f File) Patterns(n int, _ int64, sample int) (*Patterns, error) {
	p, digest, err := f.read(sample)
	if err != nil {
		return nil, err
	}
	if f.SHA256 != "" && !strings.EqualFold(f.SHA256, digest) {
		return nil, fmt.Errorf("sha256 = %q: %s has changed, it is now %s", f.SHA256, f.At(sample), digest)
	}
	if err := f.checkInputs(p.N, n, sample); err != nil {
		return nil, err
	}
	return p, nil
}

// Digest is the SHA-256 in hexadecimal of the bytes of a sample's file, what
// sha256sum prints. It is computed once as long as size and date of the file
// stay the same. A file that is no pattern file, or has another N or P than
// that of sample 0, is an error: samples of different α must not be averaged.
func (f File) Digest(sample int) (string, error) {
	facts, err := f.facts(sample)
	if err != nil {
		return "", err
	}
	first, err := f.facts(0)
	if err != nil {
		return "", err
	}
	if facts.n != first.n || facts.p != first.p {
		return "", f.fault(sample, fmt.Errorf("%d patterns of %d inputs, but %d of %d in %s",
			facts.p, facts.n, first.p, first.n, f.At(0)))
	}
	return facts.digest, nil
}

// At is the path of a sample's file.
func (f File) At(sample int) string {
	return strings.ReplaceAll(f.Path, "{sample}", strconv.Itoa(sample))
}

func (f File) checkInputs(have, want, sample int) error {
	if have != want {
		return f.fault(sample, fmt.Errorf("patterns of %d inputs, want n = %d", have, want))
	}
	return nil
}

// fault is an error with the key and the file in front.
func (f File) fault(sample int, err error) error {
	return fmt.Errorf("path = %q: %w", f.At(sample), reason(err))
}

// read reads and hashes the file of a sample.
func (f File) read(sample int) (*Patterns, string, error) {
	if _, err := f.stat(sample); err != nil {
		return nil, "", err
	}
	data, err := files.ReadFile(f.At(sample), files.Large)
	if err != nil {
		return nil, "", f.fault(sample, err)
	}
	p, err := Read(bytes.NewReader(data))
	if err != nil {
		return nil, "", f.fault(sample, err)
	}
	hash := sha256.Sum256(data)
	return p, hex.EncodeToString(hash[:]), nil
}

// fileKey is a state of a file; fileFacts is what a plan needs to know of it.
type (
	fileKey struct {
		path string
		size int64
		date time.Time
	}
	fileFacts struct {
		n, p   int
		digest string
	}
)

// known remembers the facts of files that were read: a plan of a thousand tasks
// asks for the same file a thousand times. No result depends on it, because
// Patterns reads and hashes anew.
var known sync.Map // fileKey → fileFacts

func (f File) facts(sample int) (fileFacts, error) {
	info, err := f.stat(sample)
	if err != nil {
		return fileFacts{}, err
	}
	key := fileKey{f.At(sample), info.Size(), info.ModTime()}
	if facts, ok := known.Load(key); ok {
		return facts.(fileFacts), nil
	}
	p, digest, err := f.read(sample)
	if err != nil {
		return fileFacts{}, err
	}
	facts := fileFacts{p.N, p.P, digest}
	known.Store(key, facts)
	return facts, nil
}

func (f File) stat(sample int) (fs.FileInfo, error) {
	if f.Path == "" {
		return nil, errors.New("path: give the file of the patterns")
	}
	info, err := files.Stat(f.At(sample))
	if err != nil {
		return nil, f.fault(sample, err)
	}
	return info, nil
}
