package instances

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"fbp/internal/fault"
	"fbp/internal/files"
	"fbp/internal/values"
)

// IDX is two classes of the images of IDX files (MNIST, Fashion-MNIST and their
// like, gzip or not), with one input per pixel; see [Pictures].
type IDX struct {
	Images     values.Files `toml:"images" example:"[\"train-images-idx3-ubyte.gz\"]" help:"IDX file of images, gzip or not, or a list of files, which are pooled"`
	Labels     values.Files `toml:"labels" example:"[\"train-labels-idx1-ubyte.gz\"]" help:"IDX file of their labels, or a list in the order of images"`
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
	return pictureSet{fileList{"images", s.Images.All()}, fileList{"labels", s.Labels.All()}},
		pictureSet{fileList{"test_images", s.TestImages.All()}, fileList{"test_labels", s.TestLabels.All()}}
}

func (s *IDX) take(ctx context.Context, all *pool, set pictureSet, i int) (content [][]byte, err error) {
	path, names := set.images.paths[i], set.labels.paths[i]
	pictures, err := openIDX(ctx, path, 3)
	if err != nil {
		return nil, fault.Wrap(set.images.key, path, err)
	}
	defer pictures.Close()
	if err := s.begin(all, pictures.each); err != nil {
		return nil, err
	}
	if all.pixels != pictures.each {
		return nil, fault.New(set.images.key, path, "images of %d pixels, those of %s have %d", pictures.each, set.images.paths[0], all.pixels)
	}
	labels, err := openIDX(ctx, names, 1)
	if err != nil {
		return nil, fault.Wrap(set.labels.key, names, err)
	}
	defer labels.Close()
	if labels.count != pictures.count {
		return nil, fault.New(set.labels.key, names, "%d labels for the %d images of %s", labels.count, pictures.count, path)
	}
	label := make([]byte, 1)
	err = s.choose(all, func(image []byte) (int, bool, error) {
		if _, err := labels.next(label); err != nil {
			return 0, false, fault.Wrap(set.labels.key, names, err)
		}
		more, err := pictures.next(image)
		if err != nil {
			return 0, false, fault.Wrap(set.images.key, path, err)
		}
		return int(label[0]), more, nil
	})
	return [][]byte{pictures.sum.Sum(nil), labels.sum.Sum(nil)}, err
}

// idxFile is an IDX file of bytes that is read item by item: nothing of the size
// that its header states is kept, and no more is read than that.
type idxFile struct {
	*content
	count, each int // items, and bytes of each
	read        int // items
}

// mostPixels is the limit of an item of an IDX file, in bytes.
const mostPixels = 1 << 24

// errNotIDX is the error of a file that is none, or of another type of numbers.
var errNotIDX = errors.New("not an IDX file of bytes")

// openIDX opens the file of a path, gzip or not; reading it ends with ctx.
func openIDX(ctx context.Context, path string, dims int) (*idxFile, error) {
	c, err := openContent(ctx, path)
	if err != nil {
		return nil, err
	}
	f, err := newIDX(c, dims)
	if err != nil {
		c.Close()
		return nil, reason(err)
	}
	return f, nil
}

// newIDX reads the header of a file with so many dimensions: 3 for images, 1 for
// labels. Its first four bytes are 0, 0, 8 (unsigned bytes) and the number of
// dimensions; then come the dimensions, four bytes each, the most significant
// first; then the bytes.
func newIDX(c *content, dims int) (*idxFile, error) {
	head := make([]byte, 4+4*dims)
	n, err := io.ReadFull(c, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
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
	f := &idxFile{content: c, each: 1}
	for i := range dims {
		size, total := int(binary.BigEndian.Uint32(head[4+4*i:])), f.each*max(f.count, 1)
		if size < 1 || size > files.Large || total > files.Large/size || i > 0 && f.each > mostPixels/size {
			return nil, fmt.Errorf("dimension %d of the header is %d", i+1, size)
		}
		if i == 0 {
			f.count = size
		} else {
			f.each *= size
		}
	}
	return f, nil
}

// next reads an item; more is false if all were read. What comes after them is an error.
func (f *idxFile) next(item []byte) (more bool, err error) {
	if f.read == f.count {
		_, err := io.ReadFull(f, item[:1])
		switch err {
		case nil:
			return false, fmt.Errorf("more than %d bytes after the header", f.count*f.each)
		case io.EOF:
			return false, nil
		}
		return false, reason(err)
	}
	n, err := io.ReadFull(f, item)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return false, fmt.Errorf("%d bytes after the header, want %d", f.read*f.each+n, f.count*f.each)
	}
	f.read++
	return true, reason(err)
}
