package model

import (
	"math"

	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/fault"
)

// ReLUCommittee is a committee of an even number K of ReLU units with binary weights, of
// which the second layer counts the first half c_l = +1 and the other −1. A pattern has
// stability
//
//	Ξ^μ = (σ^μ/√K) Σ_l c_l max(0, λ_l),   λ_l = w_l·x_l/√n,
//
// and is learned with margin κ when Ξ^μ > κ.
type ReLUCommittee struct {
	layout
	Kappa float64
}

// Validate implements [Model].
func (m *ReLUCommittee) Validate() error {
	if err := m.sized(); err != nil {
		return err
	}
	if m.Hidden%2 != 0 {
		return fault.New("hidden", m.Hidden, "want an even number of ReLU units, of which half count −1")
	}
	if err := m.shared(); err != nil {
		return err
	}
	if !(math.Abs(m.Kappa)*m.scale() < float64(m.most())) {
		return ofSigns("kappa", m.Kappa, "want |kappa| < √(number of weights)/2, the largest stability there is")
	}
	return nil
}

// second is the weight of unit l in the second layer.
func (m *ReLUCommittee) second(l int) int {
	if l >= m.Hidden/2 {
		return -1
	}
	return 1
}

// Traits implements [Model].
func (m *ReLUCommittee) Traits() Traits {
	return m.traits(CommitteeNet, BinaryWeights, ReLUUnits, m.Kappa)
}

// Output implements [Model].
func (m *ReLUCommittee) Output(w, x []float64) float64 {
	total := 0.0
	for l := range m.Hidden {
		total += float64(float64(m.second(l)) * max(0, m.sum(l, w, x)))
	}
	return math.Copysign(1, total+0)
}

// Outputs implements [instances.ManyLabeller]. Weights are taken by their signs.
func (m *ReLUCommittee) Outputs(dst, w []float64, p *instances.Patterns) []float64 {
	for mu, total := range m.totals(w, p) {
		dst = append(dst, math.Copysign(1, float64(total*p.Label(mu))+0))
	}
	return dst
}

// StreamKeys implements [instances.StreamNamer].
func (m *ReLUCommittee) StreamKeys() []any { return m.streamKeys(ReLUUnits, BinaryWeights) }

// sums are √(K n) Ξ of patterns of inputs ±1. The gauge cannot absorb labels: with label
// −1 the units see the inputs as they are.
func (m *ReLUCommittee) sums(w []float64, p *instances.Patterns) []int {
	sums := make([]int, p.P)
	for l := range m.Hidden {
		units, packed := m.unit(l, p), instances.PackSigns(m.of(l, w))
		for mu := range sums {
			sum := units.DotSigns(mu, packed)
			if p.Label(mu) < 0 {
				sums[mu] -= m.second(l) * max(0, -sum)
			} else {
				sums[mu] += m.second(l) * max(0, sum)
			}
		}
	}
	return sums
}

// totals are √(K n) Ξ of patterns of any inputs.
func (m *ReLUCommittee) totals(w []float64, p *instances.Patterns) []float64 {
	totals := make([]float64, p.P)
	if !p.IsReal() {
		for mu, sum := range m.sums(w, p) {
			totals[mu] = float64(sum)
		}
		return totals
	}
	for l := range m.Hidden {
		units, signs := m.unit(l, p), signsOf(m.of(l, w))
		for mu := range totals {
			label := p.Label(mu)
			totals[mu] += float64(label * float64(m.second(l)) * max(0, float64(label*units.Dot(mu, signs))))
		}
	}
	return totals
}

func (m *ReLUCommittee) scale() float64 { return math.Sqrt(float64(m.Dim())) }

// most is the largest sum.
func (m *ReLUCommittee) most() int { return m.Hidden / 2 * m.perUnit() }

func (m *ReLUCommittee) least() int {
	step, scale := m.Lattice().Step, 1/m.scale()
	sum := step * (int(math.Floor(float64(m.Kappa*m.scale())/float64(step))) - 1)
	for float64(sum)*scale <= m.Kappa {
		sum += step
	}
	return sum
}

// Margin implements [Margined].
func (m *ReLUCommittee) Margin() float64 { return m.Kappa }

// WithMargin implements [Margined].
func (m *ReLUCommittee) WithMargin(kappa float64) Model { return &ReLUCommittee{m.layout, kappa} }

// Stabilities implements [Model]. Weights are taken by their signs.
func (m *ReLUCommittee) Stabilities(dst, w []float64, p *instances.Patterns) []float64 {
	scale := 1 / m.scale()
	for _, total := range m.totals(w, p) {
		dst = append(dst, total*scale)
	}
	return dst
}

// Errors implements [Model]: patterns with Ξ ≤ κ.
func (m *ReLUCommittee) Errors(w []float64, p *instances.Patterns) (errors int) {
	for _, stability := range m.Stabilities(nil, w, p) {
		if stability <= m.Kappa {
			errors++
		}
	}
	return errors
}

// Lattice implements [Model]: sums of those of n signs, where these are positive,
// over √(K n). With an odd n the latter are odd or zero.
func (m *ReLUCommittee) Lattice() Lattice {
	if m.perUnit()%2 == 0 {
		return Lattice{Step: 2, Scale: m.scale()}
	}
	return Lattice{Step: 1, Scale: m.scale()}
}

// tie is the sum whose stability is the margin.
func (m *ReLUCommittee) tie() (sum int, ok bool) {
	sum = m.least() - m.Lattice().Step
	return sum, float64(sum)*(1/m.scale()) == m.Kappa
}

// Ties implements [Tied]: without margin there are some when all units are off for one.
func (m *ReLUCommittee) Ties(w []float64, p *instances.Patterns) (ties int) {
	for _, stability := range m.Stabilities(nil, w, p) {
		if stability == m.Kappa {
			ties++
		}
	}
	return ties
}

// Undecided implements [instances.Undecided].
func (m *ReLUCommittee) Undecided(w []float64, p *instances.Patterns) (n int) {
	for _, total := range m.totals(w, p) {
		if total == 0 {
			n++
		}
	}
	return n
}

// Supports implements [Graphed].
func (m *ReLUCommittee) Supports(factorgraph.Accuracy) error { return nil }

// Search implements [Graphed]. Whether failure can be foreseen was not tried.
func (m *ReLUCommittee) Search() Search { return m.search() }

// Graph implements [Graphed]. With label −1 units see the inputs as they are, and count
// the other way round.
func (m *ReLUCommittee) Graph(p *instances.Patterns, how factorgraph.Accuracy) (*factorgraph.Graph, error) {
	along, opposite := m.rectified(1, p.IsReal()), m.rectified(-1, p.IsReal())
	ungauged := p
	if p.Labels != nil {
		ungauged = p.Ungauged()
	}
	return m.graph(ungauged, how, func(mu int) factorgraph.Combination {
		if p.Label(mu) < 0 {
			return opposite
		}
		return along
	})
}

// rectified is what a pattern of a label makes of the sums of the units. Accurate messages
// count a tie as half, exact ones as an error.
func (m *ReLUCommittee) rectified(label int, real bool) factorgraph.Combination {
	c := new(factorgraph.Rectified)
	if real {
		c.Threshold = float64(m.Kappa * m.scale())
	} else if tie, ok := m.tie(); ok {
		c.Threshold = float64(tie)
	} else {
		c.Threshold = float64(m.least()) - 0.5*float64(m.Lattice().Step)
	}
	for l := range m.Hidden {
		c.Second = append(c.Second, label*m.second(l))
	}
	return c
}

// Energies implements [Flippable]: sums of units change by one step of 2, or not at all.
func (m *ReLUCommittee) Energies(p *instances.Patterns) (Energies, error) {
	if m.perUnit()%2 != 0 {
		return nil, fault.New("n", m.N, "want an even number of inputs per unit, not %d, for energies of ReLU units", m.perUnit())
	}
	n := network{
		units: m.Hidden, inputs: m.perUnit(), full: m.Full, output: ramp,
		low: m.least(), high: m.most(), most: m.most(),
		sums: func(w []float64) []int { return m.sums(w, p) },
	}
	for l := range m.Hidden {
		n.second = append(n.second, m.second(l))
	}
	return newLandscape(m, n, p)
}
