package measure

import (
	"context"
	"math/rand/v2"

	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// Overlaps is how far apart solutions lie, of the same patterns or of those at two values of a swept key: the overlap
//
//	q = w_a·w_b/(|w_a| |w_b|)
//
// of the two of a pair, by layers of weights, numbered from 1. Where hidden units can be
// exchanged, or change sign, those of b are first matched with those of a, from the first
// layer on; beside it stands what matching makes of two networks of random weights, drawn
// for each pair. Where nothing can be matched that is 0, its mean.
//
// Source: PRL 127, 278301 (2021), supplement, Fig. 8.
type Overlaps struct {
	Between []string `toml:"between,omitempty" help:"variants whose solutions are compared; without it, those of several searches of each sample"`
	Across  string   `toml:"across,omitempty" absent:"" help:"swept key, as \"instance.share\": the solution at each value is compared with that at the first one, of the same sample and search"`
}

// Validate implements Measurement.
func (o *Overlaps) Validate() error {
	if o.Across != "" && len(o.Between) > 0 {
		return fault.Idle("between", o.Between, "across", o.Across)
	}
	return nil
}

// Check refuses layers of more units than can be matched in time.
func (*Overlaps) Check(m model.Model) error { return matchable("overlaps", m) }

// About implements kinds.Measurement.
func (o *Overlaps) About() model.About {
	return model.About{Tables: o.tables(), Real: model.AnyInputs, Grouping: model.Pairs, Between: o.Between, Across: o.Across, Panels: []model.Panel{
		{When: model.Layered, Table: overlapOfLayer.Table, X: "layer", Y: "overlap", Bars: model.OfMean},
		{Table: overlapOfLayer.Table, Y: "overlap", Bars: model.OfMean},
	}}
}

// matchable refuses layers of too many units for a measurement of a kind.
func matchable(kind string, m model.Model) error {
	for _, f := range m.Freedom() {
		if f.Groups > 0 && f.Units > mostMatched {
			return fault.New("kind", kind, "want at most %d units in a layer, which have to be matched, not %d", mostMatched, f.Units)
		}
	}
	return nil
}

// Measure emits the overlap of each layer, and overlap, a number of the pair.
func (*Overlaps) Measure(_ context.Context, p *model.Problem, solutions []*model.Solution, rng *rand.Rand, emit func(results.Reading)) error {
	layers, a, b := p.Model.Freedom(), solutions[0], solutions[1]
	near := matched(layers, a.Weights, b.Weights)
	random := make([]float64, len(layers))
	if someFree(layers) {
		w := randomWeights(p.Model, rng)
		random = byLayer(layers, w, matched(layers, w, randomWeights(p.Model, rng)))
	}
	for l, q := range byLayer(layers, a.Weights, near) {
		emit(overlapOfLayer.Reading(layerOverlap{l, q, random[l]}))
	}
	emit(overlapOfPair.Reading(cosine(a.Weights, near)))
	return nil
}

// byLayer are the overlaps of the layers of two networks.
func byLayer(layers []model.Freedom, a, b []float64) (q []float64) {
	for _, f := range layers {
		n := f.Weights()
		q = append(q, cosine(a[:n], b[:n]))
		a, b = a[n:], b[n:]
	}
	return q
}

// someFree tells whether anything is matched.
func someFree(layers []model.Freedom) bool {
	for _, f := range layers {
		if f.Some() {
			return true
		}
	}
	return false
}

// randomWeights are those of a teacher of the model.
func randomWeights(m model.Model, rng *rand.Rand) []float64 {
	if draw := m.Labelling().DrawWeights; draw != nil {
		return draw(rng)
	}
	w := make([]float64, m.Dim())
	for i := range w {
		w[i] = 1 - 2*float64(rng.Uint64()>>63)
	}
	return w
}

// tables are the readings of Compare.
func (*Overlaps) tables() []results.Layout {
	return []results.Layout{
		overlapOfLayer.Layout(results.Layout{Sized: true}),
		overlapOfPair.Layout(results.Layout{}),
	}
}

// layerOverlap is that of a layer, counted from 0.
type layerOverlap struct {
	layer              int
	overlap, ofRandoms float64
}

var (
	overlapOfLayer = results.Schema[layerOverlap]{Table: "overlaps",
		At: results.Columns[layerOverlap]{{Name: "layer", Means: "1: of weights, from 1", Of: func(l layerOverlap) float64 { return float64(l.layer + 1) }}},
		Values: results.Columns[layerOverlap]{
			{Name: "overlap", Means: isOverlap, Of: func(l layerOverlap) float64 { return l.overlap }},
			{Name: "overlap_random", Means: "1: the same of two networks of random weights; 0, its mean, where nothing is matched", Of: func(l layerOverlap) float64 { return l.ofRandoms }},
		}}
	overlapOfPair = results.Schema[float64]{Table: "overlap_of_pair", Values: number("overlap", isOverlap)}
)
