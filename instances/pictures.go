package instances

import (
	"context"
	"slices"

	"fbp/internal/fault"
	"fbp/internal/files"
)

// Pictures are the keys of sources that make patterns of two classes of images. The
// first class, or odd labels, has the label +1.
//
// Training and test set are drawn from the images that are left after the
// filter, or the test set from files of its own; every sample draws them anew.
// Stratified sets have the proportions of the classes in the files.
//
// Results depend on the content of the files, not on their names or compression.
type Pictures struct {
	Classes   Classes   `toml:"classes" example:"[0, 1]" help:"two labels, the first of which is +1, or \"odd_even\""`
	Threshold Threshold `toml:"threshold" help:"an input is +1 where pixel/255 is above it; \"median\" is the image's own, \"pixel_median\" the pixel's over the images to train on; \"centre\" and \"standardize\" make real inputs, without a mean"`
	Filter    []float64 `toml:"filter,omitempty" min:"0" max:"1" help:"smallest and largest median/255 of the images that are taken"`
	P         int       `toml:"p,omitempty" min:"1" max:"100000000" help:"number of training patterns; left out: all images that are not tested on"`
	Test      *int      `toml:"test,omitempty" min:"0" max:"100000000" help:"number of test patterns; with test files of their own left out: all of them"`
	Split     string    `toml:"split" oneof:"stratified|random" help:"classes of both sets in the proportion of the files, or left to chance"`
	Randomize string    `toml:"randomize" oneof:"none|pixels" help:"\"pixels\" shuffles each pixel across the patterns of a set"`
	Drop      []int     `toml:"drop,omitempty" absent:"" min:"0" max:"100000000" help:"pixels that are no inputs, from 0 on"`

	of pictureFiles
}

func newPictures(of pictureFiles) Pictures {
	return Pictures{Threshold: Threshold{Word: "median"}, Split: "stratified", Randomize: "none", of: of}
}

// pictureFiles are what sources of pictures differ in.
type pictureFiles interface {
	kind() string
	// sets are the files to train on, and to test on, none where both are drawn from the first.
	sets() (train, test pictureSet)
	// take adds the images of file i of a set to a pool; content are the digests of what its files hold, unpacked,
	// that of the images first. An error is that of a key.
	take(ctx context.Context, all *pool, set pictureSet, i int) (content [][]byte, err error)
}

// pictureSet are the files of a set. Where labels and images are in one file, labels has the
// key of the images and no paths.
type pictureSet struct{ images, labels fileList }

// fileList are files with the key that names them.
type fileList struct {
	key   string
	paths []string
}

// Classes are the two classes of a source of images.
type Classes struct {
	Word   string `oneof:"odd_even"`
	Labels []int  `min:"0" max:"255"`
}

// Threshold is what a pixel is compared with. With "centre" and "standardize" inputs are
// real numbers: see [pool.centred] and [pool.standardized].
type Threshold struct {
	Word   string   `oneof:"median|pixel_median|centre|standardize"`
	Number *float64 `min:"0" max:"1"`
}

// Forms implements [values.Forms].
func (Classes) Forms() {}

// Forms implements [values.Forms].
func (Threshold) Forms() {}

// mistakes returns those of the keys themselves.
func (s *Pictures) mistakes(train, test pictureSet) error {
	if len(train.images.paths) == 0 {
		return fault.New(train.images.key, nil, "give the file of the images")
	}
	for _, set := range []pictureSet{train, test} {
		if a, b := set.images, set.labels; a.key != b.key && len(a.paths) != len(b.paths) {
			return fault.New(b.key, nil, "%d files for %d files of images", len(b.paths), len(a.paths))
		}
	}
	switch c := s.Classes.Labels; {
	case s.Classes.Word == "" && len(c) == 0:
		return fault.New("classes", nil, "give two labels, [3, 4] for one, or \"odd_even\"")
	case s.Classes.Word == "" && (len(c) != 2 || c[0] == c[1]):
		return fault.New("classes", c, "want two labels")
	case len(s.Filter) != 0 && (len(s.Filter) != 2 || s.Filter[0] > s.Filter[1]):
		return fault.New("filter", s.Filter, "want the smallest and the largest median, [0.25, 0.75] for one")
	case s.P < 0:
		return fault.New("p", s.P, "want p >= 1")
	}
	for i, pixel := range s.Drop {
		if slices.Contains(s.Drop[:i], pixel) {
			return fault.New("drop", s.Drop, "names pixel %d twice", pixel)
		}
	}
	return nil
}

// classOf is the class of a label; false if it is none of the two.
func (s *Pictures) classOf(label int) (class uint8, ok bool) {
	if s.Classes.Word == "odd_even" {
		return uint8(1 - label%2), true
	}
	k := slices.Index(s.Classes.Labels, label)
	return uint8(max(k, 0)), k >= 0
}

// each tells whether every pixel has a threshold of its own.
func (s *Pictures) each() bool {
	return s.Threshold.Number == nil && s.Threshold.Word == "pixel_median"
}

// standardized tells whether inputs are pixels over their deviations.
func (s *Pictures) standardized() bool {
	return s.Threshold.Number == nil && s.Threshold.Word == "standardize"
}

// real tells whether inputs are real numbers.
func (s *Pictures) real() bool {
	return s.standardized() || s.Threshold.Number == nil && s.Threshold.Word == "centre"
}

// pool is the images that a set is drawn from, as inputs ±1.
type pool struct {
	pixels  int
	dropped []bool    // pixels that are no inputs
	inputs  *Patterns // without labels; none where pixels are standardized
	class   []uint8   // 0: the first class, +1; 1: the second
	raw     []byte    // the pixels themselves: of standardized ones, and until all are read where each has a threshold of its own
}

func (p *pool) len() int { return len(p.class) }

// count is the number of images of each class.
func (p *pool) count() (n [2]int) {
	for _, c := range p.class {
		n[c]++
	}
	return n
}

// begin prepares a pool for images of so many pixels.
func (s *Pictures) begin(p *pool, pixels int) error {
	if p.pixels > 0 {
		return nil
	}
	p.pixels, p.dropped = pixels, make([]bool, pixels)
	for _, pixel := range s.Drop {
		if pixel >= pixels {
			return fault.New("drop", s.Drop, "the images have pixels 0 to %d", pixels-1)
		}
		p.dropped[pixel] = true
	}
	if len(s.Drop) == pixels {
		return fault.New("drop", s.Drop, "leaves no pixel")
	}
	p.inputs = NewPatterns(pixels-len(s.Drop), 0)
	return nil
}

// mostPool bounds the memory for the inputs of all images: bits, or bytes where pixels are
// kept.
const mostPool = files.Large / 4

// choose appends to a pool what it takes of the images of a file, each read by next until more is
// false. Errors are those of keys.
func (s *Pictures) choose(all *pool, next func(image []byte) (label int, more bool, err error)) error {
	image := make([]byte, all.pixels)
	for {
		label, more, err := next(image)
		if err != nil || !more {
			return err
		}
		class, ok := s.classOf(label)
		if !ok {
			continue
		}
		twice := twiceMedian(len(image), func(i int) byte { return image[i] })
		if m := float64(twice) / 510; len(s.Filter) == 2 && (m < s.Filter[0] || m > s.Filter[1]) {
			continue
		}
		if len(all.raw)+8*len(all.inputs.bits)+all.pixels > mostPool {
			return fault.New("classes", nil, "their images take more than %d bytes of inputs", mostPool)
		}
		all.class = append(all.class, class)
		switch x := s.Threshold.Number; {
		case s.each(), s.standardized():
			all.raw = append(all.raw, image...)
		case x != nil:
			all.add(image, func(_ int, pixel byte) bool { return float64(pixel)/255 > *x })
		default:
			all.add(image, func(_ int, pixel byte) bool { return 2*int(pixel) > twice })
		}
	}
}

// twiceMedian is the median of n pixels, times 2.
func twiceMedian(n int, at func(i int) byte) (twice int) {
	var count [256]int
	for i := range n {
		count[at(i)]++
	}
	for _, below := range []int{(n - 1) / 2, n / 2} {
		value := 0
		for sum := count[0]; sum <= below; sum += count[value] {
			value++
		}
		twice += value
	}
	return twice
}

// add appends the inputs of an image.
func (p *pool) add(image []byte, above func(i int, pixel byte) bool) {
	x := p.inputs
	x.bits = append(x.bits, make([]uint64, x.words)...)
	row, i := x.bits[len(x.bits)-x.words:], 0
	x.P++
	for k, pixel := range image {
		if p.dropped[k] {
			continue
		}
		if !above(k, pixel) {
			row[i/64] |= 1 << (i % 64)
		}
		i++
	}
}

// medians are those of every pixel over the images of a pool, times 2.
func (p *pool) medians() []int {
	twice := make([]int, p.pixels)
	for i := range twice {
		twice[i] = twiceMedian(p.len(), func(k int) byte { return p.raw[k*p.pixels+i] })
	}
	return twice
}

// finish makes the inputs of images whose pixels were kept, unless that is done.
func (p *pool) finish(medians []int) {
	for image := range slices.Chunk(p.raw, p.pixels) {
		p.add(image, func(i int, pixel byte) bool { return 2*int(pixel) > medians[i] })
	}
	p.raw = nil
}
