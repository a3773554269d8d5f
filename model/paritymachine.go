package model

import (
	"math"

	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/fault"
)

// ParityMachine has K sign units with binary weights, each of an odd number of inputs,
// and answers the product of their outputs. A pattern has the stability
//
//	Ξ^μ = σ^μ Π_l sign(λ_l),
//
// 1 or −1, and is learned when it is 1. With an even K the output does not change sign
// with the inputs, so that in the full layout, where two equal units cancel, a set of
// patterns of one label would be learned by all of them; K is odd there. All weights of
// two units can change sign, so that solutions come in 2^(K−1) copies. Source: Barkai,
// Hansel and Kanter, Phys. Rev. Lett. 65, 2312 (1990).
type ParityMachine struct{ layout }

// Validate implements [Model].
func (m *ParityMachine) Validate() error {
	for _, check := range []func() error{m.sized, m.shared, m.odd} {
		if err := check(); err != nil {
			return err
		}
	}
	if m.Full && m.Hidden%2 == 0 {
		return fault.New("hidden", m.Hidden, "want an odd number of units in the layout %q, where pairs of equal ones learn every pattern of label 1", Full)
	}
	return nil
}

// Traits implements [Model].
func (m *ParityMachine) Traits() Traits { return m.traits(ParityNet, BinaryWeights, SignUnits, 0) }

// Output implements [Model].
func (m *ParityMachine) Output(w, x []float64) float64 {
	product := 1.0
	for k := range m.Hidden {
		product *= math.Copysign(1, m.sum(k, w, x)+0)
	}
	return product
}

// Outputs implements [instances.ManyLabeller]. Weights are taken by their signs.
func (m *ParityMachine) Outputs(dst, w []float64, p *instances.Patterns) []float64 {
	return outputs(m, dst, w, p)
}

// StreamKeys implements [instances.StreamNamer].
func (m *ParityMachine) StreamKeys() []any {
	return append(m.streamKeys(SignUnits, BinaryWeights), ParityOutput)
}

// sums are the stabilities.
func (m *ParityMachine) sums(w []float64, p *instances.Patterns) []int {
	sums := m.votes(w, p)
	for mu, votes := range sums {
		sums[mu] = 1 - 2*((m.Hidden-votes)/2%2) // of gauged inputs
		if m.opposite(mu, p) {
			sums[mu] = -sums[mu]
		}
	}
	return sums
}

// opposite tells that the product of the units on the gauged inputs of a pattern has to
// be −1: the label of an even number of them is not absorbed.
func (m *ParityMachine) opposite(mu int, p *instances.Patterns) bool {
	return m.Hidden%2 == 0 && p.Label(mu) < 0
}

func (m *ParityMachine) least() int { return 1 }

func (m *ParityMachine) scale() float64 { return 1 }

// Stabilities implements [Model]. Weights are taken by their signs.
func (m *ParityMachine) Stabilities(dst, w []float64, p *instances.Patterns) []float64 {
	return stabilities(m, dst, w, p)
}

// Errors implements [Model]: patterns with the other product.
func (m *ParityMachine) Errors(w []float64, p *instances.Patterns) int { return tooSmall(m, w, p) }

// Lattice implements [Model]: 1 and −1.
func (m *ParityMachine) Lattice() Lattice { return signLattice(1) }

// Supports implements [Graphed].
func (m *ParityMachine) Supports(factorgraph.Accuracy) error { return nil }

// Search implements [Graphed]. The message to a unit is a product of what is known of
// all others, so that of three and more units zero messages attract.
func (m *ParityMachine) Search() Search {
	switch m.Hidden {
	case 1:
		return Search{}
	case 2:
		return Search{StartNoise: 0.1, Copies: true}
	}
	return Search{StartNoise: 0.5, Copies: true, Attracting: true}
}

// Graph implements [Graphed].
func (m *ParityMachine) Graph(p *instances.Patterns, how factorgraph.Accuracy) (*factorgraph.Graph, error) {
	along, opposite := &factorgraph.Signs{Votes: factorgraph.Parity{}}, &factorgraph.Signs{Votes: factorgraph.Parity{Odd: true}}
	return m.graph(p, how, func(mu int) factorgraph.Combination {
		if m.opposite(mu, p) {
			return opposite
		}
		return along
	})
}
