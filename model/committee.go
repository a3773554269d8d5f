package model

import (
	"fmt"
	"math"
	"math/rand/v2"

	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/instances"
	"fbp/internal/fault"
	"fbp/theory"
)

// Committee is a committee machine: K hidden units with binary or spherical weights,
// whose outputs the second layer adds up with weights c_l = ±1. A pattern has stability
//
//	Ξ^μ = (σ^μ/√K) Σ_l c_l g(λ_l),
//
// λ_l being the field of unit l, and is learned with margin κ when Ξ^μ > κ. Units of
// sign have g = sign, c = +1, and the output is that of their majority. In the
// layout "tree" the inputs are shared out among the units, unit l reading those
// from l N/K on; in the layout "full" every unit sees all of them. Weights are
// listed unit by unit. Binary ones are ±1; spherical ones are real numbers, with
// Σ w² of a unit equal to its number of inputs, which no sign unit feels.
type Committee struct {
	N          int     `toml:"n" min:"1" max:"10000000" help:"number of inputs"`
	Hidden     int     `toml:"hidden" min:"1" max:"10001" help:"number K of hidden units"`
	Layout     string  `toml:"layout" oneof:"tree|full" help:"inputs shared out among the units, or all seen by each"`
	Activation string  `toml:"activation" oneof:"sign" help:"output of a hidden unit"`
	Weights    string  `toml:"weights" oneof:"binary|spherical" help:"what the weights of the units can be"`
	Kappa      float64 `toml:"kappa" help:"margin that every stability must exceed"`
}

// The layouts that a config can name.
const (
	Tree = "tree"
	Full = "full"
)

// The weights that a config can name.
const (
	BinaryWeights    = "binary"
	SphericalWeights = "spherical"
)

// NewCommittee is a tree of sign units whose size is to be filled in.
func NewCommittee() *Committee {
	return &Committee{Layout: Tree, Activation: "sign", Weights: BinaryWeights}
}

// Validate implements [Model].
func (m *Committee) Validate() error {
	switch {
	case m.N < 1:
		return fault.New("n", m.N, "want n >= 1")
	case m.Hidden < 1:
		return fault.New("hidden", m.Hidden, "want hidden >= 1")
	case m.Hidden%2 == 0:
		return fault.New("hidden", m.Hidden, "want an odd number of sign units, or their votes can tie")
	case m.Layout == Tree && m.N%m.Hidden != 0:
		return fault.New("hidden", m.Hidden, "want a divisor of n = %d: a tree shares the inputs out among its units", m.N)
	case m.Weights != SphericalWeights && m.perUnit()%2 == 0:
		return fault.New("n", m.N, "want an odd number of inputs per unit, not %d, or a unit can tie", m.perUnit())
	case !(math.Abs(m.Kappa)*math.Sqrt(float64(m.Hidden)) < float64(m.Hidden)):
		return fault.New("kappa", m.Kappa, "want |kappa| < √hidden, the largest stability there is")
	}
	return nil
}

// perUnit is the number of inputs of a unit, and of its weights.
func (m *Committee) perUnit() int {
	if m.Layout == Full {
		return m.N
	}
	return m.N / max(1, m.Hidden)
}

// Dim implements [Model].
func (m *Committee) Dim() int { return m.Hidden * m.perUnit() }

// Inputs implements [Model].
func (m *Committee) Inputs() int { return m.N }

// firstInput is the first input of unit l.
func (m *Committee) firstInput(l int) int {
	if m.Layout == Full {
		return 0
	}
	return l * m.perUnit()
}

// Output implements [Model].
func (m *Committee) Output(w, x []float64) float64 {
	votes, n := 0.0, m.perUnit()
	for l := range m.Hidden {
		sum, first := 0.0, m.firstInput(l)
		for j, wj := range w[l*n : (l+1)*n] {
			sum += float64(wj * x[first+j])
		}
		votes += math.Copysign(1, sum+0)
	}
	return math.Copysign(1, votes+0)
}

// Outputs implements [instances.ManyLabeller]. Binary weights are taken by their signs.
func (m *Committee) Outputs(dst, w []float64, p *instances.Patterns) []float64 {
	for mu, sum := range m.sums(w, p) {
		dst = append(dst, math.Copysign(1, float64(sum)*p.Label(mu)))
	}
	return dst
}

// StreamKeys implements [instances.StreamNamer].
func (m *Committee) StreamKeys() []any {
	return []any{"committee", m.Hidden, m.Layout, m.Activation, m.Weights}
}

// DrawWeights implements [instances.WeightsDrawer]: spherical weights are uniform on
// the sphere of each unit.
func (m *Committee) DrawWeights(rng *rand.Rand) []float64 {
	if m.Weights != SphericalWeights {
		return nil
	}
	w := make([]float64, m.Dim())
	for i := range w {
		w[i] = gauss.Deviate(rng.Uint64())
	}
	n := m.perUnit()
	for l := range m.Hidden {
		normalize(w[l*n:(l+1)*n], math.Sqrt(float64(n)))
	}
	return w
}

// sums are the stabilities √K Ξ of the patterns under weights w, binary ones taken by
// their signs.
func (m *Committee) sums(w []float64, p *instances.Patterns) []int {
	if m.Weights == SphericalWeights {
		return m.Units(p).votes(w)
	}
	sums, n := make([]int, p.P), m.perUnit()
	for l := range m.Hidden {
		units, packed := m.unit(l, p), instances.PackSigns(w[l*n:(l+1)*n])
		for mu := range sums {
			sums[mu] += factorgraph.Sign(units.DotSigns(mu, packed))
		}
	}
	return sums
}

// unit is the patterns as unit l sees them.
func (m *Committee) unit(l int, p *instances.Patterns) *instances.Patterns {
	if m.Layout == Full {
		return p
	}
	return p.Inputs(l*m.perUnit(), (l+1)*m.perUnit())
}

// Margin implements [Margined].
func (m *Committee) Margin() float64 { return m.Kappa }

// WithMargin implements [Margined].
func (m *Committee) WithMargin(kappa float64) Model {
	other := *m
	other.Kappa = kappa
	return &other
}

// TypicalEntropy implements [Typical] for trees of at most [theory.MostHidden] units:
// replica symmetry. Of full committees, whose units can be exchanged, it is not known.
func (m *Committee) TypicalEntropy(alpha float64) (float64, bool) {
	if m.Layout != Tree || m.Activation != "sign" || m.Weights != BinaryWeights || m.Hidden > theory.MostHidden {
		return 0, false
	}
	votes := (m.least() + m.Hidden) / 2 // of units for the label
	if votes < 1 {
		return 0, false
	}
	p, err := theory.Tree{Hidden: m.Hidden, Votes: votes}.RS(alpha)
	return p.Entropy, err == nil
}

// Stabilities implements [Constrained]. Binary weights are taken by their signs.
func (m *Committee) Stabilities(dst, w []float64, p *instances.Patterns) []float64 {
	scale := 1 / math.Sqrt(float64(m.Hidden))
	for _, sum := range m.sums(w, p) {
		dst = append(dst, float64(sum)*scale)
	}
	return dst
}

// Errors implements [Constrained]: patterns with Ξ ≤ κ.
func (m *Committee) Errors(w []float64, p *instances.Patterns) int {
	errors, least := 0, m.least()
	for _, sum := range m.sums(w, p) {
		if sum < least {
			errors++
		}
	}
	return errors
}

// least is the smallest sum of K signs whose stability exceeds the margin.
func (m *Committee) least() int { return leastAbove(m.Kappa, m.Hidden) }

// Lattice implements [Constrained]: sums of K signs over √K.
func (m *Committee) Lattice() Lattice { return signLattice(m.Hidden) }

// StartNoise implements [Balanced]: the units of the full layout can be exchanged.
func (m *Committee) StartNoise() float64 {
	if m.Exchangeable() {
		return 0.1
	}
	return 0
}

// Exchangeable implements [Exchangeable].
func (m *Committee) Exchangeable() bool { return m.Layout == Full && m.Hidden > 1 }

// FailureForeseen implements [Foreseeable]: at 297 weights of 3 and 9 units and
// α = 0.65 and 0.75, no search of 16 that solves its sample has Σ_int < 0 with errors
// left, and each that fails has, for two thirds of its sweeps.
func (m *Committee) FailureForeseen() bool { return m.Weights != SphericalWeights }

// Supports implements [Graphed].
func (m *Committee) Supports(n factorgraph.Numerics) error {
	switch {
	case m.Weights == SphericalWeights:
		return fault.New("kind", nil, "want weights = %q, not %q, to pass messages", BinaryWeights, m.Weights)
	case n.Accuracy == factorgraph.AMP:
		return fault.New("accuracy", n.Accuracy, "want %q or %q for a committee", factorgraph.Accurate, factorgraph.Exact)
	case n.Precision == factorgraph.Float32:
		return fault.New("precision", n.Precision, "want %q for a committee", factorgraph.Float64)
	}
	return nil
}

// Graph implements [Graphed].
func (m *Committee) Graph(p *instances.Patterns, how factorgraph.Numerics) (*factorgraph.Graph, error) {
	if p.N != m.N {
		return nil, fmt.Errorf("patterns of %d inputs for %d", p.N, m.N)
	}
	if how.Accuracy != factorgraph.Exact && how.Accuracy != factorgraph.Accurate {
		return nil, fmt.Errorf("unknown accuracy %q", how.Accuracy)
	}
	if m.Hidden == 1 { // the sum of a single unit is that of a perceptron
		return dense(m.N, factorgraph.HalfLine{Least: 1}, p, how)
	}
	g := &factorgraph.Graph{N: m.Dim(), Prior: factorgraph.Binary{}}
	units := make([]*instances.Patterns, m.Hidden)
	for l := range units {
		units[l] = m.unit(l, p)
	}
	row := m.rows(how.Accuracy, g.Prior)
	for mu := range p.P {
		signs := make([][]uint64, m.Hidden)
		for l := range signs {
			signs[l] = units[l].Row(mu)
		}
		g.Rows = append(g.Rows, row(signs))
	}
	return g, nil
}

// rows makes the row of a pattern, given the inputs of each unit.
func (m *Committee) rows(accuracy factorgraph.Accuracy, prior factorgraph.Prior) func(signs [][]uint64) factorgraph.Row {
	n := m.perUnit()
	if accuracy == factorgraph.Accurate {
		majority := factorgraph.Majority{Need: (m.least() + m.Hidden) / 2}
		return func(signs [][]uint64) factorgraph.Row {
			return &factorgraph.Committee{Majority: majority, Units: signs, Inputs: n}
		}
	}
	table, second := factorgraph.NewSumTable(n), make([]int, m.Hidden)
	for l := range second {
		second[l] = 1
	}
	return func(signs [][]uint64) factorgraph.Row {
		return factorgraph.Edgewise{Prior: prior, Factor: &factorgraph.ExactCommittee{
			Units: signs, Inputs: n, Second: second, Activation: factorgraph.Sign, Least: m.least(), Table: table}}
	}
}
