package model

import (
	"math"

	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/fault"
)

// Perceptron is the binary perceptron: N weights w_i = ±1 and one output unit.
// Pattern μ, gauged so that its label is +1, has stability
//
//	Δ^μ = w·ξ^μ/√N,
//
// and is learned with margin κ when Δ^μ > κ. At κ = 0 an odd N has no ties. Inputs may be
// real numbers; of zero mean and unit variance, they have the scale of signs.
type Perceptron struct {
	N     int     `toml:"n" min:"1" max:"10000000" help:"number of weights"`
	Kappa float64 `toml:"kappa" help:"margin that every stability must exceed"`
}

// Validate implements [Model].
func (m *Perceptron) Validate() error {
	switch {
	case m.N < 1:
		return fault.New("n", m.N, "want n >= 1")
	case !(math.Abs(m.Kappa)*math.Sqrt(float64(m.N)) < float64(m.N)):
		return ofSigns("kappa", m.Kappa, "want |kappa| < √n, the largest stability there is")
	case m.Kappa == 0 && m.N%2 == 0:
		return ofSigns("n", m.N, "want n odd when kappa = 0, or patterns can tie")
	}
	return nil
}

// Dim implements [Model].
func (m *Perceptron) Dim() int { return m.N }

// Weights implements [Model].
func (m *Perceptron) Weights() Weights { return BinaryWeights }

// Inputs implements [Model].
func (m *Perceptron) Inputs() int { return m.N }

// Output implements [Model].
func (m *Perceptron) Output(w, x []float64) float64 {
	sum := 0.0
	for i, wi := range w {
		sum += float64(wi * x[i])
	}
	return math.Copysign(1, sum+0)
}

// Outputs implements [instances.ManyLabeller]. Weights are taken by their signs.
func (m *Perceptron) Outputs(dst, w []float64, p *instances.Patterns) []float64 {
	for mu, stability := range signSums(nil, w, p) {
		label := 1.0
		if stability*p.Label(mu) < 0 {
			label = -1
		}
		dst = append(dst, label)
	}
	return dst
}

// Traits implements [Model].
func (m *Perceptron) Traits() Traits {
	return Traits{PerceptronNet, BinaryWeights, LinearUnits, "", 1, m.Kappa}
}

// Margin implements [Margined].
func (m *Perceptron) Margin() float64 { return m.Kappa }

// WithMargin implements [Margined].
func (m *Perceptron) WithMargin(kappa float64) Model { return &Perceptron{m.N, kappa} }

// LatticeMargin is the margin that large N would have to ask for what this N asks:
// sums of N signs are 2 apart, so that every threshold between two of them is the
// same, and the one midway is that of a continuous sum. It lies within 1/√N of κ,
// and is κ where κ√N is an even number and N odd: at κ = 0 for one.
func (m *Perceptron) LatticeMargin() float64 {
	return float64(m.least()-1) / math.Sqrt(float64(m.N))
}

// Stabilities implements [Model]. Weights are taken by their signs.
func (m *Perceptron) Stabilities(dst, w []float64, p *instances.Patterns) []float64 {
	return signSums(dst, w, p)
}

// Errors implements [Model]: patterns with Δ ≤ κ.
func (m *Perceptron) Errors(w []float64, p *instances.Patterns) int {
	errors := 0
	for _, stability := range signSums(nil, w, p) {
		if stability <= m.Kappa {
			errors++
		}
	}
	return errors
}

// Lattice implements [Model]: sums of N signs over √N.
func (m *Perceptron) Lattice() Lattice { return signLattice(m.N) }

// Graph implements [Graphed].
func (m *Perceptron) Graph(p *instances.Patterns, n factorgraph.Accuracy) (*factorgraph.Graph, error) {
	if p.IsReal() {
		return dense(m.N, factorgraph.HalfLine{Theta: m.Kappa * math.Sqrt(float64(m.N))}, p, n)
	}
	return dense(m.N, factorgraph.AtLeast(m.least()), p, n)
}

// WeighedGraph implements [Weighed].
func (m *Perceptron) WeighedGraph(w Weighing, p *instances.Patterns, n factorgraph.Accuracy) (*factorgraph.Graph, error) {
	root := math.Sqrt(float64(m.N))
	scale := 1 / root
	c := factorgraph.NewTabulated(m.N, float64(w.Width*root), func(sum int) float64 { return w.Log(float64(sum) * scale) })
	return dense(m.N, c, p, n)
}

// TakesReal implements [instances.TakesReal].
func (m *Perceptron) TakesReal() error { return nil }

// Model implements [Section].
func (m *Perceptron) Model() Model { return m }

// Search implements [Graphed].
func (m *Perceptron) Search() Search { return Search{} }

// Supports implements [Graphed].
func (m *Perceptron) Supports(factorgraph.Accuracy) error { return nil }

// least is the smallest sum w·ξ whose stability exceeds the margin.
func (m *Perceptron) least() int { return leastAbove(m.Kappa, m.N) }
