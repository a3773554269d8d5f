package model

import (
	"math"
	"math/rand/v2"

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
// λ_l = w_l·x_l/√n being the field of unit l, w_l its n weights and x_l its inputs, and
// is learned with margin κ when Ξ^μ > κ. Units of sign have g = sign, c = +1, and the
// output is that of their majority. ReLU units have g(λ) = max(0, λ), and c = +1 for the
// first half of them, −1 for the other. In the layout "tree" the inputs are shared out among the units, unit l reading those
// from l N/K on; in the layout "full" every unit sees all of them. Weights are
// listed unit by unit. Binary ones are ±1; spherical ones are real numbers, with
// Σ w² of a unit equal to its number of inputs, which no sign unit feels.
type Committee struct {
	N          int     `toml:"n" min:"1" max:"10000000" help:"number of inputs"`
	Hidden     int     `toml:"hidden" min:"1" max:"10001" help:"number K of hidden units"`
	Layout     string  `toml:"layout" oneof:"tree|full" help:"inputs divided among the units, or all of them for each unit"`
	Activation string  `toml:"activation" oneof:"sign|relu" help:"output of a hidden unit"`
	Weights    string  `toml:"weights" oneof:"binary|spherical" help:"weights ±1, or real numbers with a fixed norm in each unit"`
	Kappa      float64 `toml:"kappa" help:"margin that every stability must exceed"`
}

// The layouts that a config can name.
const (
	Tree = "tree"
	Full = "full"
)

// The activations that a config can name.
const (
	SignUnits = "sign"
	ReLUUnits = "relu"
)

// The weights that a config can name.
const (
	BinaryWeights    = "binary"
	SphericalWeights = "spherical"
)

// NewCommittee is a tree of sign units whose size is to be filled in.
func NewCommittee() *Committee {
	return &Committee{Layout: Tree, Activation: SignUnits, Weights: BinaryWeights}
}

// Validate implements [Model].
func (m *Committee) Validate() error {
	switch {
	case m.N < 1:
		return fault.New("n", m.N, "want n >= 1")
	case m.Hidden < 1:
		return fault.New("hidden", m.Hidden, "want hidden >= 1")
	case m.rectified() && m.Weights != BinaryWeights:
		return fault.New("weights", m.Weights, "want %q with ReLU units", BinaryWeights)
	case m.rectified() && m.Hidden%2 != 0:
		return fault.New("hidden", m.Hidden, "want an even number of ReLU units, of which half count −1")
	case !m.rectified() && m.Hidden%2 == 0:
		return fault.New("hidden", m.Hidden, "want an odd number of sign units, or their votes can tie")
	case m.Layout == Tree && m.N%m.Hidden != 0:
		return fault.New("hidden", m.Hidden, "want a divisor of n = %d: a tree shares the inputs out among its units", m.N)
	case !m.rectified() && m.Weights != SphericalWeights && m.perUnit()%2 == 0:
		return fault.New("n", m.N, "want an odd number of inputs per unit, not %d, or a unit can tie", m.perUnit())
	case m.rectified() && !(math.Abs(m.Kappa)*m.scale() < float64(m.most())):
		return fault.New("kappa", m.Kappa, "want |kappa| < √(number of weights)/2, the largest stability there is")
	case !m.rectified() && !(math.Abs(m.Kappa)*m.scale() < float64(m.most())):
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
	total, n := 0.0, m.perUnit()
	for l := range m.Hidden {
		sum, first := 0.0, m.firstInput(l)
		for j, wj := range w[l*n : (l+1)*n] {
			sum += float64(wj * x[first+j])
		}
		if m.rectified() {
			total += float64(float64(m.second(l)) * max(0, sum))
		} else {
			total += math.Copysign(1, sum+0)
		}
	}
	return math.Copysign(1, total+0)
}

// Outputs implements [instances.ManyLabeller]. Binary weights are taken by their signs.
func (m *Committee) Outputs(dst, w []float64, p *instances.Patterns) []float64 {
	for mu, sum := range m.sums(w, p) {
		dst = append(dst, math.Copysign(1, float64(float64(sum)*p.Label(mu))+0))
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

// sums are the stabilities of the patterns under weights w, binary ones taken by their
// signs, as integers: √K Ξ of sign units, √(K n) Ξ of ReLU units with n weights each.
func (m *Committee) sums(w []float64, p *instances.Patterns) []int {
	if m.Weights == SphericalWeights {
		return m.Units(p).votes(w)
	}
	sums, n := make([]int, p.P), m.perUnit()
	for l := range m.Hidden {
		units, packed := m.unit(l, p), instances.PackSigns(w[l*n:(l+1)*n])
		for mu := range sums {
			sums[mu] += m.contribution(l, units.DotSigns(mu, packed), p.Label(mu) < 0)
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
	if m.Layout != Tree || m.rectified() || m.Hidden > theory.MostHidden {
		return 0, false
	}
	weights := theory.Binary
	if m.Weights == SphericalWeights {
		weights = theory.Spherical
	}
	votes := (m.least() + m.Hidden) / 2 // of units for the label
	if votes < 1 {
		return 0, false
	}
	p, err := theory.Tree{Hidden: m.Hidden, Votes: votes, Weights: weights}.RS(alpha)
	return p.Entropy, err == nil
}

// Stabilities implements [Constrained]. Binary weights are taken by their signs.
func (m *Committee) Stabilities(dst, w []float64, p *instances.Patterns) []float64 {
	scale := 1 / m.scale()
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

// StartNoise implements [Balanced]: the units of the full layout can be exchanged.
func (m *Committee) StartNoise() float64 {
	if m.Exchangeable() {
		return 0.1
	}
	return 0
}

// Exchangeable implements [Exchangeable].
func (m *Committee) Exchangeable() bool { return m.Layout == Full && m.Hidden > 1 }

// FailureForeseen implements [Foreseeable]. Sign units were tried, ReLU units were not.
func (m *Committee) FailureForeseen() bool {
	return m.Weights != SphericalWeights && !m.rectified()
}
