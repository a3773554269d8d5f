package model

import (
	"math"

	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/fault"
)

// SignCommittee is a committee of an odd number K of sign units with binary weights,
// each of an odd number of inputs. A pattern has stability
//
//	Ξ^μ = (σ^μ/√K) Σ_l sign(λ_l),   λ_l = w_l·x_l/√n,
//
// w_l being the n weights of unit l and x_l its inputs, and is learned with margin κ
// when Ξ^μ > κ. The output is that of the majority of the units.
type SignCommittee struct {
	layout
	Kappa float64
}

// Validate implements [Model].
func (m *SignCommittee) Validate() error {
	if err := validateVotes(m.layout, m.Kappa, true); err != nil {
		return err
	}
	return nil
}

// validateVotes is Validate of a committee of sign units; of binary weights if odd.
func validateVotes(l layout, kappa float64, odd bool) error {
	if err := l.sized(); err != nil {
		return err
	}
	if l.Hidden%2 == 0 {
		return fault.New("hidden", l.Hidden, "want an odd number of sign units, or their votes can tie")
	}
	if err := l.shared(); err != nil {
		return err
	}
	if !(math.Abs(kappa)*math.Sqrt(float64(l.Hidden)) < float64(l.Hidden)) {
		return fault.New("kappa", kappa, "want |kappa| < √hidden, the largest stability there is")
	}
	if odd {
		return l.odd()
	}
	return nil
}

// Output implements [Model].
func (m *SignCommittee) Output(w, x []float64) float64 { return m.majority(w, x) }

// majority is the sign of the sum of the units' signs.
func (l layout) majority(w, x []float64) float64 {
	total := 0.0
	for k := range l.Hidden {
		total += math.Copysign(1, l.sum(k, w, x)+0)
	}
	return math.Copysign(1, total+0)
}

// Outputs implements [instances.ManyLabeller]. Weights are taken by their signs.
func (m *SignCommittee) Outputs(dst, w []float64, p *instances.Patterns) []float64 {
	return outputs(m, dst, w, p)
}

// outputs appends the labels of patterns from their sums.
func outputs(m integral, dst, w []float64, p *instances.Patterns) []float64 {
	for mu, sum := range m.sums(w, p) {
		dst = append(dst, math.Copysign(1, float64(float64(sum)*p.Label(mu))+0))
	}
	return dst
}

// StreamKeys implements [instances.StreamNamer].
func (m *SignCommittee) StreamKeys() []any { return m.streamKeys(SignUnits, BinaryWeights) }

// votes are the sums Σ_l sign(w_l·ξ_l) of the patterns, weights taken by their signs.
func (l layout) votes(w []float64, p *instances.Patterns) []int {
	return l.added(w, p, func(_ int, positive bool, _ int) int {
		if positive {
			return 1
		}
		return -1
	})
}

// added are sums over the units of what each makes of its field: of whether that is
// positive or zero, and of it itself where inputs are ±1.
func (l layout) added(w []float64, p *instances.Patterns, output func(k int, positive bool, field int) int) []int {
	sums := make([]int, p.P)
	for k := range l.Hidden {
		seen, own := l.unit(k, p), l.of(k, w)
		if p.IsReal() {
			signs := signsOf(own)
			for mu := range sums {
				sums[mu] += output(k, seen.Dot(mu, signs) >= 0, 0)
			}
			continue
		}
		packed := instances.PackSigns(own)
		for mu := range sums {
			field := seen.DotSigns(mu, packed)
			sums[mu] += output(k, field >= 0, field)
		}
	}
	return sums
}

func (m *SignCommittee) sums(w []float64, p *instances.Patterns) []int { return m.votes(w, p) }

func (m *SignCommittee) least() int { return leastAbove(m.Kappa, m.Hidden) }

func (m *SignCommittee) scale() float64 { return math.Sqrt(float64(m.Hidden)) }

// Need is the number of units that have to vote for the label.
func (m *SignCommittee) Need() int { return (m.least() + m.Hidden) / 2 }

// Traits implements [Model].
func (m *SignCommittee) Traits() Traits {
	return m.traits(CommitteeNet, BinaryWeights, SignUnits, m.Kappa)
}

// Margin implements [Margined].
func (m *SignCommittee) Margin() float64 { return m.Kappa }

// WithMargin implements [Margined].
func (m *SignCommittee) WithMargin(kappa float64) Model { return &SignCommittee{m.layout, kappa} }

// Stabilities implements [Model]. Weights are taken by their signs.
func (m *SignCommittee) Stabilities(dst, w []float64, p *instances.Patterns) []float64 {
	return stabilities(m, dst, w, p)
}

// Errors implements [Model]: patterns with Ξ ≤ κ.
func (m *SignCommittee) Errors(w []float64, p *instances.Patterns) int { return tooSmall(m, w, p) }

// Lattice implements [Model]: sums of K signs over √K.
func (m *SignCommittee) Lattice() Lattice { return signLattice(m.Hidden) }

// Supports implements [Graphed].
func (m *SignCommittee) Supports(factorgraph.Accuracy) error { return nil }

// Search implements [Graphed].
func (m *SignCommittee) Search() Search {
	s := m.search()
	s.FailureForeseen = true
	return s
}

// Graph implements [Graphed].
func (m *SignCommittee) Graph(p *instances.Patterns, how factorgraph.Accuracy) (*factorgraph.Graph, error) {
	if m.Hidden == 1 { // the sum of a single unit is that of a perceptron
		return dense(m.N, factorgraph.AtLeast(1), p, how)
	}
	votes := &factorgraph.Signs{Votes: factorgraph.Majority{Need: m.Need()}}
	return m.graph(p, how, func(int) factorgraph.Combination { return votes })
}

// Energies implements [Flippable].
func (m *SignCommittee) Energies(p *instances.Patterns) (Energies, error) {
	n := network{
		units: m.Hidden, inputs: m.perUnit(), full: m.Full, second: make([]int, m.Hidden), output: signed,
		low: m.least(), high: m.Hidden, most: m.Hidden,
		sums: func(w []float64) []int { return m.sums(w, p) },
	}
	for l := range n.second {
		n.second[l] = 1
	}
	return newLandscape(m, n, p)
}
