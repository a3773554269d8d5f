package instances

import (
	"context"
	"math/rand/v2"
)

// Random is P patterns of i.i.d. ±1, each with the label +1: for a model whose output changes
// sign with its input that is the same as random labels. An [Uneven] one gets labels ±1 with equal
// probabilities, from a stream of their own.
type Random struct{ Size }

// Data draws the patterns of a sample. Those of the test set are independent of
// them.
func (r Random) Data(ctx context.Context, l Labeller, seed int64, sample int) (*Data, error) {
	p, err := r.Count(ctx, l)
	if err != nil {
		return nil, err
	}
	n := l.Inputs()
	d := Learning(drawn(n, p, Stream(seed, "patterns", "random", n, p, sample)))
	if r.Test > 0 {
		d.Test = drawn(n, r.Test, Stream(seed, "test", "random", n, p, sample))
	}
	if u, ok := l.(Uneven); ok && u.Uneven() {
		d.Train.label(signs(p, Stream(seed, "labels", "random", n, p, sample)))
		if d.Test != nil {
			d.Test.label(signs(r.Test, Stream(seed, "test labels", "random", n, p, sample)))
		}
	}
	return d, nil
}

// signs are n signs ±1 with equal probabilities.
func signs(n int, from rand.Source) []float64 {
	return drawn(n, 1, from).Input(make([]float64, n), 0)
}

// Patterns draws the patterns of a sample for n weights and as many inputs.
func (r Random) Patterns(n int, seed int64, sample int) (*Patterns, error) {
	d, err := r.Data(context.Background(), inputsOnly(n), seed, sample)
	if err != nil {
		return nil, err
	}
	return d.Train, nil
}

// inputsOnly is a network with as many weights as inputs, which gives no labels.
type inputsOnly int

func (n inputsOnly) Dim() int                      { return int(n) }
func (n inputsOnly) Inputs() int                   { return int(n) }
func (n inputsOnly) Output(_, _ []float64) float64 { return 1 }

// Teacher is P random inputs x whose labels σ a network of the learner's
// architecture with random weights gives, kept as the Data's Teacher; of a
// [OneSided] one, random inputs that get the label +1, and of one that can be
// [Undecided], random inputs that get a label. The inputs are not those of
// Random.
type Teacher struct{ Size }

// Data draws teacher, inputs and test inputs of a sample, each from its own
// stream. The streams of a perceptron are named by n, P and sample, those of
// other models also by their architecture (see [StreamNamer]).
func (t Teacher) Data(ctx context.Context, l Labeller, seed int64, sample int) (*Data, error) {
	p, err := t.Count(ctx, l)
	if err != nil {
		return nil, err
	}
	keys := []any{"teacher", l.Inputs(), p, sample}
	if named, ok := l.(StreamNamer); ok {
		keys = append(keys, named.StreamKeys()...)
	}
	stream := func(purpose string) *rand.Rand { return Stream(seed, purpose, keys...) }
	d := new(Data)
	if drawer, ok := l.(WeightsDrawer); ok {
		d.Teacher = drawer.DrawWeights(stream("teacher"))
	}
	if d.Teacher == nil {
		d.Teacher = signs(l.Dim(), stream("teacher"))
	}
	if d.Train, err = labelled(l, d.Teacher, p, stream("patterns")); err != nil {
		return nil, err
	}
	if t.Test == 0 {
		return d, nil
	}
	if d.Test, err = labelled(l, d.Teacher, t.Test, stream("test")); err != nil {
		return nil, err
	}
	return d, nil
}

// labelled is p inputs with the labels that a teacher gives.
func labelled(l Labeller, teacher []float64, p int, rng *rand.Rand) (*Patterns, error) {
	x := NewPatterns(l.Inputs(), p)
	if will := accepted(l, teacher); will == nil {
		x.draw(rng)
	} else if err := x.accept(will, rng); err != nil {
		return nil, err
	}
	if !sided(l) {
		x.label(Outputs(l, teacher, x))
	}
	return x, nil
}

// About implements [Source].
func (t Teacher) About() About { return About{Tests: t.Test, Taught: true} }

// drawn is p patterns of n inputs, each ±1 with equal probabilities.
func drawn(n, p int, from rand.Source) *Patterns {
	patterns := NewPatterns(n, p)
	patterns.draw(from)
	return patterns
}

// draw sets every entry to ±1 with equal probabilities, 64 inputs per random
// number.
func (p *Patterns) draw(from rand.Source) {
	for mu := range p.P {
		row := p.Row(mu)
		for k := range row {
			row[k] = from.Uint64()
		}
		row[len(row)-1] &= tail(p.N)
	}
}
