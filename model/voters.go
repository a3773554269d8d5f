package model

import "fbp/instances"

// Voters are units on a set of patterns, gauged so that every label is +1. A unit votes
// for the label when the sum w·ξ of its inputs is at least Least; the pattern is learned
// when the votes, ±1 each, sum up to at least Majority.
type Voters struct {
	Units, Inputs   int // number of units, and inputs of each
	Least, Majority int

	seen []*instances.Patterns // by each unit
}

// Row are the signs of the inputs of unit l in pattern μ, as instances.Patterns.Row.
func (v *Voters) Row(l, mu int) []uint64 { return v.seen[l].Row(mu) }

// Sum is w·ξ of unit l in pattern μ, its weights packed as instances.PackSigns does.
func (v *Voters) Sum(l, mu int, w []uint64) int { return v.seen[l].DotSigns(mu, w) }

// PerVoter implements [Model].
func (a *Architecture) PerVoter() int {
	if unit, _ := a.output.voters(a); unit == 0 || a.weights != BinaryWeights {
		return 0
	}
	return a.perUnit()
}

// Voters are the units on patterns p, whose inputs are signs, where they vote.
func (a *Architecture) Voters(p *instances.Patterns) *Voters {
	unit, total := a.output.voters(a)
	return &Voters{Units: a.Hidden, Inputs: a.perUnit(), Least: unit, Majority: total, seen: a.seen(p)}
}
