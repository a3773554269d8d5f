package model

import (
	"math"
	"math/rand/v2"

	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/instances"
	"fbp/internal/fault"
)

// SphericalCommittee is a [SignCommittee] with real weights, Σ w² of each unit being its
// number of inputs, which no unit feels.
type SphericalCommittee struct {
	layout
	Kappa float64
}

// Validate implements [Model].
func (m *SphericalCommittee) Validate() error { return validateVotes(m.layout, m.Kappa, false) }

// Output implements [Model].
func (m *SphericalCommittee) Output(w, x []float64) float64 { return m.majority(w, x) }

// Outputs implements [instances.ManyLabeller].
func (m *SphericalCommittee) Outputs(dst, w []float64, p *instances.Patterns) []float64 {
	return outputs(m, dst, w, p)
}

// StreamKeys implements [instances.StreamNamer].
func (m *SphericalCommittee) StreamKeys() []any { return m.streamKeys(SignUnits, SphericalWeights) }

// DrawWeights implements [instances.WeightsDrawer]: uniform on the sphere of each unit.
func (m *SphericalCommittee) DrawWeights(rng *rand.Rand) []float64 { return drawn(m, rng) }

// Weights implements [Model].
func (m *SphericalCommittee) Weights() Weights { return SphericalWeights }

// drawn are weights uniform on the spheres of a model.
func drawn(m Continuous, rng *rand.Rand) []float64 {
	w := make([]float64, m.Dim())
	for i := range w {
		w[i] = gauss.Deviate(rng.Uint64())
	}
	Normalize(m, w)
	return w
}

func (m *SphericalCommittee) sums(w []float64, p *instances.Patterns) []int {
	return m.Units(p).sums(w)
}

func (m *SphericalCommittee) least() int { return leastAbove(m.Kappa, m.Hidden) }

func (m *SphericalCommittee) scale() float64 { return math.Sqrt(float64(m.Hidden)) }

// Need is the number of units that have to vote for the label.
func (m *SphericalCommittee) Need() int { return (m.least() + m.Hidden) / 2 }

// Margin implements [Margined].
func (m *SphericalCommittee) Margin() float64 { return m.Kappa }

// WithMargin implements [Margined].
func (m *SphericalCommittee) WithMargin(kappa float64) Model {
	return &SphericalCommittee{m.layout, kappa}
}

// Stabilities implements [Model].
func (m *SphericalCommittee) Stabilities(dst, w []float64, p *instances.Patterns) []float64 {
	return stabilities(m, dst, w, p)
}

// Errors implements [Model]: patterns with Ξ ≤ κ.
func (m *SphericalCommittee) Errors(w []float64, p *instances.Patterns) int { return tooSmall(m, w, p) }

// Lattice implements [Model]: sums of K signs over √K.
func (m *SphericalCommittee) Lattice() Lattice { return signLattice(m.Hidden) }

// Spheres implements [Continuous]: one for each hidden unit.
func (m *SphericalCommittee) Spheres() int { return m.Hidden }

// Units implements [Continuous].
func (m *SphericalCommittee) Units(p *instances.Patterns) *Units {
	return newUnits(m.layout, p, Units{Least: m.least(), shift: m.Kappa})
}

// Supports implements [Graphed].
func (m *SphericalCommittee) Supports(n factorgraph.Accuracy) error {
	return supportsSpheres(n)
}

// supportsSpheres refuses what messages to real weights are not.
func supportsSpheres(accuracy factorgraph.Accuracy) error {
	if accuracy != factorgraph.Accurate {
		return fault.New("accuracy", accuracy, "want %q for spherical weights", factorgraph.Accurate)
	}
	return nil
}

// Search implements [Graphed].
func (m *SphericalCommittee) Search() Search { return m.search() }

// Traits implements [Model].
func (m *SphericalCommittee) Traits() Traits {
	return m.traits(CommitteeNet, SphericalWeights, SignUnits, m.Kappa)
}

// Graph implements [Graphed].
func (m *SphericalCommittee) Graph(p *instances.Patterns, _ factorgraph.Accuracy) (*factorgraph.Graph, error) {
	return m.spheres(p, &factorgraph.Signs{Votes: factorgraph.Majority{Need: m.Need()}})
}

// SphericalPerceptron is one unit with real weights, Σ w² = N. A pattern has stability
// Δ^μ = w·ξ^μ/√N, gauged so that its label is +1, and is learned with margin κ, of
// either sign, when Δ^μ > κ.
type SphericalPerceptron struct {
	N     int
	Kappa float64
}

// Traits implements [Model].
func (m *SphericalPerceptron) Traits() Traits {
	return Traits{PerceptronNet, SphericalWeights, LinearUnits, "", 1, m.Kappa}
}

func (m *SphericalPerceptron) layout() layout { return layout{N: m.N, Hidden: 1} }

// Validate implements [Model].
func (m *SphericalPerceptron) Validate() error {
	switch {
	case m.N < 1:
		return fault.New("n", m.N, "want n >= 1")
	case !(math.Abs(m.Kappa)*math.Sqrt(float64(m.N)) < float64(m.N)):
		return ofSigns("kappa", m.Kappa, "want |kappa| < √n, the largest stability there is")
	}
	return nil
}

// Dim implements [Model].
func (m *SphericalPerceptron) Dim() int { return m.N }

// Inputs implements [Model].
func (m *SphericalPerceptron) Inputs() int { return m.N }

// Output implements [Model].
func (m *SphericalPerceptron) Output(w, x []float64) float64 { return m.layout().majority(w, x) }

// Outputs implements [instances.ManyLabeller].
func (m *SphericalPerceptron) Outputs(dst, w []float64, p *instances.Patterns) []float64 {
	for mu, stability := range m.Stabilities(nil, w, p) {
		dst = append(dst, math.Copysign(1, float64(stability*p.Label(mu))+0))
	}
	return dst
}

// StreamKeys implements [instances.StreamNamer].
func (m *SphericalPerceptron) StreamKeys() []any { return []any{"perceptron", SphericalWeights} }

// DrawWeights implements [instances.WeightsDrawer]: uniform on the sphere.
func (m *SphericalPerceptron) DrawWeights(rng *rand.Rand) []float64 { return drawn(m, rng) }

// Weights implements [Model].
func (m *SphericalPerceptron) Weights() Weights { return SphericalWeights }

// Margin implements [Margined].
func (m *SphericalPerceptron) Margin() float64 { return m.Kappa }

// WithMargin implements [Margined].
func (m *SphericalPerceptron) WithMargin(kappa float64) Model {
	return &SphericalPerceptron{m.N, kappa}
}

// Stabilities implements [Model]: w·ξ/√N, or of weights that are not of norm √N
// w·ξ/|w|.
func (m *SphericalPerceptron) Stabilities(dst, w []float64, p *instances.Patterns) []float64 {
	scale := 1 / norm(w)
	for mu := range p.P {
		dst = append(dst, p.Dot(mu, w)*scale)
	}
	return dst
}

// Errors implements [Model]: patterns with Δ ≤ κ.
func (m *SphericalPerceptron) Errors(w []float64, p *instances.Patterns) (errors int) {
	for _, stability := range m.Stabilities(nil, w, p) {
		if stability <= m.Kappa {
			errors++
		}
	}
	return errors
}

// Lattice implements [Model]: there is none.
func (m *SphericalPerceptron) Lattice() Lattice { return Lattice{} }

// Spheres implements [Continuous].
func (m *SphericalPerceptron) Spheres() int { return 1 }

// Units implements [Continuous].
func (m *SphericalPerceptron) Units(p *instances.Patterns) *Units {
	return newUnits(m.layout(), p, Units{Least: 1, Threshold: m.Kappa})
}

// Supports implements [Graphed].
func (m *SphericalPerceptron) Supports(n factorgraph.Accuracy) error {
	return supportsSpheres(n)
}

// Search implements [Graphed].
func (m *SphericalPerceptron) Search() Search { return Search{} }

// Graph implements [Graphed].
func (m *SphericalPerceptron) Graph(p *instances.Patterns, _ factorgraph.Accuracy) (*factorgraph.Graph, error) {
	return m.layout().spheres(p, &factorgraph.One{Channel: factorgraph.HalfLine{Theta: m.Kappa * math.Sqrt(float64(m.N))}})
}

// TakesReal implements [instances.TakesReal].
func (m *SphericalPerceptron) TakesReal() error { return nil }
