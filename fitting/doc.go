// Package fitting fits the success of searches against the number of patterns per
// weight: a logistic curve for each size, and how its middle and its width scale with
// the size. Estimates are those of maximum likelihood, intervals those of the profile
// likelihood; both have the same bits on every machine.
package fitting

import "math"

// Trial is how often searches found a solution at x patterns per weight. Trials is the
// number of independent searches that they are worth, which need not be whole.
type Trial struct{ X, Solved, Trials float64 }

// Size is the points of one number of inputs N.
type Size struct {
	N      float64
	Points []Trial
	Failed int // searches that failed, which are in no point
}

// Estimate is a number with its 95 % interval. NaN is what the data do not say: an end
// that is NaN is open.
type Estimate struct{ Value, Low, High float64 }

// nothing is the estimate of what the data do not say.
var nothing = Estimate{math.NaN(), math.NaN(), math.NaN()}

// open tells whether an end is missing.
func (e Estimate) open() bool { return math.IsNaN(e.Low) || math.IsNaN(e.High) }

// Status says what the numbers of a fit are worth.
type Status string

// The words of a status.
const (
	OK         Status = "ok"
	PoorFit    Status = "poor_fit"    // the points scatter more than the curve allows (probability below 0.001): intervals are too narrow, or open
	Unbounded  Status = "unbounded"   // at least one end of an interval is open, and the fit is not poor
	Separated  Status = "separated"   // all solved below, none above, with at most one point between: any smaller width fits too
	AllSolved  Status = "all_solved"  // the middle has a lower end only
	NoneSolved Status = "none_solved" // the middle has an upper end only
	OnePoint   Status = "one_alpha"   // a single value of α
	Increasing Status = "increasing"  // success does not fall with α
)

// chi2 is the 95 % quantile of χ² with one degree of freedom, 1.959963984540054².
const chi2 = 3.841458820694124
