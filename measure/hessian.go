package measure

import (
	"context"
	"math/rand/v2"

	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// Hessian is the spectrum of the second derivatives of the mean square error
//
//	(1/P) Σ_μ (1 − σ^μ o^μ)²,   o^μ = K^{−1/2} Σ_l tanh(β w_l·x^μ),
//
// of the smooth network of a solution (see [model.Smooth]), whose weights are taken at
// norm 1 in each unit, by all weights (PNAS 117, 161 (2020), Fig. 6). The wider the
// minimum, the smaller its largest eigenvalue, at equal β.
//
// Beta is one number or several, or "smallest": the least β at which the smooth
// network of that solution gets no pattern wrong.
type Hessian struct {
	Beta        Gains  `toml:"beta" help:"gain of the units; \"smallest\": for each solution the least at which no pattern is wrong"`
	Eigenvalues string `toml:"eigenvalues" oneof:"largest|all" help:"the largest, by Lanczos steps, or all of them, of a dense matrix"`
}

// Gains is the key beta of [Hessian].
type Gains struct {
	Word   string    `oneof:"smallest"`
	Number float64   `above:"0" max:"1000000"`
	List   []float64 `above:"0" max:"1000000"`
}

// Forms implements values.Forms.
func (Gains) Forms() {}

// all are the values given, none for a word.
func (g Gains) all() []float64 {
	if g.Number != 0 {
		return []float64{g.Number}
	}
	return g.List
}

// NewHessian is the largest eigenvalue at the smallest β.
func NewHessian() *Hessian { return &Hessian{Beta: Gains{Word: "smallest"}, Eigenvalues: "largest"} }

// Validate says which parameter is out of range.
func (h *Hessian) Validate() error {
	if len(h.Beta.all()) == 0 && h.Beta.Word == "" {
		return fault.New("beta", h.Beta.List, "want at least one value")
	}
	return nil
}

// About implements kinds.Measurement: no β is the smallest for weights that err.
func (h *Hessian) About() model.About {
	return model.About{Around: h.Beta.Word != "", Tables: h.tables(), Bytes: h.bytes}
}

// mostDense is the number of weights whose Hessian is at most computed as a whole: 10^3
// of them take seconds, four times as many 64 times as long.
const mostDense = 8000

// Check refuses models without second derivatives.
func (h *Hessian) Check(m model.Model) error {
	switch {
	case m.Weights() != model.SphericalWeights:
		return fault.New("kind", "hessian", "want weights = %q in [model], a perceptron or a committee of sign units", model.SphericalWeights)
	case h.Eigenvalues == "all" && m.Dim() > mostDense:
		return fault.New("eigenvalues", h.Eigenvalues, "want %q for more than %d weights, not %d", "largest", mostDense, m.Dim())
	}
	return nil
}

// tables are the readings of Measure.
func (h *Hessian) tables() []results.Layout {
	return []results.Layout{
		{Table: "hessian", At: []string{"beta", "rank"}, Optional: []string{"beta"}, Values: []string{"eigenvalue"}, Units: units},
		{Table: "hessian_summary", Values: []string{"hessian_max", "hessian_beta"}, Units: units},
	}
}

// Measure emits eigenvalues (table "hessian", rank 1 the largest) for each β, and the
// number hessian_max of the sample: the largest, at the first β of several. With the
// smallest β the rows have no β, which differs from sample to sample, but the sample has
// the number hessian_beta.
func (h *Hessian) Measure(ctx context.Context, p *model.Problem, s *model.Solution, rng *rand.Rand, emit func(results.Reading)) error {
	c := newCurved(p.Model.(*model.Architecture), p.Data.Train, s.Weights)
	summary := results.Reading{Table: "hessian_summary"}
	betas := h.Beta.all()
	if h.Beta.Word != "" {
		beta, err := c.smallestBeta()
		if err != nil {
			return err
		}
		betas = []float64{beta}
		summary.Values = append(summary.Values, results.Quantity{Name: "hessian_beta", Value: beta})
	}
	for k, beta := range betas {
		c.at(beta)
		values, err := c.eigenvalues(ctx, h.Eigenvalues == "all", rng)
		if err != nil {
			return err
		}
		if k == 0 {
			summary.Values = append([]results.Quantity{{Name: "hessian_max", Value: values[0]}}, summary.Values...)
			emit(summary)
		}
		var where []results.Quantity
		if h.Beta.Word == "" {
			where = append(where, results.Quantity{Name: "beta", Value: beta})
		}
		for rank, x := range values {
			emit(results.Reading{Table: "hessian", At: append(where[:len(where):len(where)], results.Quantity{Name: "rank", Value: float64(rank + 1)}),
				Values: []results.Quantity{{Name: "eigenvalue", Value: x}}})
		}
	}
	return nil
}

// bytes is the memory of the Lanczos vectors, or of the whole matrix.
func (h *Hessian) bytes(s model.Size) float64 {
	n := float64(s.Model.Dim())
	if h.Eigenvalues == "all" {
		return 8 * n * n
	}
	return 8 * 100 * n
}
