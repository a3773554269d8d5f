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
	Classes   Classes   `toml:"classes" help:"two labels, the first of which is +1, or \"odd_even\""`
	Threshold Threshold `toml:"threshold" help:"an input is +1 where pixel/255 is above it; \"median\" is the image's own, \"pixel_median\" the pixel's over the images to train on"`
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
	// check returns the mistakes of the keys of the files.
	check() error
	// sets are the files to train on, and to test on, none where both are drawn from the first.
	sets() (train, test pictureSet)
	// take adds the images of file i of a set to a pool; content are the digests of what its files hold, unpacked,
	// that of the images first. An error is that of a key.
	take(ctx context.Context, all *pool, set pictureSet, i int) (content [][]byte, err error)
}

// pictureSet are the files of a set, with the keys that name them.
type pictureSet struct {
	key, labelsKey string
	files, labels  []string
}

// Classes are the two classes of a source of images.
type Classes struct {
	Word   string `oneof:"odd_even"`
	Labels []int  `min:"0" max:"255"`
}

// Threshold is what a pixel is compared with.
type Threshold struct {
	Word   string   `oneof:"median|pixel_median"`
	Number *float64 `min:"0" max:"1"`
}

// Forms implements [values.Forms].
func (Classes) Forms() {}

// Forms implements [values.Forms].
func (Threshold) Forms() {}

// mistakes returns those of the keys themselves.
func (s *Pictures) mistakes() error {
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

// inputs is the number of inputs of images of so many pixels.
func (s *Pictures) inputs(pixels int) (int, error) {
	for _, pixel := range s.Drop {
		if pixel >= pixels {
			return 0, fault.New("drop", s.Drop, "the images have pixels 0 to %d", pixels-1)
		}
	}
	if len(s.Drop) == pixels {
		return 0, fault.New("drop", s.Drop, "leaves no pixel")
	}
	return pixels - len(s.Drop), nil
}

// each tells whether every pixel has a threshold of its own.
func (s *Pictures) each() bool {
	return s.Threshold.Number == nil && s.Threshold.Word == "pixel_median"
}

// pool is the images that a set is drawn from, as inputs ±1.
type pool struct {
	pixels int
	inputs *Patterns // without labels
	class  []uint8   // 0: the first class, +1; 1: the second

	rows []uint64 // of the inputs of all pixels, while they are read
	raw  []byte   // the pixels themselves, where each has a threshold of its own
}

func (p *pool) len() int { return len(p.class) }

// count is the number of images of each class.
func (p *pool) count() (n [2]int) {
	for _, c := range p.class {
		n[c]++
	}
	return n
}

// mostPool bounds the memory for the inputs of all images: bits, or bytes where pixels are
// kept until all are read.
const mostPool = files.Large / 4

// room is how many more images of so many pixels a pool may have.
func (s *Pictures) room(p *pool, pixels int) int {
	if s.each() {
		return (mostPool - len(p.raw)) / pixels
	}
	return (mostPool/8 - len(p.rows)) / wordsFor(pixels)
}

// choose appends to a pool what it takes of so many images, each read by next.
func (s *Pictures) choose(all *pool, count int, next func(image []byte) (label int, err error)) error {
	image, sorted := make([]byte, all.pixels), make([]byte, all.pixels)
	for range count {
		label, err := next(image)
		if err != nil {
			return err
		}
		class, ok := s.classOf(label)
		if !ok {
			continue
		}
		copy(sorted, image)
		slices.Sort(sorted)
		twice := int(sorted[(len(sorted)-1)/2]) + int(sorted[len(sorted)/2]) // the median, times 2
		if m := float64(twice) / 510; len(s.Filter) == 2 && (m < s.Filter[0] || m > s.Filter[1]) {
			continue
		}
		all.class = append(all.class, class)
		if s.each() {
			all.raw = append(all.raw, image...)
			continue
		}
		all.add(image, func(_ int, pixel byte) bool {
			if s.Threshold.Number != nil {
				return float64(pixel)/255 > *s.Threshold.Number
			}
			return 2*int(pixel) > twice
		})
	}
	return nil
}

// add appends the row of an image.
func (p *pool) add(image []byte, above func(i int, pixel byte) bool) {
	at := len(p.rows)
	for range wordsFor(len(image)) {
		p.rows = append(p.rows, 0)
	}
	for i, pixel := range image {
		if !above(i, pixel) {
			p.rows[at+i/64] |= 1 << (i % 64)
		}
	}
}

// medians are those of every pixel over the images of a pool, times 2.
func (p *pool) medians() []int {
	twice := make([]int, p.pixels)
	for i := range twice {
		var count [256]int
		for k := range p.len() {
			count[p.raw[k*p.pixels+i]]++
		}
		for _, below := range []int{(p.len() - 1) / 2, p.len() / 2} {
			value := 0
			for sum := count[0]; sum <= below; sum += count[value] {
				value++
			}
			twice[i] += value
		}
	}
	return twice
}

// finish makes the inputs of a pool from what was read: medians are those of the pixels
// of the images to train on, where each has its own.
func (s *Pictures) finish(p *pool, medians []int) error {
	if s.each() {
		for k := range p.len() {
			p.add(p.raw[k*p.pixels:(k+1)*p.pixels], func(i int, pixel byte) bool { return 2*int(pixel) > medians[i] })
		}
		p.raw = nil
	}
	n, err := s.inputs(p.pixels)
	if err != nil {
		return err
	}
	all := &Patterns{N: p.pixels, P: p.len(), words: wordsFor(p.pixels), bits: p.rows}
	if p.rows, p.inputs = nil, all; len(s.Drop) == 0 {
		return nil
	}
	p.inputs = NewPatterns(n, p.len())
	to := 0
	for i := range p.pixels {
		if slices.Contains(s.Drop, i) {
			continue
		}
		for mu := range all.P {
			p.inputs.Set(mu, to, all.At(mu, i) < 0)
		}
		to++
	}
	return nil
}
