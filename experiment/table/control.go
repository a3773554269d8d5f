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
	c := a.layouts[table].Control
	if c == nil || plan.Parameter(a.params[a.point], "instance", "kind") != "random" {
		return math.NaN()
	}
	number, ok := last.numbers[c.Number]
	if !ok {
		return math.NaN()
	}
	return number - a.expected(table)
}

// expected is the mean of the control variate of a table at the present point.
func (a *Aggregate) expected(table string) float64 {
	made := a.making()
	if made == nil || made.model == nil || made.control[table] == nil {
		return math.NaN()
	}
	m, alpha := made.control[table], a.plan.Points[a.point].Load()
	key := fmt.Sprintf("%T%+v %T%+v %v", m, m, made.model, made.model, alpha)
	mean, ok := a.typical[key]
	if !ok {
		mean = math.NaN()
		if x, ok := m.Expected(made.model, alpha, knows.TypicalEntropy); ok {
			mean = math.Round(x/controlDigit) * controlDigit
		}
		a.typical[key] = mean
	}
	return mean
}

// controlDigit is what means of control variates are rounded to. Theory uses package
// math, whose last bits depend on the processor; tables must not.
const controlDigit = 1e-10

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
