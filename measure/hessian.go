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
	panel := model.Panel{Table: "summary", Y: "hessian_max", Bars: model.OfMean, LogY: true}
	switch {
	case len(h.Beta.List) > 1:
		panel.Table, panel.X, panel.Y, panel.Where, panel.LogX = "hessian", "beta", "eigenvalue", "rank = 1", true
	case h.Eigenvalues == "all":
		panel = model.Panel{Table: "hessian", X: "rank", Y: "eigenvalue", Bars: model.OfMean}
	}
	return model.About{Around: h.Beta.Word != "", Tables: h.tables(), Bytes: h.bytes, Panels: []model.Panel{panel}}
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
		spectrum(true).Layout(results.Layout{Optional: []string{"beta"}}),
		sharpest(true).Layout(results.Layout{}),
	}
}

// eigenvalue is one at β, the largest of rank 1.
type eigenvalue struct{ beta, rank, value float64 }

// spectrum is the table of eigenvalues, at β where it is the same in all samples.
func spectrum(withBeta bool) results.Schema[eigenvalue] {
	at := results.Columns[eigenvalue]{
		{Name: "beta", Means: "1: gain of the units; empty with \"smallest\"", Of: func(e eigenvalue) float64 { return e.beta }},
		{Name: "rank", Means: "1: 1 is the largest eigenvalue", Of: func(e eigenvalue) float64 { return e.rank }},
	}
	if !withBeta {
		at = at[1:]
	}
	return results.Schema[eigenvalue]{Table: "hessian", At: at, Values: results.Columns[eigenvalue]{
		{Name: "eigenvalue", Means: "loss: of the second derivatives", Of: func(e eigenvalue) float64 { return e.value }}}}
}

// sharpest is the table of the largest eigenvalue, with its β where that differs from sample to sample.
func sharpest(withBeta bool) results.Schema[eigenvalue] {
	c := results.Columns[eigenvalue]{
		{Name: "hessian_max", Means: "loss: largest eigenvalue, at the first beta", Of: func(e eigenvalue) float64 { return e.value }},
		{Name: "hessian_beta", Means: "1: β with \"smallest\"", Of: func(e eigenvalue) float64 { return e.beta }},
	}
	if !withBeta {
		c = c[:1]
	}
	return results.Schema[eigenvalue]{Table: "hessian_summary", Values: c}
}

// Measure emits eigenvalues (table "hessian", rank 1 the largest) for each β, and the
// number hessian_max of the sample: the largest, at the first β of several. With the
// smallest β the rows have no β, which differs from sample to sample, but the sample has
// the number hessian_beta.
func (h *Hessian) Measure(ctx context.Context, p *model.Problem, solutions []*model.Solution, rng *rand.Rand, emit func(results.Reading)) error {
	s := solutions[0]
	c := newCurved(p.Model.(*model.Architecture), p.Data.Train, s.Weights)
	betas, smallest := h.Beta.all(), h.Beta.Word != ""
	if smallest {
		beta, err := c.smallestBeta()
		if err != nil {
			return err
		}
		betas = []float64{beta}
	}
	for k, beta := range betas {
		c.at(beta)
		values, err := c.eigenvalues(ctx, h.Eigenvalues == "all", rng)
		if err != nil {
			return err
		}
		if k == 0 {
			emit(sharpest(smallest).Reading(eigenvalue{beta, 1, values[0]}))
		}
		for rank, x := range values {
			emit(spectrum(!smallest).Reading(eigenvalue{beta, float64(rank + 1), x}))
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
