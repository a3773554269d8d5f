package instances

import (
	"cmp"
	"errors"
	"fmt"

	"fbp/internal/files"
)

// idxFile is the content of an IDX file of bytes.
type idxFile struct {
	count, each int // items, and bytes of each
	data        []byte
}

// The errors of a file that is none, or of another kind.
var errNotIDX = errors.New("not an IDX file of bytes")

// parseIDX reads the content of a file with so many dimensions: 3 for images, 1
// for labels. Its first four bytes are 0, 0, 8 (unsigned bytes) and the number of
// dimensions; then come the dimensions, four bytes each, the most significant
// first; then the bytes.
func parseIDX(data []byte, dims int) (*idxFile, error) {
	if len(data) < 4 || data[0] != 0 || data[1] != 0 || data[2] != 8 {
		return nil, errNotIDX
	}
	if int(data[3]) != dims {
		what := map[int]string{1: "labels", 3: "images"}
		return nil, fmt.Errorf("an IDX file of %s, want one of %s",
			cmp.Or(what[int(data[3])], fmt.Sprintf("%d dimensions", data[3])), what[dims])
	}
	if len(data) < 4+4*dims {
		return nil, errors.New("the header is cut off")
	}
	sizes, total := make([]int, dims), 1
	for i := range sizes {
		for _, b := range data[4+4*i : 8+4*i] {
			sizes[i] = sizes[i]<<8 | int(b)
		}
		if sizes[i] < 1 || sizes[i] > files.Large || total > files.Large/sizes[i] {
			return nil, fmt.Errorf("dimension %d of the header is %d", i+1, sizes[i])
		}
		total *= sizes[i]
	}
	if body := len(data) - 4 - 4*dims; body != total {
		return nil, fmt.Errorf("%d bytes after the header, want %d", body, total)
	}
	return &idxFile{sizes[0], total / sizes[0], data[4+4*dims:]}, nil
}
