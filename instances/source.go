package instances

import (
	"context"
	"math"
	"strings"

	"fbp/internal/fault"
)

// Source makes the data of a sample: the [instance] section of a config. One that reads
// files stops, with the error of ctx, when ctx ends.
type Source interface {
	// Validate returns an error if a parameter of the source cannot be used with
	// network l: a fault.Fault of the parameter's key, "alpha = -1: want alpha >
	// 0".
	Validate(ctx context.Context, l Labeller) error
	// About is what the program has to know of it.
	About() About
	// Count is P, the number of patterns that l learns. Errors are those of
	// Validate.
	Count(ctx context.Context, l Labeller) (int, error)
	// Data makes the data of a sample (0, 1, …). It depends on seed, kind of
	// source, l, P and sample; the training set does not depend on the test set.
	Data(ctx context.Context, l Labeller, seed int64, sample int) (*Data, error)
}

// Data is the instance of a sample: training set, test set, and the teacher that
// gave the labels.
type Data struct {
	Train   *Patterns // the training set
	Test    *Patterns // by the same rule, not learned; nil: none
	Teacher []float64 // the weights that gave the labels; nil: there is no teacher
}

// Learning is an instance that consists of a training set only.
func Learning(train *Patterns) *Data { return &Data{Train: train} }

// About is what the program has to know of a source with its keys, beside the data that it makes.
type About struct {
	Tests    int                                                   // patterns of the test set; 1 if there is one of unknown size
	Taught   bool                                                  // there is a teacher
	Real     bool                                                  // inputs may be real numbers
	RealBy   string                                                // the key by which they are or are not
	Centred  string                                                // how inputs are had without their mean, in words; "" if the program does not know
	Latent   int                                                   // dimensions of the latent patterns of random features; 0: none
	Alike    bool                                                  // inputs are not drawn as independent numbers
	Labels   string                                                // where labels come from, traits.Random or another word, by which theories know what they are about; "" for any labels
	Function string                                                // of random features; "" for other patterns
	Files    []string                                              // keys that name files
	Digest   func(ctx context.Context, sample int) (string, error) // names the content of a sample's files, which is part of a task's hash; reading them ends with ctx; nil: there are none
	Fixed    func(ctx context.Context, l Labeller) bool            // tells whether the patterns that l learns depend on no random numbers: two samples learn the same, in some order, unless they are read from other files; nil: they depend on them
	Held     func(n, p int) float64                                // memory beside p patterns of n inputs, in bytes; nil: none
}

// beside is what a source is with a key that is not 0, which no theory of its labels has.
func (a About) beside(key string, x float64) About {
	if x != 0 && !strings.Contains(a.Labels, " with ") {
		a.Labels += " with " + key
	}
	return a
}

// More patterns, or more entries N·P of all patterns together, are a typing
// mistake: the bits of 10^13 entries take a terabyte. Products of sizes below
// these limits are far from overflowing.
const (
	maxP       = 100_000_000
	maxEntries = 10_000_000_000_000
)

// Size is the number of patterns: either α for each of the W weights of the network, P = ⌊αW +
// 1e-9⌋, or P itself; exactly one of them is given. (1e-9 is for products that
// fall short of an integer: 0.29 · 100 is 28.999999999999996.)
type Size struct {
	Alpha float64 `toml:"alpha,omitempty" required:"or p" example:"0.5" above:"0" max:"10000" help:"patterns per weight: P = floor(alpha W + 1e-9) of W weights, n in a perceptron and a tree, n times hidden in a full committee"`
	P     int     `toml:"p,omitempty" required:"or alpha" min:"1" max:"100000000" help:"number of patterns, instead of alpha"`
	Test  int     `toml:"test,omitempty" min:"0" max:"100000000" help:"number of test patterns, which are not learned"`
}

// About implements [Source].
func (s Size) About() About { return About{Tests: s.Test} }

// Validate returns an error unless Count can return the size.
func (s Size) Validate(ctx context.Context, l Labeller) error {
	_, err := s.Count(ctx, l)
	return err
}

// Count is P of network l, at least 1.
func (s Size) Count(_ context.Context, l Labeller) (int, error) {
	weights, n := l.Dim(), l.Inputs()
	switch {
	case n < 1 || weights < 1:
		return 0, fault.New("n", n, "want n >= 1")
	case s.Alpha != 0 && s.P != 0:
		return 0, fault.New("alpha", nil, "give alpha or p, not both")
	case s.P < 0:
		return 0, fault.New("p", s.P, "want p >= 1")
	case s.P > maxP:
		return 0, fault.New("p", s.P, "want p <= %d", maxP)
	case s.Test < 0:
		return 0, fault.New("test", s.Test, "want test >= 0")
	case float64(n)*float64(s.Test) > maxEntries:
		return 0, fault.New("test", s.Test, "want n test <= %d, not %.3g", int64(maxEntries), float64(n)*float64(s.Test))
	case float64(n)*float64(s.P) > maxEntries:
		return 0, fault.New("p", s.P, "want n p <= %d, not %.3g", int64(maxEntries), float64(n)*float64(s.P))
	case s.P > 0:
		return s.P, nil
	case s.Alpha == 0:
		return 0, fault.New("alpha", nil, "give alpha > 0 or p >= 1")
	case !(s.Alpha > 0):
		return 0, fault.New("alpha", s.Alpha, "want alpha > 0")
	}
	// The conversion keeps the product from being fused with the sum, which
	// would make P depend on the machine.
	p := float64(s.Alpha*float64(weights)) + 1e-9
	switch {
	case p > maxP:
		return 0, fault.New("alpha", s.Alpha, "P = alpha W is more than %d with W = %d weights", maxP, weights)
	case float64(n)*p > maxEntries:
		return 0, fault.New("alpha", s.Alpha, "want n p <= %d, not %.3g", int64(maxEntries), float64(n)*math.Floor(p))
	case p < 1:
		return 0, fault.New("alpha", s.Alpha, "want at least one pattern, alpha >= 1/%d, one over the number of weights", weights)
	}
	return int(p), nil
}
