package model

import (
	"fbp/instances"
	"fbp/internal/fault"
)

// Voting models are units of binary weights, each with inputs of its own, that vote for
// the label of a pattern or against it; one unit alone decides.
type Voting interface {
	Model
	// Votes says what of the model stands against that, as the mistake of a key.
	Votes() error
	// PerVoter is the number of inputs of a unit.
	PerVoter() int
	// Voters are its units on patterns p, whose inputs are signs.
	Voters(p *instances.Patterns) *Voters
}

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

// Votes implements [Voting].
func (m *Perceptron) Votes() error { return nil }

// PerVoter implements [Voting].
func (m *Perceptron) PerVoter() int { return m.N }

// Voters implements [Voting].
func (m *Perceptron) Voters(p *instances.Patterns) *Voters {
	return &Voters{Units: 1, Inputs: m.N, Least: m.least(), Majority: 1, seen: []*instances.Patterns{p}}
}

// Votes implements [Voting].
func (m *SignCommittee) Votes() error {
	if m.Full {
		return fault.New("kind", nil, "want layout = %q, not %q", Tree, Full)
	}
	return nil
}

// PerVoter implements [Voting].
func (m *SignCommittee) PerVoter() int { return m.perUnit() }

// Voters implements [Voting].
func (m *SignCommittee) Voters(p *instances.Patterns) *Voters {
	return &Voters{Units: m.Hidden, Inputs: m.perUnit(), Least: 1, Majority: m.least(), seen: m.seen(p)}
}
