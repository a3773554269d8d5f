package model

import (
	"context"
	"fmt"
	"math/rand/v2"

	"fbp/results"
)

// Binding is an algorithm bound to a search of an instance.
type Binding struct {
	// Solve is as that of an algorithm.
	Solve func(ctx context.Context, p *Problem, rng *rand.Rand, emit func(results.Reading)) (*Solution, error)
	// Fingerprint names what the result depends on beside the parameters, and is part of the task's hash.
	Fingerprint string
	// Fits says whether it was made for another model, or another size of it, than m of these keys; nil: it takes any.
	Fits func(keys map[string]any, m Model) error
}

// Instance is what tells one pattern set from another.
type Instance struct {
	Kind   string // of source
	N, P   int
	Digest string // of the file, "" when the patterns are drawn
	Seed   int64
	Sample int
}

// Name names the patterns, as their file is named by fbp plan --write-patterns: equal
// names, equal patterns (of one model).
func (in Instance) Name() string {
	name := fmt.Sprintf("%s-n%d-p%d-seed%d-s%03d", in.Kind, in.N, in.P, in.Seed, in.Sample)
	if in.Digest != "" {
		name += "-" + in.Digest[:min(12, len(in.Digest))]
	}
	return name
}
