package instances

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"fbp/internal/fault"
)

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
	var by *standards
	switch {
	case s.standardized():
		by = found.train.standardized(chosen)
	case s.real():
		by = found.train.centred(chosen)
	}
	d := &Data{Train: s.drawn(found.train, chosen, by, stream, "pixels")}
	if sizes.test.all == 0 {
		return d, d.checkZeros(s.Threshold.Word)
	}
	if found.test != found.train {
		order = stream("test").Perm(found.test.len())
	} else { // from the other end, so that the training set does not depend on the test set
		slices.Reverse(order)
	}
	d.Test = s.drawn(found.test, found.test.chosen(order, sizes.test), by, stream, "test/pixels")
	return d, d.checkZeros(s.Threshold.Word)
}

// checkZeros refuses patterns all of whose inputs are zero: images that have the mean of every pixel.
func (d *Data) checkZeros(threshold string) error {
	for _, p := range []*Patterns{d.Train, d.Test} {
		if p == nil {
			continue
		}
		if err := p.checkZeros(); err != nil {
			return fault.New("threshold", threshold, "%v", err)
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
func (s *Pictures) drawn(from *pool, images []int, by *standards, stream func(string) *rand.Rand, purpose string) *Patterns {
	n, labels := from.inputs.N, make([]float64, len(images))
	p := NewPatterns(n, len(images))
	if by != nil {
		p = Ensemble{Inputs: GaussianInputs}.room(n, len(images))
	}
	for mu, k := range images {
		if labels[mu] = 1 - 2*float64(from.class[k]); by != nil {
			from.fill(p.Real(mu), k, by)
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
