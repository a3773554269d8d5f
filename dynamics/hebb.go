package dynamics

import (
	"context"
	"math"
	"math/rand/v2"

	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// Hebb is the Hebb rule, the sum of the patterns: h_i = Σ_μ σ^μ x_i^μ. Binary weights are the signs of h,
// the majority of the patterns at each input, and random where it is tied (the clipped Hebb rule);
// spherical ones are h itself, of norm √N. It is what a search has to be better than.
//
// The stabilities of N → ∞ random patterns at load α are Gaussian of variance 1 and mean √(2/(πα)) for binary
// weights, 1/√α for spherical ones, so that a share H(mean − κ) of the patterns stays wrong: at
// α = 0.5 and κ = 0, 0.13 and 0.079. All patterns are learned below P ~ N/log N only.
//
// Of inputs ±1 and binary weights the stability of a pattern is that of N independent signs at every N and P, of mean
// C(P−1, ⌊P/2⌋)/2^(P−1), since the other patterns are a fair walk that the pattern decides where it is tied.
// The derivation is our own.
type Hebb struct {
	clipped bool // to binary weights, of the model that it was made for
}

// NewHebb is the rule for a model.
func NewHebb(m model.Model) *Hebb { return &Hebb{m.Weights() == model.BinaryWeights} }

// Validate implements kinds.Algorithm: there are no keys.
func (*Hebb) Validate() error { return nil }

// Check refuses models other than perceptrons whose stabilities are linear in the weights.
func (*Hebb) Check(m model.Model) error {
	if !model.Linear(m) {
		return fault.New("kind", "hebb", "want a perceptron in [model], whose stabilities are linear in the weights")
	}
	return nil
}

// About implements kinds.Algorithm.
func (h *Hebb) About() model.About {
	return model.About{
		Name:   "Hebb rule",
		Draws:  h.clipped,
		Tables: []results.Layout{undecided.Layout(results.Layout{})},
		Bytes:  func(s model.Size) float64 { return 16 * float64(s.Model.Dim()) },
		Real:   model.AnyInputs,
	}
}

// undecided is the number of a solution.
var undecided = results.Schema[int]{Table: results.SolutionTable, Values: results.Columns[int]{
	{Name: "ties", Means: "weights: at which as many patterns are for as against, drawn at random", Of: func(ties int) float64 { return float64(ties) }}}}

// Solve adds the patterns up.
func (*Hebb) Solve(_ context.Context, p *model.Problem, _ *rand.Rand, _ func(results.Reading)) (*model.Solution, error) {
	w, data := make([]float64, p.Model.Dim()), p.Data.Train
	for mu := range data.P {
		for i := range w {
			w[i] += data.At(mu, i)
		}
	}
	ties := 0
	if p.Model.Weights() == model.BinaryWeights {
		ties = clip(w, p.Stream("ties"))
	} else {
		model.Normalize(p.Model.(*model.Architecture), w)
	}
	errors := p.Model.Errors(w, data)
	return &model.Solution{Weights: w, Outcome: model.OutcomeOf(errors, true), Errors: errors, Numbers: undecided.Values.Of(ties)}, nil
}

// clip leaves the signs of w, and random ones at its zeros, whose number it returns.
func clip(w []float64, rng *rand.Rand) (ties int) {
	for i, h := range w {
		if h == 0 {
			ties++
			h = 1 - float64(2*(rng.Uint64()&1))
		}
		w[i] = math.Copysign(1, h)
	}
	return ties
}
