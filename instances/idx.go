package instances

import (
	"context"
	"hash"

	"fbp/internal/fault"
	"fbp/internal/values"
)

// IDX is two classes of the images of IDX files (MNIST, Fashion-MNIST and their
// like, gzip or not), with one input ±1 per pixel; see [Pictures].
type IDX struct {
	Images     values.Files `toml:"images" help:"IDX file of images, gzip or not, or a list of files, which are pooled"`
	Labels     values.Files `toml:"labels" help:"IDX file of their labels, or a list in the order of images"`
	TestImages values.Files `toml:"test_images,omitempty" help:"files that the test set is drawn from, instead of images"`
	TestLabels values.Files `toml:"test_labels,omitempty" help:"their labels"`
	Pictures
}

// NewIDX is an IDX source with the defaults.
func NewIDX() *IDX { return &IDX{Pictures: newPictures()} }

// Complete takes test = 0 for no test set, which without test files is the default.
func (s *IDX) Complete(func(key string) bool) { s.complete(s.album().own) }

// FileKeys are the keys that name files.
func (s IDX) FileKeys() []string { return []string{"images", "labels", "test_images", "test_labels"} }

// Tests implements [Tested]: 1 if there is a test set of unknown size.
func (s IDX) Tests() int { return s.album().tests() }

// Fixed implements [Fixed]: every sample learns all images, in an order of its own.
func (s IDX) Fixed(ctx context.Context, l Labeller) bool { return s.album().fixed(ctx, l) }

// Validate reads the files, whose images must have as many pixels, but for those that
// are dropped, as the network has inputs.
func (s IDX) Validate(ctx context.Context, l Labeller) error { return s.album().validate(ctx, l) }

// Count is the number of training patterns.
func (s IDX) Count(ctx context.Context, l Labeller) (int, error) { return s.album().count(ctx, l) }

// Data draws the sets of a sample, each from its own stream.
func (s IDX) Data(ctx context.Context, l Labeller, seed int64, sample int) (*Data, error) {
	return s.album().data(ctx, l, seed, sample)
}

// Digest is the SHA-256 in hexadecimal of what the files contain, unpacked: of
// images and labels in the order of their lists, those of the test set last.
func (s IDX) Digest(ctx context.Context, _ int) (string, error) { return s.album().contents(ctx) }

// KnownFiles are the files of the source, images and labels in turn.
func (s IDX) KnownFiles(ctx context.Context) ([]KnownFile, error) { return s.album().known(ctx) }

// album is the source with its files.
func (s IDX) album() album {
	return album{
		Pictures: s.Pictures, kind: "idx", images: "images", own: len(s.TestImages.All()) > 0, check: s.check,
		lists: func(yield func(string, values.Files) bool) {
			_ = yield("images", s.Images) && yield("labels", s.Labels) && yield("test_images", s.TestImages) && yield("test_labels", s.TestLabels)
		},
		pool: func(ctx context.Context, facts *facts, sum hash.Hash, test bool) (*pool, error) {
			if test {
				return s.pool(ctx, facts, sum, "test_images", s.TestImages, "test_labels", s.TestLabels)
			}
			return s.pool(ctx, facts, sum, "images", s.Images, "labels", s.Labels)
		},
	}
}

// check returns the mistakes of the keys of the files.
func (s IDX) check() error {
	switch {
	case len(s.Images.All()) == 0:
		return fault.New("images", nil, "give the IDX file of the images")
	case len(s.Labels.All()) != len(s.Images.All()):
		return fault.New("labels", nil, "%d files for %d files of images", len(s.Labels.All()), len(s.Images.All()))
	case len(s.TestLabels.All()) != len(s.TestImages.All()):
		return fault.New("test_labels", nil, "%d files for %d files of images", len(s.TestLabels.All()), len(s.TestImages.All()))
	}
	return nil
}
