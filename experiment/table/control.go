package table

import (
	"fmt"
	"math"
	"slices"

	"fbp/experiment/plan"
	"fbp/model"
	"fbp/results"
)

// control is a sample's control variate for the local entropy: how far its own
// plain-BP entropy lies from that of typical instances, which its model knows, at
// its P/N and at the margin of the surrounding solutions. Most of the spread of
// local entropies is the spread of this number. NaN when the mean is not known:
// for patterns that are not drawn at random, for models without such a theory, and
// beyond its range.
func (a *Aggregate) control(r *results.Record) float64 {
	plain, ok := r.Readings["local_entropy_plain"]
	if !ok || len(plain.Rows) == 0 || plan.Parameter(r.Params, "instance", "kind") != "random" {
		return math.NaN()
	}
	i := slices.Index(plain.Values, "entropy_plain")
	kappa, ok := plan.Parameter(r.Params, "measure", "local_entropy", "kappa").(float64)
	if i < 0 || !ok {
		return math.NaN()
	}
	return float64(plain.Rows[0][i]) - a.typicalEntropy(r.Params, kappa)
}

// typicalEntropy is the entropy of typical instances at the point of the sweep, of the
// model of these parameters with another margin.
func (a *Aggregate) typicalEntropy(params map[string]any, kappa float64) float64 {
	if a.emitted.catalog == nil {
		return math.NaN()
	}
	m, _ := a.emitted.catalog.ModelOf(params)
	if margined, ok := m.(model.Margined); ok {
		m = margined.WithMargin(kappa)
	}
	typical, ok := m.(model.Typical)
	if !ok {
		return math.NaN()
	}
	alpha := a.plan.Points[a.point].Load()
	key := fmt.Sprintf("%T%+v %v", m, m, alpha)
	mean, ok := a.typical[key]
	if !ok {
		mean = math.NaN()
		if entropy, ok := typical.TypicalEntropy(alpha); ok {
			mean = math.Round(entropy/controlDigit) * controlDigit
		}
		a.typical[key] = mean
	}
	return mean
}

// controlDigit is what typical entropies are rounded to. Theory uses package math, whose last
// bits depend on the processor; tables must not.
const controlDigit = 1e-10

// reduceNoise is the mean entropy of a row with the control's part removed, and
// its error.
func reduceNoise(g *gathered, r *row) []float64 {
	i := slices.Index(g.values, "entropy")
	if i < 0 || slices.ContainsFunc(r.controls, math.IsNaN) || slices.ContainsFunc(r.values[i], math.IsNaN) {
		return nil
	}
	x, sem, _, ok := results.ControlVariate(r.values[i], r.controls, 0)
	if !ok {
		return nil
	}
	return []float64{x, sem}
}
