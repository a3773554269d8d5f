package table

import (
	"context"
	"math"
	"slices"

	"fbp/experiment/kinds"
	"fbp/internal/say"
	"fbp/internal/traits"
	"fbp/knows"
	"fbp/model"
	"fbp/results"
)

// typicalSolutions is what theory knows of typical solutions, with so many searches of a sample.
func typicalSolutions(searches int) model.Typical {
	return model.Typical{Entropy: knows.TypicalEntropy, Path: knows.TypicalPath, Centre: func(m model.Model, alpha, kappa, fraction float64) (float64, bool) {
		return knows.TypicalCentre(m, alpha, kappa, fraction, searches)
	}}
}

// asked is a value of theory: of a measurement, which points share where its keys are the same, on a model, at
// a coordinate.
type asked struct {
	of        kinds.Measurement
	on        model.Model
	at, alpha float64
}

// Values of theory are rounded, since theory uses package math, whose last bits depend on the
// processor; tables must not.
const (
	controlDigit  = 1e-10 // of means of control variates
	foreseenDigit = 1e-8  // of values beside those of a table, which are accurate to that
)

// ofTheory is what theory knows of a table at a coordinate, 0 of a number of the sample, at the P/N of the
// present point; NaN where it is not known: for patterns that are not drawn at random, for models without
// such a theory, and beyond its range. It is asked for once.
func (a *Aggregate) ofTheory(ctx context.Context, table string, at, digit float64) float64 {
	by := a.now.of[table].Measurement
	if by == nil || by.About().Known == nil || ctx.Err() != nil || a.now.Source.About().Labels != traits.Random {
		return math.NaN()
	}
	alpha := a.plan.Points[a.point].Load()
	key := asked{by, a.now.Model, at, alpha}
	x, known := a.typical[key]
	if !known {
		typical := typicalSolutions(a.plan.Searches)
		exact, err := say.Heeding(ctx, say.ErrInterrupted, func() (float64, error) {
			if exact, ok := by.About().Known(key.on, alpha, at, typical); ok {
				return exact, nil
			}
			return math.NaN(), nil
		})
		if err != nil {
			return math.NaN()
		}
		x = math.Round(exact/digit) * digit
		a.typical[key] = x
	}
	return x
}

// foreseen is the value of theory beside that of a table at a coordinate; not between variants, whose
// margins may differ.
func (a *Aggregate) foreseen(ctx context.Context, table string, at float64) float64 {
	if a.plan.Points[a.point].With != nil {
		return math.NaN()
	}
	return a.ofTheory(ctx, table, at, foreseenDigit)
}

// control is the control variate of the last sample for a table: how far a number of
// the sample lies from its mean over instances, which theory knows. Of local entropies it is the
// entropy of plain BP; most of their spread over samples is the spread of this number. NaN when the
// table has none or its mean is not known.
func (a *Aggregate) control(ctx context.Context, table string, last sampleRow) float64 {
	c := a.layouts[table].Control
	if c == nil {
		return math.NaN()
	}
	number, ok := last.numbers[c.Number]
	if !ok {
		return math.NaN()
	}
	return number - a.ofTheory(ctx, table, 0, controlDigit)
}

// reduceNoise is the mean of a value of a row with the control's part removed, and its
// error.
func reduceNoise(g *gathered, r *row, value string) []float64 {
	i := slices.Index(g.values, value)
	if i < 0 || slices.ContainsFunc(r.controls, math.IsNaN) || slices.ContainsFunc(r.values[i], math.IsNaN) {
		return nil
	}
	x, sem, ok := controlled(r.values[i], r.controls)
	if !ok {
		return nil
	}
	return []float64{x, sem}
}

// controlled is results.ControlVariate with controls whose means are known to controlDigit: not ok where they do not vary by more,
// as in the symmetric perceptron, whose entropy by plain BP is the same for all patterns.
func controlled(s, controls []float64) (x, sem float64, ok bool) {
	if len(controls) < 3 || slices.Max(controls)-slices.Min(controls) < controlDigit {
		return 0, 0, false
	}
	x, sem, _, ok = results.ControlVariate(s, controls, 0)
	return x, sem, ok
}
