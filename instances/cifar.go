package instances

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
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
func NewCIFAR() *CIFAR {
	s := new(CIFAR)
	s.Pictures = newPictures(s)
	return s
}

// Sizes of a record of CIFAR-10.
const (
	cifarPixels = 3 * 32 * 32
	cifarLabels = 10
)

func (s *CIFAR) kind() string { return "cifar" }

func (s *CIFAR) check() error {
	if len(s.Files.All()) == 0 {
		return fault.New("files", nil, "give the file of the images")
	}
	return nil
}

func (s *CIFAR) sets() (train, test pictureSet) {
	return pictureSet{"files", "files", s.Files.All(), nil}, pictureSet{"test_files", "test_files", s.TestFiles.All(), nil}
}

func (s *CIFAR) take(ctx context.Context, all *pool, set pictureSet, i int) ([][]byte, error) {
	all.pixels = cifarPixels
	file, err := openPatterns(set.files[i])
	if err != nil {
		return nil, fault.Wrap(set.key, set.files[i], reason(err))
	}
	defer file.Close()
	content := sha256.New()
	body, err := unpacked(ctx, bufio.NewReaderSize(&heard{file, ctx}, 1<<16))
	if err == nil {
		err = s.records(all, bufio.NewReaderSize(io.TeeReader(body, content), 1<<16))
	}
	if err != nil {
		return nil, fault.Wrap(set.key, set.files[i], reason(err))
	}
	return [][]byte{content.Sum(nil)}, nil
}

// errEnd is the error of a file that has no more records.
var errEnd = errors.New("the file ends here")

// records takes the images of all records.
func (s *CIFAR) records(all *pool, in io.Reader) error {
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
