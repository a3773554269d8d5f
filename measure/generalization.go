package measure

import (
	"context"
	"math"
	"math/rand/v2"

	"fbp/bp/layered"
	"fbp/instances"
	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// Generalization compares a solution w with the teacher w_T that gave the labels:
//
//	test error   ε = part of the test set on which w errs ([instances.Mistakes]),
//	overlap      R = w·w_T/(|w| |w_T|),
//
// each where the instance has a test set, or a teacher; and, of a network whose search ended
// with means of its weights, the part on which all weights together err, the Bayesian
// prediction ([layered.Mistakes]). For a perceptron and
// random inputs the sums w·x and w_T·x of large N are Gaussian with correlation R
// and differ in sign with probability arccos(R)/π, the mean of ε over test sets.
// R of a committee is that of its weights as they stand: exchanging hidden units
// changes it, and not ε. Where ReLU units tie, the output is +1 (elsewhere a tie is an error).
type Generalization struct{}

// Validate implements Measurement: there are no keys.
func (Generalization) Validate() error { return nil }

// Check takes every model: each has an output.
func (Generalization) Check(model.Model) error { return nil }

// About implements kinds.Measurement.
func (g Generalization) About() model.About {
	return model.About{Tables: g.tables(), Bytes: g.bytes, Real: model.AnyInputs, Source: g.checkSource, Panels: []model.Panel{
		{When: model.Tested, Table: "summary", Y: "test_error", Bars: model.OfMean, FromZero: true},
		{Table: "summary", Y: "teacher_overlap", Bars: model.OfMean},
	}}
}

// checkSource refuses instances with neither a test set nor a teacher.
func (Generalization) checkSource(s instances.Source) error {
	if of := s.About(); of.Tests > 0 || of.Taught {
		return nil
	}
	return fault.New("kind", "generalization", "want instance.test, a number of test patterns, or an instance of kind \"teacher\"")
}

// Measure emits the numbers test_error, bayes_test_error and teacher_overlap of the sample.
func (Generalization) Measure(_ context.Context, p *model.Problem, solutions []*model.Solution, _ *rand.Rand, emit func(results.Reading)) error {
	s := solutions[0]
	var has results.Columns[generalized]
	var is generalized
	if test := p.Data.Test; test != nil {
		errors := instances.Mistakes(p.Model, s.Weights, test)
		is.error, has = float64(errors)/float64(test.P), generalizes[:1:1]
		if net, ok := p.Model.(*model.BinaryMLP); ok && s.Means != nil {
			mistakes := layered.Mistakes(net, s.Means, test)
			is.bayes, has = float64(mistakes)/float64(test.P), generalizes[:2:2]
		}
	}
	if teacher := p.Data.Teacher; teacher != nil {
		is.overlap, has = cosine(s.Weights, teacher), append(has, generalizes[2])
	}
	if len(has) > 0 {
		emit(results.Schema[generalized]{Table: "generalization", Values: has}.Reading(is))
	}
	return nil
}

// bytes is the memory of the outputs for the test set.
func (Generalization) bytes(s model.Size) float64 { return 8 * float64(s.Tests) }

// cosine is a·b/(|a| |b|), 0 where one of them is.
func cosine(a, b []float64) float64 {
	dot, aa, bb := 0.0, 0.0, 0.0
	for i, x := range a {
		dot += float64(x * b[i])
		aa += float64(x * x)
		bb += float64(b[i] * b[i])
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return dot / math.Sqrt(float64(aa*bb)) // N exactly for weights ±1
}

// tables are the readings of Measure.
func (Generalization) tables() []results.Layout {
	return []results.Layout{results.Schema[generalized]{Table: "generalization", Values: generalizes}.Layout(results.Layout{})}
}

// generalized is how a solution generalizes.
type generalized struct{ error, bayes, overlap float64 }

// generalizes are the columns of that, of which a sample has what its instance and its solution allow.
var generalizes = results.Columns[generalized]{
	{Name: "test_error", Means: "1: fraction of test patterns that are wrong; a tie counts as the output +1", Of: func(g generalized) float64 { return g.error }},
	{Name: "bayes_test_error", Means: "1: fraction that all weights together predict wrong (up to 2²⁴ weights, whose means are kept with the solution)",
		Of: func(g generalized) float64 { return g.bayes }},
	{Name: "teacher_overlap", Means: "1: w·w_T/N with the weights w_T of the teacher", Of: func(g generalized) float64 { return g.overlap }},
}
