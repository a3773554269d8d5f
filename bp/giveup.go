package bp

import (
	"fbp/internal/fault"
	"fbp/model"
)

// The rules to give up by that a config can name.
const (
	Never      = "none"
	WhenFrozen = "frozen"  // q > 1 − 1e-4, with errors
	ByEntropy  = "entropy" // Σ_int < −1, with errors
	WhenFar    = "far"     // after two attempts of the finish no weights have fewer than five errors
)

// frozenAbove is the q above which weights that err are taken to stay as they are.
const frozenAbove = 1 - 1e-4

// hopeless is the local entropy Σ_int below which a search with errors left is given
// up. It was chosen on 200 searches of trees with K = 3 and 9 and full committees with K = 3,
// 99 to 297 weights, at α from 0.7 to 0.8, of which 149 solve: this value would stop none of those,
// −0.6 one, −0.3 three, −0.1 six, and the sign alone 35. No number of steps below 0 in a
// row tells failure from success either. Of 75 searches of perceptrons that solve, N = 501 and α
// from 0.7 to 0.74, it would stop none, and −0.5 one (bench/searches.md).
const hopeless = -1.0

// A search is far from a solution if all weights of its messages and of so many attempts of SBPI to finish it have at least so many
// errors. Of 1073 searches of perceptrons, N from 201 to 4001 and α from 0.7 to 0.8, 94 would be given up and none of these would
// have been solved later; with four errors 131, of which 4 (bench/searches.md).
const (
	farAttempts = 2
	farErrors   = 5
)

// giveUp is the rule by which a search is given up, and whether it was: a step with errors is the last if
//
//	q > frozenAbove, by overlap,   or   Σ_int < hopeless, by entropy,
//
// and an attempt to finish is, if the best weights are far from a solution.
type giveUp struct {
	byOverlap, byEntropy, whenFar bool
	givenUp                       bool
}

// rule is that of the key and of the model together.
func (f *Focusing) rule(m model.Model) *giveUp {
	return &giveUp{byOverlap: f.GiveUp == WhenFrozen, byEntropy: f.GiveUp == ByEntropy || failureForeseen(m), whenFar: f.GiveUp == WhenFar}
}

// givesUp tells whether the key give_up has a rule; the model may have one without it.
func (f *Focusing) givesUp() bool { return f.GiveUp != Never }

// hasRule tells whether there is a rule.
func (g *giveUp) hasRule() bool { return g.ofSteps() || g.whenFar }

// ofSteps tells whether the rule is one of steps.
func (g *giveUp) ofSteps() bool { return g.byOverlap || g.byEntropy }

// ends tells whether a step is the last, by the rule.
func (g *giveUp) ends(now found, t Thermo) bool {
	g.givenUp = now.errors > 0 && (g.byOverlap && now.overlap > frozenAbove || g.byEntropy && t.LocalEntropy < hopeless)
	return g.givenUp
}

// frozenAgainst notes a step whose weights froze against a pattern: it is the last, whatever the rule, and gives up if there
// is one of steps.
func (g *giveUp) frozenAgainst(now found) { g.givenUp = g.ofSteps() && now.errors > 0 }

// endsAfter tells whether so many attempts are enough, by the rule, given the fewest errors of all weights.
func (g *giveUp) endsAfter(attempts, errors int) bool {
	far := g.whenFar && attempts >= farAttempts && errors >= farErrors
	g.givenUp = g.givenUp || far
	return far
}

// failureForeseen tells whether a model announces failure.
func failureForeseen(m model.Model) bool {
	return search(m).FailureForeseen
}

// validateGiveUp refuses the entropy of messages on their way, and attempts where there are none.
func (f *Focusing) validateGiveUp() error {
	if f.GiveUp == WhenFar && !f.finishes() {
		return fault.New("give_up", f.GiveUp, "want it with finish = %q, whose attempts it counts", BySBPI)
	}
	if f.GiveUp == ByEntropy && f.MaxSweeps == 1 {
		return fault.New("give_up", f.GiveUp, "want %q or %q with max_sweeps = 1: steps of one sweep have no entropy", WhenFrozen, Never)
	}
	return nil
}
