package table

import (
	"fmt"
	"math"

	"fbp/knows"
	"fbp/model"
)

// Foreseen measurements of pairs know which value of theory stands beside theirs at a
// coordinate, for solutions of m with alpha random patterns per weight. What theory knows of
// paths between typical ones they may ask.
type Foreseen interface {
	// About is that of the measurement.
	About() model.About
	// Foreseen is the value at a coordinate.
	Foreseen(m model.Model, alpha, at float64, path func(m model.Model, alpha, kappa, fraction float64) (errors float64, ok bool)) (x float64, ok bool)
}

// foreseenDigit is what these values are rounded to, which are accurate to 1e-8.
const foreseenDigit = 1e-8

// foreseen is the value of theory beside that of a table at a coordinate; NaN where it is not
// known: for patterns that are not drawn at random, between variants, whose margins may
// differ, and beyond its range.
func (a *Aggregate) foreseen(table string, at float64) float64 {
	m, point := a.now.theory[table], a.plan.Points[a.point]
	if m == nil || point.With != nil {
		return math.NaN()
	}
	return a.ofTheory(foreseenDigit, fmt.Sprintf("%x %v", a.now.digest[table], at), func() (float64, bool) {
		return m.Foreseen(a.now.model, point.Load(), at, a.path(m))
	})
}

// path is what theory knows of the path of a measurement: that through the centre of the searches of
// a sample, if it is given all of them.
func (a *Aggregate) path(m Foreseen) func(m model.Model, alpha, kappa, fraction float64) (float64, bool) {
	if m.About().Grouping == model.Others {
		return func(m model.Model, alpha, kappa, fraction float64) (float64, bool) {
			return knows.TypicalCentre(m, alpha, kappa, fraction, a.plan.Searches)
		}
	}
	return knows.TypicalPath
}
