package instances

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"

	"fbp/internal/fault"
	"fbp/internal/traits"
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
	a := About{Labels: traits.Images, Alike: true, Real: s.real(), RealBy: "threshold", Centred: `want threshold = "centre"`, Fixed: s.fixed, Held: func(int, int) float64 { return s.held() }}
	a.Files = slices.Compact([]string{train.images.key, train.labels.key, test.images.key, test.labels.key})
	a.Digest = s.digest
	if s.Test != nil {
		a.Tests = *s.Test
	} else if s.own() {
		a.Tests = 1
	}
	return a
}

// digest is the SHA-256 in hexadecimal of what the files contain, unpacked: of images and labels in the
// order of their lists, those of the test set last.
func (s *Pictures) digest(ctx context.Context, _ int) (string, error) {
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
	if found.test == found.train {
		return bytes
	}
	if bytes += found.test.held(); s.real() && s.Test == nil { // About counts one of them
		bytes += 8 * float64(found.test.inputs.N*(found.test.len()-1))
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
		leave := ""
		if have == want+1 {
			leave = fmt.Sprintf(", or one pixel left out, as by drop = [%d]", found.train.pixels-1)
		}
		return nil, setSizes{}, fault.New(train.images.key, nil, "images of %d pixels%s: want n = %d, not %d%s", found.train.pixels, dropped, have, want, leave)
	}
	all, err := s.sizes(found.train, found.test)
	return found, all, err
}
