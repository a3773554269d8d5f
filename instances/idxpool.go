package instances

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"
	"sync"
	"time"

	"fbp/internal/fault"
	"fbp/internal/files"
	"fbp/internal/values"
)

// pool is the images that a set is drawn from, as inputs ±1.
type pool struct {
	pixels int
	inputs *Patterns // without labels
	class  []uint8   // 0: the first class, +1; 1: the second
}

func (p *pool) len() int { return len(p.class) }

// count is the number of images of each class.
func (p *pool) count() (n [2]int) {
	for _, c := range p.class {
		n[c]++
	}
	return n
}

// pools are the images of the training and of the test set, the same pool if they
// are drawn from the same files.
func (s IDX) pools(ctx context.Context) (train, test *pool, err error) {
	facts, err := s.facts(ctx)
	if err != nil {
		return nil, nil, err
	}
	return facts.train, facts.test, nil
}

// Digest is the SHA-256 in hexadecimal of what the files contain, unpacked: of
// images and labels in the order of their lists, those of the test set last.
func (s IDX) Digest(ctx context.Context, _ int) (string, error) {
	facts, err := s.facts(ctx)
	if err != nil {
		return "", err
	}
	return facts.digest, nil
}

// idxFacts is what the files contain.
type idxFacts struct {
	train, test *pool
	digest      string
	files       []KnownFile
}

// idxRead holds the facts of the files read, by path, size, date and the keys that
// choose among the images. Results do not depend on it.
var idxRead sync.Map // string → *idxFacts

// facts reads the files, unless that was done and they have not changed since.
func (s IDX) facts(ctx context.Context) (*idxFacts, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	key := fmt.Sprintf("%v %v %v", s.Classes, s.Filter, s.Threshold.Word)
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
	if facts, ok := idxRead.Load(key); ok {
		return facts.(*idxFacts), nil
	}
	facts, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	idxRead.Store(key, facts)
	return facts, nil
}

// lists are the keys of the files and their values.
func (s IDX) lists(yield func(string, values.Files) bool) {
	_ = yield("images", s.Images) && yield("labels", s.Labels) && yield("test_images", s.TestImages) && yield("test_labels", s.TestLabels)
}

// read reads all files.
func (s IDX) read(ctx context.Context) (*idxFacts, error) {
	facts, sum := new(idxFacts), sha256.New()
	var err error
	if facts.train, err = s.pool(ctx, facts, sum, "images", s.Images, "labels", s.Labels); err != nil {
		return nil, err
	}
	facts.test = facts.train
	if len(s.TestImages.All()) > 0 {
		if facts.test, err = s.pool(ctx, facts, sum, "test_images", s.TestImages, "test_labels", s.TestLabels); err != nil {
			return nil, err
		}
		if a, b := facts.train.pixels, facts.test.pixels; a != b {
			return nil, fault.New("test_images", nil, "images of %d pixels, those of images have %d", b, a)
		}
	}
	facts.digest = hex.EncodeToString(sum.Sum(nil))
	return facts, nil
}

// pool reads some files and takes the images of the two classes that pass the
// filter.
func (s IDX) pool(ctx context.Context, facts *idxFacts, sum hash.Hash, key string, images values.Files, labelsKey string, labels values.Files) (*pool, error) {
	all := new(pool)
	var rows []uint64
	for i, path := range images.All() {
		pictures, err := openIDX(ctx, path, 3)
		if err != nil {
			return nil, fault.Wrap(key, path, reason(err))
		}
		defer pictures.file.Close()
		if all.pixels == 0 {
			all.pixels = pictures.each
		}
		switch {
		case all.pixels != pictures.each:
			err = fmt.Errorf("images of %d pixels, those of %s have %d", pictures.each, images.All()[0], all.pixels)
		case pictures.count > (mostPool/8-len(rows))/wordsFor(pictures.each):
			err = fmt.Errorf("%d images of %d pixels: want at most %d bytes of inputs", pictures.count, pictures.each, mostPool)
		}
		if err != nil {
			return nil, fault.Wrap(key, path, err)
		}
		names := labels.All()[i]
		tags, known, err := s.tags(ctx, names, pictures)
		if err != nil {
			return nil, fault.Wrap(labelsKey, names, reason(err))
		}
		if rows, err = s.choose(all, rows, pictures.idxFile, tags); err != nil {
			return nil, fault.Wrap(key, path, reason(err))
		}
		picture, err := pictures.end()
		if err != nil {
			return nil, fault.Wrap(key, path, reason(err))
		}
		for _, f := range []knownIDX{picture, known} {
			sum.Write(f.own)
			facts.files = append(facts.files, f.KnownFile)
		}
	}
	all.inputs = &Patterns{N: all.pixels, P: all.len(), words: wordsFor(all.pixels), bits: rows}
	for class, n := range all.count() {
		if n == 0 {
			return nil, fault.New(labelsKey, nil, "no image of the %s class is left", []string{"first", "second"}[class])
		}
	}
	return all, nil
}

// tags reads the labels of images.
func (s IDX) tags(ctx context.Context, path string, pictures *openedIDX) (tags []byte, known knownIDX, err error) {
	f, err := openIDX(ctx, path, 1)
	if err != nil {
		return nil, known, err
	}
	defer f.file.Close()
	if f.count != pictures.count {
		return nil, known, fmt.Errorf("%d labels for the %d images of %s", f.count, pictures.count, pictures.path)
	}
	for len(tags) < f.count { // memory is allocated as labels are read
		piece := make([]byte, min(f.count-len(tags), 1<<20))
		if err := f.next(piece); err != nil {
			return nil, known, err
		}
		tags = append(tags, piece...)
	}
	known, err = f.end()
	return tags, known, err
}

// choose appends the rows of the images that are taken.
func (s IDX) choose(all *pool, rows []uint64, pictures *idxFile, tags []byte) ([]uint64, error) {
	image, sorted := make([]byte, pictures.each), make([]byte, pictures.each)
	for k := range pictures.count {
		if err := pictures.next(image); err != nil {
			return nil, err
		}
		class, ok := s.classOf(int(tags[k]))
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
		at := len(rows)
		for range wordsFor(len(image)) {
			rows = append(rows, 0)
		}
		for i, pixel := range image {
			above := 2*int(pixel) > twice
			if s.Threshold.Number != nil {
				above = float64(pixel)/255 > *s.Threshold.Number
			}
			if !above {
				rows[at+i/64] |= 1 << (i % 64)
			}
		}
	}
	return rows, nil
}

// classOf is the class of a label; false if it is none of the two.
func (s IDX) classOf(label int) (class uint8, ok bool) {
	if s.Classes.Word == "odd_even" {
		return uint8(1 - label%2), true
	}
	k := slices.Index(s.Classes.Labels, label)
	return uint8(max(k, 0)), k >= 0
}
