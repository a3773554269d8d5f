package measure

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// LocalEnergy is the training error of the networks around a solution: the part of the
// patterns that are not learned after a fraction of the weights, chosen at random, has
// been flipped, averaged over choices. Of N weights the nearest number to the fraction
// flips, so that all of them lie at the same distance. Of a solution with replicas it is
// measured around the weights in their middle.
//
// Source: Pittorino et al., arXiv:2006.07897 (local energy), as cited by PRL 127, 278301
// (2021), supplement, Fig. 8; not opened.
type LocalEnergy struct {
	Flips  []float64 `toml:"flips" min:"0" max:"1" help:"fractions of the weights that are flipped"`
	Trials int       `toml:"trials" min:"1" max:"1000000" help:"choices of these weights, for each fraction"`
}

// NewLocalEnergy has 50 choices each, of up to a fifth of the weights.
func NewLocalEnergy() *LocalEnergy {
	return &LocalEnergy{Flips: []float64{0, 0.002, 0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.125, 0.15, 0.2}, Trials: 50}
}

// Validate says which parameter is out of range.
func (e *LocalEnergy) Validate() error {
	if len(e.Flips) == 0 {
		return fault.New("flips", e.Flips, "want at least one fraction")
	}
	return nil
}

// Check refuses models whose weights are not ±1.
func (e *LocalEnergy) Check(m model.Model) error {
	if m.Weights() != model.BinaryWeights {
		return fault.New("kind", "local_energy", "want a model with binary weights, which can flip")
	}
	return nil
}

// tables are the readings of Measure.
func (e *LocalEnergy) tables() []results.Layout {
	return []results.Layout{
		flippedErrors.Layout(results.Layout{}),
		flippedError.Layout(results.Layout{}),
	}
}

var (
	flippedErrors = results.Schema[point]{Table: "local_energy",
		At:     results.Columns[point]{{Name: "distance", Means: isDistance, Of: point.place}},
		Values: results.Columns[point]{{Name: "error", Means: isError, Of: point.number}}}
	flippedError = results.Schema[float64]{Table: "local_energy_of_sample", Values: number("flipped_error", "1: mean of error over all flips")}
)

// About implements kinds.Measurement.
func (e *LocalEnergy) About() model.About {
	return model.About{Tables: e.tables(), Bytes: e.bytes, Real: model.AnyInputs,
		Panels: []model.Panel{{Table: "local_energy", X: "distance", Y: "error", Bars: model.OfMean, FromZero: true}}}
}

// Measure emits the mean error at each fraction, and flipped_error, a number of the sample,
// the mean over all fractions: how sharp its surroundings are.
func (e *LocalEnergy) Measure(ctx context.Context, p *model.Problem, solutions []*model.Solution, rng *rand.Rand, emit func(results.Reading)) error {
	s := solutions[0]
	m, f, total := p.Model, newFlipper(s.Weights, rng), 0
	for _, fraction := range e.Flips {
		flips, errors := int(math.RoundToEven(fraction*float64(len(f.w)))), 0
		for range e.Trials {
			if err := ctx.Err(); err != nil {
				return err
			}
			errors += m.Errors(f.flipped(flips), p.Data.Train)
		}
		total += errors
		emit(flippedErrors.Reading(point{fraction, float64(errors) / float64(p.Data.Train.P*e.Trials)}))
	}
	emit(flippedError.Reading(float64(total) / float64(p.Data.Train.P*e.Trials*len(e.Flips))))
	return nil
}

// flipper flips some of the weights, others each time.
type flipper struct {
	from, w []float64
	places  []int // all, in any order
	rng     *rand.Rand
}

func newFlipper(w []float64, rng *rand.Rand) *flipper {
	f := &flipper{from: w, w: slices.Clone(w), places: make([]int, len(w)), rng: rng}
	for i := range f.places {
		f.places[i] = i
	}
	return f
}

// flipped are the weights with so many of them flipped: the first of a random order.
func (f *flipper) flipped(n int) []float64 {
	copy(f.w, f.from)
	for k := range n {
		j := k + f.rng.IntN(len(f.places)-k)
		f.places[k], f.places[j] = f.places[j], f.places[k]
		i := f.places[k]
		f.w[i] = -f.w[i]
	}
	return f.w
}

// bytes is the memory of the flipped weights.
func (e *LocalEnergy) bytes(s model.Size) float64 { return 24 * float64(s.Model.Dim()) }
