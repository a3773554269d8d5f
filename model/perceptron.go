package model

import (
	"fmt"
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
// and is learned with margin κ when Δ^μ > κ. At κ = 0 an odd N has no ties.
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
		return fault.New("kappa", m.Kappa, "want |kappa| < √n, the largest stability there is")
	case m.Kappa == 0 && m.N%2 == 0:
		return fault.New("n", m.N, "want n odd when kappa = 0, or patterns can tie")
	}
	return nil
}

// Dim implements [Model].
func (m *Perceptron) Dim() int { return m.N }

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
	packed := instances.PackSigns(w)
	for mu := range p.P {
		label := 1.0
		if float64(p.DotSigns(mu, packed))*p.Label(mu) < 0 {
			label = -1
		}
		dst = append(dst, label)
	}
	return dst
}

// Margin implements [Layered].
func (m *Perceptron) Margin() float64 { return m.Kappa }

// WithMargin implements [Layered].
func (m *Perceptron) WithMargin(kappa float64) Model { return &Perceptron{m.N, kappa} }

// Stabilities implements [Layered]. Weights are taken by their signs.
func (m *Perceptron) Stabilities(dst, w []float64, p *instances.Patterns) []float64 {
	packed, scale := instances.PackSigns(w), 1/math.Sqrt(float64(m.N))
	for mu := range p.P {
		dst = append(dst, float64(p.DotSigns(mu, packed))*scale)
	}
	return dst
}

// Graph implements [Graphed].
func (m *Perceptron) Graph(p *instances.Patterns, accuracy factorgraph.Accuracy) (*factorgraph.Graph, error) {
	if p.N != m.N {
		return nil, fmt.Errorf("patterns of %d inputs for a perceptron of %d", p.N, m.N)
	}
	least := m.least()
	g := &factorgraph.Graph{N: m.N}
	if accuracy == factorgraph.AMP {
		nodes := &factorgraph.Perceptrons{Least: least}
		for mu := range p.P {
			nodes.Signs = append(nodes.Signs, p.Row(mu))
		}
		g.Nodes = nodes
		return g, nil
	}
	table := (*factorgraph.SumTable)(nil)
	if accuracy == factorgraph.Exact {
		table = factorgraph.NewSumTable(m.N)
	}
	for mu := range p.P {
		gaussian := &factorgraph.Perceptron{Signs: p.Row(mu), N: m.N, Least: least}
		switch accuracy {
		case factorgraph.Accurate:
			g.Rows = append(g.Rows, gaussian)
		case factorgraph.Exact:
			exact := &factorgraph.ExactPerceptron{Signs: p.Row(mu), Least: least, Table: table}
			g.Rows = append(g.Rows, factorgraph.Edgewise{Factor: exact})
		default:
			return nil, fmt.Errorf("unknown accuracy %q", accuracy)
		}
	}
	return g, nil
}

// least is the smallest sum w·ξ, of the parity of N, whose stability exceeds the
// margin, by the comparison that counts errors.
func (m *Perceptron) least() int {
	root := math.Sqrt(float64(m.N))
	scale := 1 / root
	sum := m.N + 2*int(math.Floor(0.5*(float64(m.Kappa*root)-float64(m.N)))) - 2
	for float64(sum)*scale <= m.Kappa {
		sum += 2
	}
	return sum
}

// Errors counts the patterns whose stability under weights w does not exceed
// the model's margin.
func Errors(m Layered, w []float64, p *instances.Patterns) int {
	errors := 0
	for _, stability := range m.Stabilities(nil, w, p) {
		if stability <= m.Margin() {
			errors++
		}
	}
	return errors
}
