package instances

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"math/rand/v2"
	"slices"

	"fbp/internal/fault"
)

// images are what the files of a source contain.
type images struct {
	train, test *pool // the same where both sets are drawn from it
	digest      string
	paths       map[string]string // of files of images, by the digest of what they contain
}

// imagesRead are those read last, of few sources, since a sweep over classes has others at every point.
var imagesRead = cache[*images]{most: 4}

// images reads the files, unless that was done lately and they have not changed since.
func (s *Pictures) images(ctx context.Context) (*images, error) {
	train, test := s.of.sets()
	if err := s.mistakes(train, test); err != nil {
		return nil, err
	}
	threshold := s.Threshold.Word
	if x := s.Threshold.Number; x != nil {
		threshold = fmt.Sprint(*x)
	}
	key := fmt.Sprintln(s.of.kind(), s.Classes, s.Filter, s.Drop, threshold)
	for _, list := range []fileList{train.images, train.labels, test.images, test.labels} {
		for _, path := range list.paths {
			state, err := stateOf(path)
			if err != nil {
				return nil, fault.Wrap(list.key, path, err)
			}
			key += list.key + state
		}
	}
	return imagesRead.get(key, func() (*images, error) { return s.read(ctx, train, test) })
}

// read reads all files.
func (s *Pictures) read(ctx context.Context, train, test pictureSet) (found *images, err error) {
	found, sum := &images{paths: map[string]string{}}, sha256.New()
	if found.train, err = s.pool(ctx, found, sum, train); err != nil {
		return nil, err
	}
	found.test = found.train
	if len(test.images.paths) > 0 {
		if found.test, err = s.pool(ctx, found, sum, test); err != nil {
			return nil, err
		}
		if a, b := found.train.pixels, found.test.pixels; a != b {
			return nil, fault.New(test.images.key, nil, "images of %d pixels, those of %s have %d", b, train.images.key, a)
		}
	}
	if s.each() {
		medians := found.train.medians()
		found.train.finish(medians)
		found.test.finish(medians)
	}
	found.digest = hex.EncodeToString(sum.Sum(nil))
	return found, nil
}

// pool reads the files of a set and takes the images of the two classes that pass the filter. A file whose
// content, whatever its name and packing, was read before is refused: images would be learned twice, or
// be tested on after they were learned.
func (s *Pictures) pool(ctx context.Context, found *images, sum hash.Hash, set pictureSet) (*pool, error) {
	all := new(pool)
	for i, path := range set.images.paths {
		content, err := s.of.take(ctx, all, set, i)
		if err != nil {
			return nil, err
		}
		if before, has := found.paths[string(content[0])]; has {
			return nil, fault.New(set.images.key, path, "the same images as those of %s: want every file of images once, in files to train on or to test on", before)
		}
		found.paths[string(content[0])] = path
		for _, digest := range content {
			sum.Write(digest)
		}
	}
	for class, n := range all.count() {
		if n == 0 {
			return nil, fault.New(set.labels.key, nil, "no image of the %s class is left", []string{"first", "second"}[class])
		}
	}
	return all, nil
}

// own tells whether the test set has files of its own.
func (s *Pictures) own() bool {
	_, test := s.of.sets()
	return len(test.images.paths) > 0
}

// Complete takes test = 0 for no test set, which without test files is the default.
func (s *Pictures) Complete(func(key string) bool) {
	if !s.own() && s.Test != nil && *s.Test == 0 {
		s.Test = nil
	}
}

// About implements [Source].
func (s *Pictures) About() About {
	train, test := s.of.sets()
	a := About{Alike: true, Real: s.standardized(), Fixed: s.fixed, Held: func(int) float64 { return s.held() }}
	a.Files = slices.Compact([]string{train.images.key, train.labels.key, test.images.key, test.labels.key})
	if s.Test != nil {
		a.Tests = *s.Test
	} else if s.own() {
		a.Tests = 1
	}
	return a
}

// Digest is the SHA-256 in hexadecimal of what the files contain, unpacked: of images and labels in the
// order of their lists, those of the test set last.
func (s *Pictures) Digest(ctx context.Context, _ int) (string, error) {
	found, err := s.images(ctx)
	if err != nil {
		return "", err
	}
	return found.digest, nil
}

// held is the memory of the images, in bytes.
func (s *Pictures) held() float64 {
	found, err := s.images(context.Background())
	if err != nil {
		return 0
	}
	bytes := found.train.held()
	if found.test != found.train {
		bytes += found.test.held()
	}
	return bytes
}

// held is the memory of a pool.
func (p *pool) held() float64 { return 8*float64(len(p.inputs.bits)) + float64(len(p.raw)) }

// fixed tells whether every sample learns all images, in an order of its own.
func (s *Pictures) fixed(ctx context.Context, l Labeller) bool {
	found, sizes, err := s.load(ctx, l)
	return err == nil && s.Randomize == "none" && sizes.train.all == found.train.len()
}

// Validate reads the files, whose images must have as many pixels, but for those that
// are dropped, as the network has inputs.
func (s *Pictures) Validate(ctx context.Context, l Labeller) error {
	_, _, err := s.load(ctx, l)
	return err
}

// Count is the number of training patterns.
func (s *Pictures) Count(ctx context.Context, l Labeller) (int, error) {
	_, sizes, err := s.load(ctx, l)
	return sizes.train.all, err
}

// load returns the images for network l and the sizes of the sets that are drawn from them.
func (s *Pictures) load(ctx context.Context, l Labeller) (*images, setSizes, error) {
	found, err := s.images(ctx)
	if err != nil {
		return nil, setSizes{}, err
	}
	if have, want := found.train.inputs.N, l.Inputs(); have != want {
		train, _ := s.of.sets()
		dropped := ""
		if len(s.Drop) > 0 {
			dropped = fmt.Sprintf(" of which %d are dropped", len(s.Drop))
		}
		return nil, setSizes{}, fault.New(train.images.key, nil, "images of %d pixels%s: want n = %d, not %d", found.train.pixels, dropped, have, want)
	}
	all, err := s.sizes(found.train, found.test)
	return found, all, err
}

// Data draws the sets of a sample, each from its own stream.
func (s *Pictures) Data(ctx context.Context, l Labeller, seed int64, sample int) (*Data, error) {
	found, sizes, err := s.load(ctx, l)
	if err != nil {
		return nil, err
	}
	stream := func(purpose string) *rand.Rand {
		return Stream(seed, purpose, s.of.kind(), l.Inputs(), sizes.train.all, sample)
	}
	order := stream("patterns").Perm(found.train.len())
	chosen := found.train.chosen(order, sizes.train)
	var by standards
	if s.standardized() {
		by = found.train.standards(chosen)
	}
	d := &Data{Train: s.drawn(found.train, chosen, by, stream, "pixels")}
	if sizes.test.all == 0 {
		return d, d.checkZeros()
	}
	if found.test != found.train {
		order = stream("test").Perm(found.test.len())
	} else { // from the other end, so that the training set does not depend on the test set
		slices.Reverse(order)
	}
	d.Test = s.drawn(found.test, found.test.chosen(order, sizes.test), by, stream, "test/pixels")
	return d, d.checkZeros()
}

// checkZeros refuses patterns all of whose inputs are zero: images that have the mean of every pixel.
func (d *Data) checkZeros() error {
	for _, p := range []*Patterns{d.Train, d.Test} {
		if p == nil {
			continue
		}
		if err := p.checkZeros(); err != nil {
			return fault.New("threshold", "standardize", "%v", err)
		}
	}
	return nil
}

// chosen are the first images of an order, at most so many of each class.
func (p *pool) chosen(order []int, size size) (images []int) {
	for _, k := range order {
		if class := p.class[k]; size.of[class] > 0 && len(images) < size.all {
			size.of[class]--
			images = append(images, k)
		}
	}
	return images
}

// drawn is some images, as inputs ±1, or real numbers by standards.
func (s *Pictures) drawn(from *pool, images []int, by standards, stream func(string) *rand.Rand, purpose string) *Patterns {
	n, labels := from.inputs.N, make([]float64, len(images))
	p := NewPatterns(n, len(images))
	if by != nil {
		p = Ensemble{Inputs: GaussianInputs}.room(n, len(images))
	}
	for mu, k := range images {
		if labels[mu] = 1 - 2*float64(from.class[k]); by != nil {
			from.standardize(p.Real(mu), k, by)
		} else {
			copy(p.Row(mu), from.inputs.Row(k))
		}
	}
	if s.Randomize == "pixels" {
		p.shufflePixels(stream(purpose))
	}
	p.label(labels)
	return p
}

// shufflePixels shuffles each input across the patterns.
func (p *Patterns) shufflePixels(rng *rand.Rand) {
	if x := p.reals; x != nil {
		for i := range p.N {
			rng.Shuffle(p.P, func(a, b int) { x[a*p.N+i], x[b*p.N+i] = x[b*p.N+i], x[a*p.N+i] })
		}
		return
	}
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

type setSizes struct{ train, test size }

// sizes are those of both sets.
func (s *Pictures) sizes(train, test *pool) (z setSizes, err error) {
	have, own := train.count(), test != train
	p, tests, left := s.P, 0, train.len()
	switch {
	case s.Test != nil:
		tests = *s.Test
	case own:
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
		return z, fault.New("test", tests, "there are %d test images of the two classes", test.len())
	case p < 1 || p > left:
		return z, fault.New("p", p, "there are %d and %d images of the two classes%s", have[0], have[1],
			map[bool]string{true: fmt.Sprintf(", of which %d are tested on", tests)}[!own && tests > 0])
	}
	z.train, z.test = size{p, [2]int{p, p}}, size{tests, [2]int{tests, tests}}
	if s.Split == "random" {
		return z, nil
	}
	z.train.of, z.test.of = shares(p, have), shares(tests, test.count())
	for class, other := range []int{1, 0} { // rounding may want one image in both sets
		if over := z.train.of[class] + z.test.of[class] - have[class]; !own && over > 0 {
			z.test.of[class] -= over
			z.test.of[other] += over
		}
	}
	return z, nil
}

// shares divides p in proportion to two numbers, which are at least p together.
func shares(p int, have [2]int) [2]int {
	all := have[0] + have[1]
	first := (2*p*have[0] + all) / (2 * all) // rounded
	return [2]int{first, p - first}
}
