package instances

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"

	"fbp/internal/fault"
	"fbp/internal/files"
	"fbp/internal/values"
)

// IDX is two classes of the images of IDX files (MNIST, Fashion-MNIST and their
// like, gzip or not), with one input ±1 per pixel; see [Pictures].
type IDX struct {
	Images     values.Files `toml:"images" help:"IDX file of images, gzip or not, or a list of files, which are pooled"`
	Labels     values.Files `toml:"labels" help:"IDX file of their labels, or a list in the order of images"`
	TestImages values.Files `toml:"test_images,omitempty" help:"files that the test set is drawn from, instead of images"`
	TestLabels values.Files `toml:"test_labels,omitempty" help:"their labels"`
	Pictures
}

// NewIDX is an IDX source with the defaults.
func NewIDX() *IDX {
	s := new(IDX)
	s.Pictures = newPictures(s)
	return s
}

func (s *IDX) kind() string { return "idx" }

func (s *IDX) sets() (train, test pictureSet) {
	return pictureSet{"images", "labels", s.Images.All(), s.Labels.All()}, pictureSet{"test_images", "test_labels", s.TestImages.All(), s.TestLabels.All()}
}

func (s *IDX) check() error {
	train, test := s.sets()
	if len(train.files) == 0 {
		return fault.New("images", nil, "give the IDX file of the images")
	}
	for _, set := range []pictureSet{train, test} {
		if len(set.labels) != len(set.files) {
			return fault.New(set.labelsKey, nil, "%d files for %d files of images", len(set.labels), len(set.files))
		}
	}
	return nil
}

func (s *IDX) take(ctx context.Context, all *pool, set pictureSet, i int) (content [][]byte, err error) {
	path, names := set.files[i], set.labels[i]
	pictures, err := openIDX(ctx, path, 3)
	if err != nil {
		return nil, fault.Wrap(set.key, path, reason(err))
	}
	defer pictures.file.Close()
	if all.pixels == 0 {
		all.pixels = pictures.each
	}
	switch {
	case all.pixels != pictures.each:
		err = fmt.Errorf("images of %d pixels, those of %s have %d", pictures.each, set.files[0], all.pixels)
	case pictures.count > s.room(all, pictures.each):
		err = fmt.Errorf("%d images of %d pixels: want at most %d bytes of inputs", pictures.count, pictures.each, mostPool)
	}
	if err != nil {
		return nil, fault.Wrap(set.key, path, err)
	}
	tags, ofTags, err := tagsOf(ctx, names, pictures)
	if err != nil {
		return nil, fault.Wrap(set.labelsKey, names, reason(err))
	}
	k := -1
	if err = s.choose(all, pictures.count, func(image []byte) (int, error) { k++; return int(tags[k]), pictures.next(image) }); err != nil {
		return nil, fault.Wrap(set.key, path, reason(err))
	}
	ofImages, err := pictures.end()
	if err != nil {
		return nil, fault.Wrap(set.key, path, reason(err))
	}
	return [][]byte{ofImages, ofTags}, nil
}

// tagsOf reads the labels of images.
func tagsOf(ctx context.Context, path string, pictures *openedIDX) (tags, content []byte, err error) {
	f, err := openIDX(ctx, path, 1)
	if err != nil {
		return nil, nil, err
	}
	defer f.file.Close()
	if f.count != pictures.count {
		return nil, nil, fmt.Errorf("%d labels for the %d images of %s", f.count, pictures.count, pictures.path)
	}
	for len(tags) < f.count { // memory is allocated as labels are read
		piece := make([]byte, min(f.count-len(tags), 1<<20))
		if err := f.next(piece); err != nil {
			return nil, nil, err
		}
		tags = append(tags, piece...)
	}
	content, err = f.end()
	return tags, content, err
}

// idxFile is an IDX file of bytes that is read item by item: nothing of the size
// that its header states is kept, and no more is read than that.
type idxFile struct {
	count, each int // items, and bytes of each

	body io.Reader
	read int       // bytes of the body
	own  hash.Hash // of what was read, unpacked
}

// mostPixels is the limit of an item of an IDX file, in bytes.
const mostPixels = 1 << 24

// errNotIDX is the error of a file that is none, or of another type of numbers.
var errNotIDX = errors.New("not an IDX file of bytes")

// newIDX reads the header of a file with so many dimensions: 3 for images, 1 for
// labels. Its first four bytes are 0, 0, 8 (unsigned bytes) and the number of
// dimensions; then come the dimensions, four bytes each, the most significant
// first; then the bytes.
func newIDX(r io.Reader, dims int) (*idxFile, error) {
	f := &idxFile{own: sha256.New()}
	f.body = bufio.NewReaderSize(io.TeeReader(r, f.own), 1<<16)
	head := make([]byte, 4+4*dims)
	n, err := readWhole(f.body, head)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if n < 4 || head[0] != 0 || head[1] != 0 || head[2] != 8 {
		return nil, errNotIDX
	}
	if int(head[3]) != dims {
		what := map[int]string{1: "labels", 3: "images"}
		return nil, fmt.Errorf("an IDX file of %s, want one of %s",
			cmp.Or(what[int(head[3])], fmt.Sprintf("%d dimensions", head[3])), what[dims])
	}
	if n < len(head) {
		return nil, errors.New("the header is cut off")
	}
	return f, f.takeSizes(head[4:])
}

// takeSizes takes the dimensions of a header.
func (f *idxFile) takeSizes(head []byte) error {
	f.each = 1
	for i := 0; i < len(head); i += 4 {
		size, total := 0, f.each*max(f.count, 1)
		for _, b := range head[i : i+4] {
			size = size<<8 | int(b)
		}
		if size < 1 || size > files.Large || total > files.Large/size || i > 0 && f.each > mostPixels/size {
			return fmt.Errorf("dimension %d of the header is %d", i/4+1, size)
		}
		if i == 0 {
			f.count = size
		} else {
			f.each *= size
		}
	}
	return nil
}

// readWhole fills a slice, and returns io.EOF if what is left is shorter. An error of
// the reader stays what it is.
func readWhole(r io.Reader, into []byte) (n int, err error) {
	for n < len(into) && err == nil {
		var k int
		k, err = r.Read(into[n:])
		n += k
	}
	if n == len(into) {
		err = nil
	}
	return n, err
}

// next reads as many bytes of the items as there is room for.
func (f *idxFile) next(into []byte) error {
	n, err := readWhole(f.body, into)
	f.read += n
	if err == io.EOF {
		return fmt.Errorf("%d bytes after the header, want %d", f.read, f.count*f.each)
	}
	return err
}

// end is the digest of a file of which all items were read. More is an error.
func (f *idxFile) end() ([]byte, error) {
	switch n, err := readWhole(f.body, make([]byte, 1)); {
	case err != nil && err != io.EOF:
		return nil, err
	case n > 0:
		return nil, fmt.Errorf("more than %d bytes after the header", f.count*f.each)
	}
	return f.own.Sum(nil), nil
}

// openedIDX is the IDX file of a path, gzip or not.
type openedIDX struct {
	*idxFile
	path string
	file *files.File
}

// openIDX opens the file of a path; reading it ends with ctx.
func openIDX(ctx context.Context, path string, dims int) (*openedIDX, error) {
	file, err := openPatterns(path)
	if err != nil {
		return nil, err
	}
	f := &openedIDX{path: path, file: file}
	content, err := unpacked(ctx, bufio.NewReaderSize(&heard{file, ctx}, 1<<16))
	if err == nil {
		f.idxFile, err = newIDX(content, dims)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return f, nil
}
