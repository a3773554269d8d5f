package instances

import (
	"context"
	"math"
	"slices"

	"fbp/internal/fault"
)

// Redrawn are the patterns of another instance, a share ε of which is drawn anew, as one asks what small
// changes of the patterns do to what is found. New inputs x' are the first P test patterns of the other instance:
// of the same teacher, and of the same projection. The next ones are the test set, at all shares, so that it
// changes no training set. Of the inputs x
//
//	entries    each x_i becomes x'_i with probability ε;
//	patterns   each pattern becomes x' with probability ε;
//	gaussian   x becomes (1 − ε) x + √(1 − (1 − ε)²) x'.
//
// One uniform number per entry or pattern, and x', do not depend on ε: what is new at some share is new, and
// the same, at all larger ones. At ε = 0 the patterns have the bits of the other instance. The teacher is the other's.
//
// Source: resampling as in Gong, Huang, Li and Sellke, arXiv:2604.00328, whose algorithms are stable under "gaussian".
type Redrawn struct {
	Of     Original `toml:"of" help:"the instance whose patterns are redrawn"`
	Share  float64  `toml:"share" min:"0" max:"1" help:"share ε that is drawn anew"`
	What   string   `toml:"what" oneof:"entries|patterns|gaussian" help:"what is drawn anew: inputs one by one, whole patterns, or some of all inputs, which are normal numbers"`
	Labels string   `toml:"labels" oneof:"kept|teacher" help:"labels of the other instance, or those that its teacher gives to the new patterns"`
}

// NewRedrawn redraws no entries.
func NewRedrawn() *Redrawn {
	return &Redrawn{Of: Original{Ensemble: Ensemble{Inputs: BinaryInputs}}, What: "entries", Labels: "kept"}
}

// Complete spells out what the other instance does not give.
func (r *Redrawn) Complete(func(key string) bool) { r.Of.complete() }

// Validate implements [Source].
func (r Redrawn) Validate(ctx context.Context, l Labeller) error {
	if err := r.Of.validate(ctx, l); err != nil {
		return fault.In("of", err)
	}
	of := l.Labelling()
	switch normal := r.Of.Kind != "features" && r.Of.real() && r.Of.Bias == 0; {
	case r.What == "gaussian" && !normal:
		return fault.New("what", r.What, `want normal numbers to redraw: of.kind = "random" or "teacher", inputs = "gaussian", bias = 0`)
	case r.Labels == "teacher" && r.Of.Kind != "teacher":
		return fault.New("labels", r.Labels, `want of.kind = "teacher"`)
	case r.Labels == "teacher" && (of.OneSided || of.Undecided != nil):
		return fault.New("labels", r.Labels, "a teacher of this model does not label all patterns")
	}
	return nil
}

// Count implements [Source].
func (r Redrawn) Count(ctx context.Context, l Labeller) (int, error) {
	p, err := r.Of.source().Count(ctx, l)
	return p, fault.In("of", err)
}

// About implements [Source]. Patterns and labels are what they are in the other instance, unless labels of a rule are kept.
// The latent patterns are not those of the new ones.
func (r Redrawn) About() About {
	a := r.Of.source().About()
	if a.RealBy = "of." + a.RealBy; r.Of.Kind != "random" && r.Labels == "kept" {
		a = a.beside("share", r.Share)
	}
	held := a.Held
	a.Latent, a.Held = 0, func(n, p int) float64 {
		bytes := float64(n) / 4 // the new inputs, and a copy of the others
		if a.Real {
			bytes = 16 * float64(n)
		}
		if held != nil {
			bytes += 2 * held(n, 1)
		}
		return bytes * float64(p)
	}
	return a
}

// Data implements [Source].
func (r Redrawn) Data(ctx context.Context, l Labeller, seed int64, sample int) (*Data, error) {
	if r.Share == 0 && r.Of.Test == 0 {
		return r.Of.source().Data(ctx, l, seed, sample)
	}
	p, err := r.Count(ctx, l)
	if err != nil {
		return nil, err
	}
	with := r.Of
	with.Test += p
	d, err := with.source().Data(ctx, l, seed, sample)
	if err != nil {
		return nil, err
	}
	old, news := d.Train, d.Test.Part(0, p).Ungauged()
	if d.Test = d.Test.Part(p, with.Test); r.Of.Test == 0 {
		d.Test = nil
	}
	if r.Share == 0 {
		return d, nil
	}
	d.Train = old.Ungauged()
	r.redraw(d.Train, news, Stream(seed, "redrawn "+r.What, r.Of.Kind, l.Inputs(), p, sample))
	if labels := slices.Clone(old.Labels); labels != nil {
		if r.Labels == "teacher" { // and noise, if it is in the old ones
			before, after := Outputs(l, d.Teacher, old.Ungauged()), Outputs(l, d.Teacher, d.Train)
			for mu := range labels {
				labels[mu] *= before[mu] * after[mu]
			}
		}
		d.Train.label(labels)
	}
	return d, nil
}

// redraw replaces inputs x by new ones.
func (r Redrawn) redraw(x, news *Patterns, rng interface{ Float64() float64 }) {
	if r.What == "gaussian" {
		keep := 1 - r.Share
		change := math.Sqrt(1 - float64(keep*keep))
		for k := range x.reals {
			x.reals[k] = math.FMA(change, news.reals[k], float64(keep*x.reals[k]))
		}
		return
	}
	for mu := range x.P {
		pattern := r.What == "patterns" && rng.Float64() < r.Share
		for i := range x.N {
			if pattern || r.What == "entries" && rng.Float64() < r.Share {
				x.copyFrom(news, mu, i)
			}
		}
	}
}

// copyFrom takes input i of a pattern from patterns of the same shape.
func (p *Patterns) copyFrom(q *Patterns, mu, i int) {
	if p.reals != nil {
		p.reals[mu*p.N+i] = q.reals[mu*p.N+i]
		return
	}
	p.Set(mu, i, q.At(mu, i) < 0)
}
