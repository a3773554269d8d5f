package model

import (
	"math"

	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/fault"
)

// Symmetric is the symmetric binary perceptron: N weights w_i = ±1, and a pattern
// of stability Δ^μ = w·ξ^μ/√N is learned when
//
//	|Δ^μ| ≤ κ,   κ > 0.
//
// Labels play no part: w and −w solve the same patterns. Source: Aubin, Perkins and
// Zdeborová, J. Phys. A 52, 294003 (2019).
type Symmetric struct {
	N     int     `toml:"n" min:"1" max:"1000000" help:"number of weights"`
	Kappa float64 `toml:"kappa" above:"0" help:"largest stability, of either sign, that is allowed"`
}

// Validate implements [Model].
func (m *Symmetric) Validate() error {
	switch most := m.most(); {
	case m.N < 1:
		return fault.New("n", m.N, "want n >= 1")
	case !(m.Kappa > 0):
		return fault.New("kappa", m.Kappa, "want kappa > 0")
	case most < 0:
		return ofSigns("kappa", m.Kappa, "want kappa >= 1/√n with odd n, or no sum of n signs is small enough")
	case most >= m.N:
		return ofSigns("kappa", m.Kappa, "want kappa < √n, or every weight solves every pattern")
	}
	return nil
}

// Dim implements [Model].
func (m *Symmetric) Dim() int { return m.N }

// Weights implements [Model].
func (m *Symmetric) Weights() Weights { return BinaryWeights }

// Inputs implements [Model].
func (m *Symmetric) Inputs() int { return m.N }

// Output implements [Model]: +1 when the pattern is learned, −1 when it is not.
func (m *Symmetric) Output(w, x []float64) float64 {
	sum := 0.0
	for i, wi := range w {
		sum += float64(wi * x[i])
	}
	if math.Abs(sum) <= float64(m.most()) {
		return 1
	}
	return -1
}

// OneSided implements [instances.OneSided]: the patterns of a teacher are those that
// it has learned.
func (m *Symmetric) OneSided() bool { return true }

// StreamKeys implements [instances.StreamNamer].
func (m *Symmetric) StreamKeys() []any { return []any{"symmetric_perceptron"} }

// Outputs implements [instances.ManyLabeller]. Weights are taken by their signs.
func (m *Symmetric) Outputs(dst, w []float64, p *instances.Patterns) []float64 {
	for _, stability := range signSums(nil, w, p) {
		label := 1.0
		if m.violated(stability) {
			label = -1
		}
		dst = append(dst, label)
	}
	return dst
}

// violated tells whether a pattern of this stability is not learned.
func (m *Symmetric) violated(stability float64) bool { return !(math.Abs(stability) <= m.Kappa) }

// Traits implements [Model].
func (m *Symmetric) Traits() Traits {
	return Traits{SymmetricNet, BinaryWeights, LinearUnits, "", 1, m.Kappa}
}

// Margin implements [Margined].
func (m *Symmetric) Margin() float64 { return m.Kappa }

// WithMargin implements [Margined].
func (m *Symmetric) WithMargin(kappa float64) Model { return &Symmetric{m.N, kappa} }

// LatticeEnd implements [Windowed]: sums of N signs are 2 apart, and the largest that is
// allowed, k ≤ κ√N, stands for the end (k+1)/√N, which lies within 1/√N of κ.
func (m *Symmetric) LatticeEnd() float64 { return float64(m.most()+1) / math.Sqrt(float64(m.N)) }

// Stabilities implements [Model]. Weights are taken by their signs.
func (m *Symmetric) Stabilities(dst, w []float64, p *instances.Patterns) []float64 {
	return signSums(dst, w, p)
}

// Errors implements [Model]: patterns with |Δ| > κ.
func (m *Symmetric) Errors(w []float64, p *instances.Patterns) int {
	errors := 0
	for _, stability := range signSums(nil, w, p) {
		if m.violated(stability) {
			errors++
		}
	}
	return errors
}

// Lattice implements [Model].
func (m *Symmetric) Lattice() Lattice { return signLattice(m.N) }

// Graph implements [Graphed].
func (m *Symmetric) Graph(p *instances.Patterns, n factorgraph.Accuracy) (*factorgraph.Graph, error) {
	if p.IsReal() {
		return dense(m.N, factorgraph.Band{End: m.Kappa * math.Sqrt(float64(m.N))}, p, n)
	}
	return dense(m.N, factorgraph.AtMost(m.most()), p, n)
}

// Supports implements [Graphed].
func (m *Symmetric) Supports(factorgraph.Accuracy) error { return nil }

// Search implements [Graphed]: w → −w.
func (m *Symmetric) Search() Search { return Search{StartNoise: 0.1} }

// Model implements [Section].
func (m *Symmetric) Model() Model { return m }

// TakesReal implements [instances.TakesReal].
func (m *Symmetric) TakesReal() error { return nil }

// most is the largest sum w·ξ, of the parity of N, with w·ξ/√N ≤ κ, negative if
// there is none.
func (m *Symmetric) most() int {
	root := math.Sqrt(float64(m.N))
	scale := 1 / root
	sum := m.N%2 + 2*int(math.Floor(0.5*min(float64(m.Kappa*root), float64(m.N)))) + 2
	for sum >= 0 && float64(sum)*scale > m.Kappa {
		sum -= 2
	}
	return sum
}
