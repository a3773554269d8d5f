package measure

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// SolvedFraction estimates by direct Monte Carlo which fraction of the weights at
// distance D of a solution w̃ are solutions as well, D = |x−w̃|²/2N in every hidden
// unit, of a model with spherical weights. Its logarithm over N is the local entropy
// minus that without patterns, which belief propagation gives where its messages
// are Gaussian and independent; no such assumption is made here.
//
// Weights at distance D are x = (1−D) w̃ + √(D(2−D)) v with a direction v that is
// uniform on the spheres orthogonal to w̃. With S_k the set of directions solved at
// D_k, the fractions f_k form a ladder from f_0 = 1 at w̃,
//
//	f_k/f_{k−1} = P(S_k | S_{k−1})/P(S_{k−1} | S_k),
//
// where each conditional probability is a mean over a Markov chain on S_{k−1} or S_k:
// steps of random direction along great circles, rejected outside. Rungs are set so
// close that about a third of the directions of one are solved at the next.
type SolvedFraction struct {
	Distances []float64 `toml:"distances" above:"0" below:"2" help:"distances D of the solution"`
	Chains    int       `toml:"chains" min:"2" max:"1000" help:"independent ladders; their spread gives log_fraction_error"`
	Steps     int       `toml:"steps" min:"100" max:"10000000" help:"steps of a chain on a rung, the first quarter of which is left out"`
}

// NewSolvedFraction has the distances of PNAS 117, 161 (2020), Fig. 7.
func NewSolvedFraction() *SolvedFraction {
	return &SolvedFraction{Distances: []float64{0.005, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1}, Chains: 8, Steps: 2000}
}

// Validate says which parameter is out of range.
func (f *SolvedFraction) Validate() error {
	if len(f.Distances) == 0 || !slices.IsSorted(f.Distances) || len(slices.Compact(slices.Clone(f.Distances))) != len(f.Distances) {
		return fault.New("distances", f.Distances, "want rising distances")
	}
	return nil
}

// About implements kinds.Measurement: around weights that err a ladder has no first rung.
func (f *SolvedFraction) About() model.About {
	return model.About{Around: true, Tables: f.tables(), Bytes: f.bytes,
		Panels: []model.Panel{{Table: "solved_fraction", X: "distance", Y: "log_fraction", Bars: model.OfMean}}}
}

// fewestInputs is the least number of inputs of a unit: with three, v moves on a circle, of
// which steps of one length visit some points only, and with two it does not move.
const fewestInputs = 4

// Check takes models with spherical weights, four or more of each unit.
func (f *SolvedFraction) Check(m model.Model) error {
	if m.Weights() != model.SphericalWeights {
		return fault.New("kind", "solved_fraction", "want weights = %q in [model], a perceptron or a committee of sign units", model.SphericalWeights)
	}
	if n := m.Dim() / m.(*model.Architecture).Spheres(); n < fewestInputs {
		return fault.New("kind", "solved_fraction", "want %d or more inputs per unit of [model], which has %d: on a smaller sphere the chain does not get everywhere", fewestInputs, n)
	}
	return nil
}

// tables are the readings of Measure.
func (f *SolvedFraction) tables() []results.Layout {
	return []results.Layout{solvedAt.Layout(results.Layout{})}
}

// rung is the fraction at a distance, of a model of n weights.
type rung struct{ distance, log, err, n float64 }

var solvedAt = results.Schema[rung]{Table: "solved_fraction",
	At: results.Columns[rung]{{Name: "distance", Means: isDistance, Of: func(r rung) float64 { return r.distance }}},
	Values: results.Columns[rung]{
		{Name: "log_fraction", Means: "nats: ln of the fraction of solutions among the weights at D", Of: func(r rung) float64 { return r.log }},
		{Name: "log_fraction_error", Means: "nats: its standard error in a sample", Of: func(r rung) float64 { return r.err }},
		{Name: "normalized", Means: isNormalized, Of: func(r rung) float64 { return r.log / r.n }},
	}}

// Measure emits at each distance the mean over the chains of the logarithm of the
// fraction, its standard error, and the mean over N, which compares with the
// normalised local entropy. Distances that no chain reaches are left out.
func (f *SolvedFraction) Measure(ctx context.Context, p *model.Problem, solutions []*model.Solution, rng *rand.Rand, emit func(results.Reading)) error {
	s := solutions[0]
	if s.Errors != 0 {
		return fmt.Errorf("the reference makes %d errors: want a solution", s.Errors)
	}
	logs := make([][]float64, 0, f.Chains)
	reached := len(f.Distances)
	var stopped error
	for range f.Chains {
		w := newWalk(p.Model.(*model.Architecture), p.Data.Train, s.Weights, rng)
		ladder, err := w.climb(ctx, f.Distances, f.Steps)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			stopped = err
		}
		reached = min(reached, len(ladder))
		logs = append(logs, ladder)
	}
	for k, d := range f.Distances[:reached] {
		mean, square := 0.0, 0.0
		for _, chain := range logs {
			mean += chain[k] / float64(f.Chains)
		}
		for _, chain := range logs {
			square += float64((chain[k] - mean) * (chain[k] - mean))
		}
		emit(solvedAt.Reading(rung{d, mean, math.Sqrt(square / float64(f.Chains*(f.Chains-1))), float64(p.Model.Dim())}))
	}
	return stopped
}

// bytes is the memory of a walk.
func (f *SolvedFraction) bytes(s model.Size) float64 { return 64 * float64(s.Model.Dim()) }
