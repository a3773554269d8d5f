package instances

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"

	"fbp/internal/files"
)

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
	path   string
	file   *files.File
	in     io.Reader // its bytes
	packed hash.Hash // of these
}

// openIDX opens the file of a path; reading it ends with ctx.
func openIDX(ctx context.Context, path string, dims int) (*openedIDX, error) {
	file, err := openPatterns(path)
	if err != nil {
		return nil, err
	}
	f := &openedIDX{path: path, file: file, packed: sha256.New()}
	in := bufio.NewReaderSize(io.TeeReader(&heard{file, ctx}, f.packed), 1<<16)
	f.in = in
	content, err := unpacked(ctx, in)
	if err == nil {
		f.idxFile, err = newIDX(content, dims)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return f, nil
}

// knownIDX is what an IDX file is, and the digest of its content.
type knownIDX struct {
	KnownFile
	own []byte
}

// end says what a file is, all items of which were read.
func (f *openedIDX) end() (knownIDX, error) {
	own, err := f.idxFile.end()
	if err == nil {
		_, err = io.Copy(io.Discard, f.in)
	}
	digest := hex.EncodeToString(f.packed.Sum(nil))
	name := cmp.Or(knownContent[hex.EncodeToString(own)], knownContent[digest])
	return knownIDX{KnownFile{f.path, digest, name}, own}, err
}
