package measure

import (
	"context"
	"math/rand/v2"

	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// Overlaps is how far apart solutions of the same patterns lie: the overlap
//
//	q = w_a·w_b/(|w_a| |w_b|)
//
// of the two of a pair, by layers of weights, numbered from 1. Beside it stands the mean
// overlap of random weights, 0 for networks that look the same after no exchange of units.
type Overlaps struct {
	Between []string `toml:"between,omitempty" help:"variants whose solutions are compared; without it, those of several searches of each sample"`
}

// Validate implements Measurement.
func (*Overlaps) Validate() error { return nil }

// Variants implements plan.MeasurementOfTwo.
func (o *Overlaps) Variants() []string { return o.Between }

// TakesReal implements [instances.TakesReal].
func (*Overlaps) TakesReal() error { return nil }

// Check refuses models that look the same after an exchange of hidden units, or a change
// of their signs: their solutions would first have to be matched, unit by unit.
func (*Overlaps) Check(m model.Model) error {
	if g, ok := m.(model.Graphed); ok && g.Search().Copies {
		return fault.New("kind", "overlaps", "want a model without units that can be exchanged")
	}
	return nil
}

// Compare emits the overlap of each layer, and overlap, a number of the pair.
func (*Overlaps) Compare(_ context.Context, _ *model.Problem, a, b *model.Solution, _ *rand.Rand, emit func(results.Reading)) error {
	q := cosine(a.Weights, b.Weights)
	emit(results.Reading{Table: "overlaps", At: []results.Quantity{{Name: "layer", Value: 1}},
		Values: []results.Quantity{{Name: "overlap", Value: q}, {Name: "overlap_random", Value: 0}}})
	emit(results.Reading{Table: "overlap_of_pair", Values: []results.Quantity{{Name: "overlap", Value: q}}})
	return nil
}

// Tables are the readings of Compare.
func (*Overlaps) Tables() []results.Layout {
	return []results.Layout{
		{Table: "overlaps", At: []string{"layer"}, Values: []string{"overlap", "overlap_random"}, Sized: true, Units: units},
		{Table: "overlap_of_pair", Values: []string{"overlap"}, Units: units},
	}
}
