package instances

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"math/rand/v2"
	"sync"
	"time"

	"fbp/internal/fault"
	"fbp/internal/files"
	"fbp/internal/values"
)

// album is the images of files of some kind, and what of them becomes patterns.
type album struct {
	Pictures
	kind   string // of the source
	images string // the key that names the images
	own    bool   // the test set has files of its own
	check  func() error
	lists  func(yield func(key string, files values.Files) bool)
	// pool reads the files to train on, or to test on.
	pool func(ctx context.Context, facts *facts, sum hash.Hash, test bool) (*pool, error)
}

// facts are what the files contain.
type facts struct {
	train, test *pool
	digest      string
	files       []KnownFile
	paths       map[string]string // of files of images, by the digest of what they contain
}

// once refuses a file of images whose content, whatever its name and packing, was read
// before: images would be learned twice, or be tested on after they were learned.
func (f *facts) once(key, path string, content []byte) error {
	if before, has := f.paths[string(content)]; has {
		return fault.New(key, path, "the same images as those of %s: want every file of images once, in files to train on or to test on", before)
	}
	f.paths[string(content)] = path
	return nil
}

// albumsRead holds the facts of the files read, by path, size, date and the keys that
// choose among the images. Results do not depend on it.
var albumsRead sync.Map // string → *facts

// facts reads the files, unless that was done and they have not changed since.
func (s album) facts(ctx context.Context) (*facts, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	if err := s.mistakes(); err != nil {
		return nil, err
	}
	key := fmt.Sprintf("%s %v %v %v %v", s.kind, s.Classes, s.Filter, s.Drop, s.Threshold.Word)
	if x := s.Threshold.Number; x != nil {
		key += fmt.Sprint(*x)
	}
	for name, list := range s.lists {
		for _, path := range list.All() {
			info, err := files.Stat(path)
			if err != nil {
				return nil, fault.Wrap(name, path, reason(err))
			}
			key += fmt.Sprintf("\n%s %s %d %s", name, path, info.Size(), info.ModTime().Format(time.RFC3339Nano))
		}
	}
	if known, ok := albumsRead.Load(key); ok {
		return known.(*facts), nil
	}
	known, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	albumsRead.Store(key, known)
	return known, nil
}

// read reads all files.
func (s album) read(ctx context.Context) (*facts, error) {
	known, sum := &facts{paths: map[string]string{}}, sha256.New()
	var err error
	if known.train, err = s.pool(ctx, known, sum, false); err != nil {
		return nil, err
	}
	known.test = known.train
	if s.own {
		if known.test, err = s.pool(ctx, known, sum, true); err != nil {
			return nil, err
		}
		if a, b := known.train.pixels, known.test.pixels; a != b {
			return nil, fault.New("test_"+s.images, nil, "images of %d pixels, those of %s have %d", b, s.images, a)
		}
	}
	var medians []int
	if s.each() {
		medians = known.train.medians()
	}
	if err := s.finish(known.train, medians); err != nil {
		return nil, err
	}
	if s.own {
		if err := s.finish(known.test, medians); err != nil {
			return nil, err
		}
	}
	known.digest = hex.EncodeToString(sum.Sum(nil))
	return known, nil
}

func (s album) contents(ctx context.Context) (string, error) {
	known, err := s.facts(ctx)
	if err != nil {
		return "", err
	}
	return known.digest, nil
}

func (s album) known(ctx context.Context) ([]KnownFile, error) {
	known, err := s.facts(ctx)
	if err != nil {
		return nil, err
	}
	return known.files, nil
}

func (s album) tests() int {
	switch {
	case s.Test != nil:
		return *s.Test
	case s.own:
		return 1
	}
	return 0
}

func (s album) fixed(ctx context.Context, l Labeller) bool {
	p, err := s.count(ctx, l)
	if err != nil || s.Randomize != "none" {
		return false
	}
	known, err := s.facts(ctx)
	return err == nil && p == known.train.len()
}

func (s album) validate(ctx context.Context, l Labeller) error {
	_, err := s.count(ctx, l)
	return err
}

func (s album) count(ctx context.Context, l Labeller) (int, error) {
	known, err := s.facts(ctx)
	if err != nil {
		return 0, err
	}
	if n := l.Inputs(); known.train.inputs.N != n {
		return 0, s.wants(known.train, s.images, n)
	}
	sizes, err := s.sizes(known.train, known.test)
	return sizes.train.all, err
}

func (s album) data(ctx context.Context, l Labeller, seed int64, sample int) (*Data, error) {
	p, err := s.count(ctx, l)
	if err != nil {
		return nil, err
	}
	known, err := s.facts(ctx)
	if err != nil {
		return nil, err
	}
	train, test := known.train, known.test
	sizes, err := s.sizes(train, test)
	if err != nil {
		return nil, err
	}
	stream := func(purpose string) *rand.Rand { return Stream(seed, purpose, s.kind, l.Inputs(), p, sample) }
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
func (s Pictures) take(from *pool, order []int, size size, stream func(string) *rand.Rand, purpose string) *Patterns {
	p := NewPatterns(from.inputs.N, size.all)
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
func (s Pictures) sizes(train, test *pool) (sizes struct{ train, test size }, err error) {
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
