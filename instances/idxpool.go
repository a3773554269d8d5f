package instances

import (
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
func (s IDX) pools() (train, test *pool, err error) {
	facts, err := s.facts()
	if err != nil {
		return nil, nil, err
	}
	return facts.train, facts.test, nil
}

// Digest is the SHA-256 in hexadecimal of what the files contain, unpacked: of
// images and labels in the order of their lists, those of the test set last.
func (s IDX) Digest(int) (string, error) {
	facts, err := s.facts()
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
func (s IDX) facts() (*idxFacts, error) {
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
	facts, err := s.read()
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
func (s IDX) read() (*idxFacts, error) {
	facts, sum := new(idxFacts), sha256.New()
	var err error
	if facts.train, err = s.pool(facts, sum, "images", s.Images, "labels", s.Labels); err != nil {
		return nil, err
	}
	facts.test = facts.train
	if len(s.TestImages.All()) > 0 {
		if facts.test, err = s.pool(facts, sum, "test_images", s.TestImages, "test_labels", s.TestLabels); err != nil {
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
func (s IDX) pool(facts *idxFacts, sum hash.Hash, key string, images values.Files, labelsKey string, labels values.Files) (*pool, error) {
	var all *pool
	var rows []uint64
	for i, path := range images.All() {
		pictures, err := readIDX(path, 3, facts, sum)
		if err != nil {
			return nil, fault.Wrap(key, path, reason(err))
		}
		names := labels.All()[i]
		tags, err := readIDX(names, 1, facts, sum)
		if err == nil && tags.count != pictures.count {
			err = fmt.Errorf("%d labels for the %d images of %s", tags.count, pictures.count, path)
		}
		if err != nil {
			return nil, fault.Wrap(labelsKey, names, reason(err))
		}
		if all == nil {
			all = &pool{pixels: pictures.each}
		}
		if all.pixels != pictures.each {
			return nil, fault.Wrap(key, path, fmt.Errorf("images of %d pixels, those of %s have %d", pictures.each, images.All()[0], all.pixels))
		}
		rows = s.choose(all, rows, pictures, tags)
	}
	all.inputs = &Patterns{N: all.pixels, P: all.len(), words: wordsFor(all.pixels), bits: rows}
	for class, n := range all.count() {
		if n == 0 {
			return nil, fault.New(labelsKey, nil, "no image of the %s class is left", []string{"first", "second"}[class])
		}
	}
	return all, nil
}

// choose appends the rows of the images that are taken.
func (s IDX) choose(all *pool, rows []uint64, pictures, tags *idxFile) []uint64 {
	sorted := make([]byte, pictures.each)
	for k := range pictures.count {
		class, ok := s.classOf(int(tags.data[k]))
		if !ok {
			continue
		}
		image := pictures.data[k*pictures.each : (k+1)*pictures.each]
		copy(sorted, image)
		slices.Sort(sorted)
		twice := int(sorted[(len(sorted)-1)/2]) + int(sorted[len(sorted)/2]) // the median, times 2
		if m := float64(twice) / 510; len(s.Filter) == 2 && (m < s.Filter[0] || m > s.Filter[1]) {
			continue
		}
		all.class = append(all.class, class)
		row := make([]uint64, wordsFor(len(image)))
		for i, pixel := range image {
			above := 2*int(pixel) > twice
			if s.Threshold.Number != nil {
				above = float64(pixel)/255 > *s.Threshold.Number
			}
			if !above {
				row[i/64] |= 1 << (i % 64)
			}
		}
		rows = append(rows, row...)
	}
	return rows
}

// classOf is the class of a label; false if it is none of the two.
func (s IDX) classOf(label int) (class uint8, ok bool) {
	if s.Classes.Word == "odd_even" {
		return uint8(1 - label%2), true
	}
	k := slices.Index(s.Classes.Labels, label)
	return uint8(max(k, 0)), k >= 0
}
