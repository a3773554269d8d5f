package instances

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"

	"fbp/internal/fault"
	"fbp/internal/values"
)

// CIFAR is two classes of the images of CIFAR-10 in its binary version, with one input ±1
// per pixel and colour; see [Pictures]. A file is a number of records: a label from 0 to 9
// and the 32 × 32 pixels of an image row by row, first all of the red, then the green and
// the blue ones.
//
// Source: the layout as described on the page of the data set, A. Krizhevsky (2009).
type CIFAR struct {
	Files     values.Files `toml:"files" help:"file of CIFAR-10, binary version, gzip or not, or a list of files, which are pooled"`
	TestFiles values.Files `toml:"test_files,omitempty" help:"files that the test set is drawn from, instead of files"`
	Pictures
}

// NewCIFAR is a source of CIFAR-10 with the defaults.
func NewCIFAR() *CIFAR { return &CIFAR{Pictures: newPictures()} }

// Sizes of a record of CIFAR-10.
const (
	cifarPixels = 3 * 32 * 32
	cifarLabels = 10
)

// Complete takes test = 0 for no test set, which without test files is the default.
func (s *CIFAR) Complete(func(key string) bool) { s.complete(s.album().own) }

// FileKeys are the keys that name files.
func (s CIFAR) FileKeys() []string { return []string{"files", "test_files"} }

// Tests implements [Tested]: 1 if there is a test set of unknown size.
func (s CIFAR) Tests() int { return s.album().tests() }

// Fixed implements [Fixed]: every sample learns all images, in an order of its own.
func (s CIFAR) Fixed(ctx context.Context, l Labeller) bool { return s.album().fixed(ctx, l) }

// Validate reads the files; the network has an input for each number of an image, but for
// those that are dropped.
func (s CIFAR) Validate(ctx context.Context, l Labeller) error { return s.album().validate(ctx, l) }

// Count is the number of training patterns.
func (s CIFAR) Count(ctx context.Context, l Labeller) (int, error) { return s.album().count(ctx, l) }

// Data draws the sets of a sample, each from its own stream.
func (s CIFAR) Data(ctx context.Context, l Labeller, seed int64, sample int) (*Data, error) {
	return s.album().data(ctx, l, seed, sample)
}

// Digest is the SHA-256 in hexadecimal of what the files contain, unpacked, in the order
// of their lists, those of the test set last.
func (s CIFAR) Digest(ctx context.Context, _ int) (string, error) { return s.album().contents(ctx) }

// KnownFiles are the files of the source.
func (s CIFAR) KnownFiles(ctx context.Context) ([]KnownFile, error) { return s.album().known(ctx) }

// album is the source with its files.
func (s CIFAR) album() album {
	return album{
		Pictures: s.Pictures, kind: "cifar", images: "files", own: len(s.TestFiles.All()) > 0,
		check: func() error {
			if len(s.Files.All()) == 0 {
				return fault.New("files", nil, "give the file of the images")
			}
			return nil
		},
		lists: func(yield func(string, values.Files) bool) {
			_ = yield("files", s.Files) && yield("test_files", s.TestFiles)
		},
		pool: func(ctx context.Context, facts *facts, sum hash.Hash, test bool) (*pool, error) {
			if test {
				return s.pool(ctx, facts, sum, "test_files", s.TestFiles)
			}
			return s.pool(ctx, facts, sum, "files", s.Files)
		},
	}
}

// pool reads some files and takes the images of the two classes that pass the filter.
func (s CIFAR) pool(ctx context.Context, facts *facts, sum hash.Hash, key string, list values.Files) (*pool, error) {
	all := &pool{pixels: cifarPixels}
	for _, path := range list.All() {
		own, known, err := s.take10(ctx, all, path)
		if err != nil {
			return nil, fault.Wrap(key, path, reason(err))
		}
		if err := facts.once(key, path, own); err != nil {
			return nil, err
		}
		sum.Write(own)
		facts.files = append(facts.files, known)
	}
	return all, all.both(key)
}

// take10 adds the images of a file to a pool; own is the digest of its content, unpacked.
func (s CIFAR) take10(ctx context.Context, all *pool, path string) (own []byte, known KnownFile, err error) {
	file, err := openPatterns(path)
	if err != nil {
		return nil, known, err
	}
	defer file.Close()
	packed, content := sha256.New(), sha256.New()
	in := bufio.NewReaderSize(io.TeeReader(&heard{file, ctx}, packed), 1<<16)
	body, err := unpacked(ctx, in)
	if err != nil {
		return nil, known, err
	}
	if err := s.records(all, bufio.NewReaderSize(io.TeeReader(body, content), 1<<16)); err != nil {
		return nil, known, err
	}
	if _, err := io.Copy(io.Discard, in); err != nil {
		return nil, known, err
	}
	return content.Sum(nil), KnownFile{Path: path, SHA256: hex.EncodeToString(packed.Sum(nil))}, nil
}

// errEnd is the error of a file that has no more records.
var errEnd = errors.New("the file ends here")

// records takes the images of all records.
func (s CIFAR) records(all *pool, in io.Reader) error {
	record, k := make([]byte, 1+cifarPixels), 0
	err := s.choose(all, s.room(all, cifarPixels), func(image []byte) (int, error) {
		n, err := readWhole(in, record)
		switch {
		case err == io.EOF && n == 0 && k > 0:
			return 0, errEnd
		case err == io.EOF:
			return 0, fmt.Errorf("%d bytes after %d records of %d: not a binary file of CIFAR-10", n, k, len(record))
		case err == nil && record[0] >= cifarLabels:
			return 0, fmt.Errorf("label %d of record %d: not a binary file of CIFAR-10", record[0], k+1)
		}
		k++
		copy(image, record[1:])
		return int(record[0]), err
	})
	switch err {
	case errEnd:
		return nil
	case nil:
		return fmt.Errorf("more than %d images: want at most %d bytes of inputs", k, mostPool)
	}
	return err
}
