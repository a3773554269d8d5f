package table

import (
	"fmt"
	"math"
	"slices"

	"fbp/experiment/plan"
	"fbp/knows"
	"fbp/results"
)

// control is the control variate of the last sample for a table: how far a number of
// the sample lies from its mean over instances, which theory knows, at the
// P/N of the point. Of local entropies it is the entropy of plain BP; most of their
// spread over samples is the spread of this number. NaN when the table has none or its
// mean is not known: for patterns that are not drawn at random, for models without
// such a theory, and beyond its range.
func (a *Aggregate) control(table string, last sampleRow) float64 {
	c, m := a.layouts[table].Control, a.now.control[table]
	if c == nil || m == nil {
		return math.NaN()
	}
	number, ok := last.numbers[c.Number]
	if !ok {
		return math.NaN()
	}
	alpha := a.plan.Points[a.point].Load()
	return number - a.ofTheory(controlDigit, fmt.Sprintf("%x", a.now.digest[table]), func() (float64, bool) {
		return m.Expected(a.now.model, alpha, knows.TypicalEntropy)
	})
}

// controlDigit is what means of control variates are rounded to.
const controlDigit = 1e-10

// ofTheory is what theory knows of the present point, rounded to so many digits: theory uses
// package math, whose last bits depend on the processor; tables must not. It is NaN where
// theory does not know it, and for patterns that are not drawn at random. What name tells
// apart is asked for once at each load of a model.
func (a *Aggregate) ofTheory(digit float64, name string, ask func() (x float64, ok bool)) float64 {
	if a.now.model == nil || plan.Parameter(a.params[a.point], "instance", "kind") != "random" {
		return math.NaN()
	}
	key := fmt.Sprintf("%s %T%+v %v", name, a.now.model, a.now.model, a.plan.Points[a.point].Load())
	x, known := a.typical[key]
	if !known {
		x = math.NaN()
		if exact, ok := ask(); ok {
			x = math.Round(exact/digit) * digit
		}
		a.typical[key] = x
	}
	return x
}

// reduceNoise is the mean of a value of a row with the control's part removed, and its
// error.
func reduceNoise(g *gathered, r *row, value string) []float64 {
	i := slices.Index(g.values, value)
	if i < 0 || slices.ContainsFunc(r.controls, math.IsNaN) || slices.ContainsFunc(r.values[i], math.IsNaN) {
		return nil
	}
	x, sem, _, ok := results.ControlVariate(r.values[i], r.controls, 0)
	if !ok {
		return nil
	}
	return []float64{x, sem}
}
