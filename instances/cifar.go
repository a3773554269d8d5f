package instances

import (
	"context"
	"io"

	"fbp/internal/fault"
	"fbp/internal/values"
)

// CIFAR is two classes of the images of CIFAR-10 in its binary version, with one input
// per pixel and colour; see [Pictures]. A file is a number of records: a label from 0 to 9
// and the 32 × 32 pixels of an image row by row, first all of the red, then the green and
// the blue ones.
//
// Source: the layout as described on the page of the data set, A. Krizhevsky (2009).
type CIFAR struct {
	Files     values.Files `toml:"files" example:"[\"data_batch_1.bin\"]" help:"file of CIFAR-10, binary version, gzip or not, or a list of files, which are pooled"`
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

func (s *CIFAR) sets() (train, test pictureSet) {
	return pictureSet{fileList{"files", s.Files.All()}, fileList{key: "files"}},
		pictureSet{fileList{"test_files", s.TestFiles.All()}, fileList{key: "test_files"}}
}

func (s *CIFAR) take(ctx context.Context, all *pool, set pictureSet, i int) ([][]byte, error) {
	key, path := set.images.key, set.images.paths[i]
	if err := s.begin(all, cifarPixels); err != nil {
		return nil, err
	}
	file, err := openContent(ctx, path)
	if err != nil {
		return nil, fault.Wrap(key, path, err)
	}
	defer file.Close()
	record, k := make([]byte, 1+cifarPixels), 0
	err = s.choose(all, func(image []byte) (int, bool, error) {
		n, err := io.ReadFull(file, record)
		switch {
		case err == io.EOF && k > 0:
			return 0, false, nil
		case err == io.EOF, err == io.ErrUnexpectedEOF:
			return 0, false, fault.New(key, path, "%d bytes after %d records of %d: not a binary file of CIFAR-10", n, k, len(record))
		case err != nil:
			return 0, false, fault.Wrap(key, path, reason(err))
		case record[0] >= cifarLabels:
			return 0, false, fault.New(key, path, "label %d of record %d: not a binary file of CIFAR-10", record[0], k+1)
		}
		k++
		copy(image, record[1:])
		return int(record[0]), true, nil
	})
	return [][]byte{file.sum.Sum(nil)}, err
}
