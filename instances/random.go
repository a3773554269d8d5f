package instances

import (
	"context"
	"math/rand/v2"

	"fbp/internal/fault"
	"fbp/internal/traits"
)

// Random is P patterns of independent inputs. Those of mean zero have the label +1 each: for a model
// whose output changes sign with its input that is the same as random labels. Biased inputs, and those
// of an uneven model ([Labelling]), have random labels, from a stream of their own.
type Random struct {
	Size
	Ensemble
	LabelBias float64 `toml:"label_bias" above:"-1" below:"1" absent:"0" help:"mean of the labels"`
}

// NewRandom is unbiased signs.
func NewRandom() *Random { return &Random{Ensemble: Ensemble{Inputs: BinaryInputs}} }

// Validate implements [Source].
func (r Random) Validate(ctx context.Context, l Labeller) error {
	if r.LabelBias != 0 && sided(l) {
		return fault.New("label_bias", r.LabelBias, "want 0: every pattern is on the same side of this model")
	}
	return r.Size.Validate(ctx, l)
}

// About implements [Source].
func (r Random) About() About {
	return r.about(About{Tests: r.Test, Labels: traits.Random}).beside("label_bias", r.LabelBias)
}

// Data draws the patterns of a sample. Those of the test set are independent of
// them.
func (r Random) Data(ctx context.Context, l Labeller, seed int64, sample int) (*Data, error) {
	p, err := r.Count(ctx, l)
	if err != nil {
		return nil, err
	}
	stream := func(purpose string) *rand.Rand { return Stream(seed, purpose, "random", l.Inputs(), p, sample) }
	d := Learning(r.drawn(l.Inputs(), p, stream("patterns")))
	if r.Test > 0 {
		d.Test = r.drawn(l.Inputs(), r.Test, stream("test"))
	}
	if l.Labelling().Uneven || (r.Bias != 0 || r.LabelBias != 0) && !sided(l) {
		d.Train.label(signs(p, r.LabelBias, stream("labels")))
		if d.Test != nil {
			d.Test.label(signs(r.Test, r.LabelBias, stream("test labels")))
		}
	}
	d.Train = r.withMean(d.Train)
	return d, nil
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
func (n inputsOnly) Labelling() Labelling          { return Labelling{} }

// Teacher is P random inputs x whose labels σ a network of the learner's
// architecture with random weights gives, kept as the Data's Teacher; of a
// one-sided one ([Labelling]), random inputs that get the label +1, and of one that can be
// undecided, random inputs that get a label. The inputs are not those of
// Random.
type Teacher struct {
	Size
	Ensemble
	Noise
}

// NewTeacher is a teacher of unbiased signs.
func NewTeacher() *Teacher { return &Teacher{Ensemble: Ensemble{Inputs: BinaryInputs}} }

// Validate implements [Source].
func (t Teacher) Validate(ctx context.Context, l Labeller) error {
	if err := t.Noise.validate(l); err != nil {
		return err
	}
	return t.Size.Validate(ctx, l)
}

// About implements [Source].
func (t Teacher) About() About {
	return t.about(About{Tests: t.Test, Taught: true, Labels: traits.Teacher}).beside("label_noise", t.LabelNoise)
}

// Data draws teacher, inputs and test inputs of a sample, each from its own
// stream. The streams of a perceptron are named by n, P and sample, those of
// other models also by their architecture (see [Labelling]).
func (t Teacher) Data(ctx context.Context, l Labeller, seed int64, sample int) (*Data, error) {
	p, err := t.Count(ctx, l)
	if err != nil {
		return nil, err
	}
	keys := append([]any{"teacher", l.Inputs(), p, sample}, l.Labelling().StreamKeys...)
	stream := func(purpose string) *rand.Rand { return Stream(seed, purpose, keys...) }
	d := &Data{Teacher: DrawWeights(l, stream("teacher"))}
	var labels []float64
	if d.Train, labels, err = t.labelled(l, d.Teacher, p, stream("patterns")); err != nil {
		return nil, err
	}
	t.flip(labels, stream("label noise"))
	d.Train.label(labels)
	d.Train = t.withMean(d.Train)
	if t.Test == 0 {
		return d, nil
	}
	if d.Test, labels, err = t.labelled(l, d.Teacher, t.Test, stream("test")); err != nil {
		return nil, err
	}
	d.Test.label(labels)
	return d, nil
}

// labelled is p inputs, and the labels that a teacher gives them, none of a one-sided one.
func (t Teacher) labelled(l Labeller, teacher []float64, p int, rng *rand.Rand) (x *Patterns, labels []float64, err error) {
	x = t.room(l.Inputs(), p)
	if will := accepted(l, teacher); will == nil {
		t.draw(x, rng)
	} else if err := x.accept(will, func(one *Patterns) { t.draw(one, rng) }); err != nil {
		return nil, nil, err
	}
	if sided(l) {
		return x, nil, nil
	}
	return x, Outputs(l, teacher, x), nil
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
