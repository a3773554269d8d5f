package table

import (
	"math"
	"slices"

	"fbp/experiment/plan"
	"fbp/results"
	"fbp/theory"
)

// control is a sample's control variate for the local entropy: how far its own
// plain-BP entropy lies from the replica-symmetric mean at its P/N and at the
// margin of the surrounding solutions. Most of the spread of local entropies is
// the spread of this number. NaN when the mean is not known: for models other than
// the perceptron, for patterns that are not drawn at random, and beyond the range of
// the saddle point.
func (a *Aggregate) control(r *results.Record) float64 {
	plain, ok := r.Readings["local_entropy_plain"]
	if !ok || len(plain.Rows) == 0 || plan.Parameter(r.Params, "model", "kind") != "perceptron" ||
		plan.Parameter(r.Params, "instance", "kind") != "random" {
		return math.NaN()
	}
	i := slices.Index(plain.Values, "entropy_plain")
	kappa, ok := plan.Parameter(r.Params, "measure", "local_entropy", "kappa").(float64)
	if i < 0 || !ok {
		return math.NaN()
	}
	p := a.plan.Points[a.point]
	key := rsKey{p.Load(), kappa}
	mean, ok := a.rs[key]
	if !ok {
		mean = math.NaN()
		if rs, err := theory.RS(key.alpha, key.kappa); err == nil {
			mean = math.Round(rs.Entropy/controlDigit) * controlDigit
		}
		a.rs[key] = mean
	}
	return float64(plain.Rows[0][i]) - mean
}

// controlDigit is what φ_RS is rounded to. Theory uses package math, whose last
// bits depend on the processor; tables must not.
const controlDigit = 1e-10

// rsKey is a point of the replica-symmetric saddle.
type rsKey struct{ alpha, kappa float64 }

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
