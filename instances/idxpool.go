package instances

import (
	"context"
	"fmt"
	"hash"

	"fbp/internal/fault"
	"fbp/internal/values"
)

// pool reads some files and takes the images of the two classes that pass the
// filter.
func (s IDX) pool(ctx context.Context, facts *facts, sum hash.Hash, key string, images values.Files, labelsKey string, labels values.Files) (*pool, error) {
	all := new(pool)
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
		case pictures.count > s.room(all, pictures.each):
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
		k := -1
		if err = s.choose(all, pictures.count, func(image []byte) (int, error) { k++; return int(tags[k]), pictures.next(image) }); err != nil {
			return nil, fault.Wrap(key, path, reason(err))
		}
		picture, err := pictures.end()
		if err != nil {
			return nil, fault.Wrap(key, path, reason(err))
		}
		if err := facts.once(key, path, picture.own); err != nil {
			return nil, err
		}
		for _, f := range []knownIDX{picture, known} {
			sum.Write(f.own)
			facts.files = append(facts.files, f.KnownFile)
		}
	}
	return all, all.both(labelsKey)
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
