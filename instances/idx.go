package instances

import (
	"context"
	"fmt"
	"math/rand/v2"

	"fbp/internal/fault"
	"fbp/internal/values"
)

// IDX is two classes of the images of IDX files (MNIST, Fashion-MNIST and their
// like, gzip or not), with one input ±1 per pixel. The first class, or odd labels,
// has the label +1.
//
// Training and test set are drawn from the images that are left after the
// filter, or the test set from files of its own; every sample draws them anew.
// Stratified sets have the proportions of the classes in the files.
//
// Results depend on the content of the files, not on their names or compression.
type IDX struct {
	Images     values.Files `toml:"images" help:"IDX file of images, gzip or not, or a list of files, which are pooled"`
	Labels     values.Files `toml:"labels" help:"IDX file of their labels, or a list in the order of images"`
	TestImages values.Files `toml:"test_images,omitempty" help:"files that the test set is drawn from, instead of images"`
	TestLabels values.Files `toml:"test_labels,omitempty" help:"their labels"`
	Classes    Classes      `toml:"classes" help:"two labels, the first of which is +1, or \"odd_even\""`
	Threshold  Threshold    `toml:"threshold" help:"an input is +1 where pixel/255 is above it; \"median\" is the image's own"`
	Filter     []float64    `toml:"filter,omitempty" min:"0" max:"1" help:"smallest and largest median/255 of the images that are taken"`
	P          int          `toml:"p,omitempty" max:"100000000" help:"number of training patterns; left out: all images that are not tested on"`
	Test       int          `toml:"test,omitempty" min:"0" max:"100000000" help:"number of test patterns; with test_images left out: all of them"`
	Split      string       `toml:"split" oneof:"stratified|random" help:"classes of both sets in the proportion of the files, or left to chance"`
	Randomize  string       `toml:"randomize" oneof:"none|pixels" help:"\"pixels\" shuffles each pixel across the patterns of a set"`
}

// NewIDX is an IDX source with the defaults.
func NewIDX() *IDX {
	return &IDX{Threshold: Threshold{Word: "median"}, Split: "stratified", Randomize: "none"}
}

// Classes are the two classes of an IDX source.
type Classes struct {
	Word   string `oneof:"odd_even"`
	Labels []int  `min:"0" max:"255"`
}

// Threshold is what a pixel is compared with.
type Threshold struct {
	Word   string   `oneof:"median"`
	Number *float64 `min:"0" max:"1"`
}

// Forms implements [values.Forms].
func (Classes) Forms() {}

// Forms implements [values.Forms].
func (Threshold) Forms() {}

// Tests implements [Tested]: 1 if there is a test set of unknown size.
func (s IDX) Tests() int {
	if s.Test == 0 && len(s.TestImages.All()) > 0 {
		return 1
	}
	return s.Test
}

// FileKeys are the keys that name files.
func (s IDX) FileKeys() []string { return []string{"images", "labels", "test_images", "test_labels"} }

// Fixed implements [Fixed]: every sample learns all images, in an order of its own.
func (s IDX) Fixed(ctx context.Context, l Labeller) bool {
	p, err := s.Count(ctx, l)
	if err != nil || s.Randomize != "none" {
		return false
	}
	train, _, err := s.pools(ctx)
	return err == nil && p == train.len()
}

// Validate reads the files, whose images must have as many pixels as the network
// has inputs.
func (s IDX) Validate(ctx context.Context, l Labeller) error {
	_, err := s.Count(ctx, l)
	return err
}

// Count is the number of training patterns.
func (s IDX) Count(ctx context.Context, l Labeller) (int, error) {
	if err := s.check(); err != nil {
		return 0, err
	}
	train, test, err := s.pools(ctx)
	if err != nil {
		return 0, err
	}
	if n := l.Inputs(); train.pixels != n {
		return 0, fault.New("images", nil, "images of %d pixels: want n = %d, not %d", train.pixels, train.pixels, n)
	}
	sizes, err := s.sizes(train, test)
	return sizes.train.all, err
}

// check returns the mistakes of the keys themselves.
func (s IDX) check() error {
	switch c := s.Classes.Labels; {
	case len(s.Images.All()) == 0:
		return fault.New("images", nil, "give the IDX file of the images")
	case len(s.Labels.All()) != len(s.Images.All()):
		return fault.New("labels", nil, "%d files for %d files of images", len(s.Labels.All()), len(s.Images.All()))
	case len(s.TestLabels.All()) != len(s.TestImages.All()):
		return fault.New("test_labels", nil, "%d files for %d files of images", len(s.TestLabels.All()), len(s.TestImages.All()))
	case s.Classes.Word == "" && len(c) == 0:
		return fault.New("classes", nil, "give two labels, [3, 4] for one, or \"odd_even\"")
	case s.Classes.Word == "" && (len(c) != 2 || c[0] == c[1]):
		return fault.New("classes", c, "want two labels")
	case len(s.Filter) != 0 && (len(s.Filter) != 2 || s.Filter[0] > s.Filter[1]):
		return fault.New("filter", s.Filter, "want the smallest and the largest median, [0.25, 0.75] for one")
	case s.P < 0:
		return fault.New("p", s.P, "want p >= 1")
	}
	return nil
}

// Data draws the sets of a sample, each from its own stream.
func (s IDX) Data(ctx context.Context, l Labeller, seed int64, sample int) (*Data, error) {
	p, err := s.Count(ctx, l)
	if err != nil {
		return nil, err
	}
	train, test, err := s.pools(ctx)
	if err != nil {
		return nil, err
	}
	sizes, err := s.sizes(train, test)
	if err != nil {
		return nil, err
	}
	stream := func(purpose string) *rand.Rand { return Stream(seed, purpose, "idx", l.Inputs(), p, sample) }
	order := stream("patterns").Perm(train.len())
	d := &Data{Train: s.take(train, order, sizes.train, stream, "pixels")}
	if sizes.test.all == 0 {
		return d, nil
	}
	if test != train {
		order = stream("test").Perm(test.len())
	} else { // from the other end, so that the training set does not depend on the test set
		for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
			order[i], order[j] = order[j], order[i]
		}
	}
	d.Test = s.take(test, order, sizes.test, stream, "test/pixels")
	return d, nil
}

// take is the first images of an order, at most so many of each class.
func (s IDX) take(from *pool, order []int, size size, stream func(string) *rand.Rand, purpose string) *Patterns {
	p := NewPatterns(from.pixels, size.all)
	labels := make([]float64, 0, p.P)
	for _, k := range order {
		class := from.class[k]
		if size.of[class] == 0 || len(labels) == size.all {
			continue
		}
		size.of[class]--
		copy(p.Row(len(labels)), from.inputs.Row(k))
		labels = append(labels, 1-2*float64(class))
	}
	if s.Randomize == "pixels" {
		p.shufflePixels(stream(purpose))
	}
	p.label(labels)
	return p
}

// shufflePixels shuffles each input across the patterns.
func (p *Patterns) shufflePixels(rng *rand.Rand) {
	column := make([]bool, p.P)
	for i := range p.N {
		for mu := range column {
			column[mu] = p.At(mu, i) < 0
		}
		rng.Shuffle(p.P, func(a, b int) { column[a], column[b] = column[b], column[a] })
		for mu, negative := range column {
			p.Set(mu, i, negative)
		}
	}
}

// size is the number of patterns of a set, and the most of each class.
type size struct {
	all int
	of  [2]int
}

// sizes are those of both sets.
func (s IDX) sizes(train, test *pool) (sizes struct{ train, test size }, err error) {
	have, own := train.count(), test != train
	p, tests, left := s.P, s.Test, train.len()
	if own && tests == 0 {
		tests = test.len()
	}
	if !own {
		left -= tests
	}
	if p == 0 {
		p = left
	}
	switch {
	case own && tests > test.len():
		return sizes, fault.New("test", tests, "there are %d test images of the two classes", test.len())
	case p < 1 || p > left:
		return sizes, fault.New("p", p, "there are %d and %d images of the two classes%s", have[0], have[1],
			map[bool]string{true: fmt.Sprintf(", of which %d are tested on", tests)}[!own && tests > 0])
	}
	sizes.train, sizes.test = size{p, [2]int{p, p}}, size{tests, [2]int{tests, tests}}
	if s.Split == "random" {
		return sizes, nil
	}
	sizes.train.of, sizes.test.of = shares(p, have), shares(tests, test.count())
	for class, other := range []int{1, 0} { // rounding may want one image in both sets
		if over := sizes.train.of[class] + sizes.test.of[class] - have[class]; !own && over > 0 {
			sizes.test.of[class] -= over
			sizes.test.of[other] += over
		}
	}
	return sizes, nil
}

// shares divides p in proportion to two numbers, which are at least p together.
func shares(p int, have [2]int) [2]int {
	all := have[0] + have[1]
	first := (2*p*have[0] + all) / (2 * all) // rounded
	return [2]int{first, p - first}
}
