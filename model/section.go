package model

import (
	"fbp/instances"
	"fbp/internal/fault"
)

// Section is the keys of a kind of [model] in a config, which resolve to an
// architecture.
type Section interface {
	// Validate says which key is out of range, or does not go with another. It is a
	// fault.Fault of the key: "n = 0: want n >= 1".
	Validate() error
	// Model is the architecture, of keys that are valid.
	Model() Model
}

// Neuron is the section of kind "perceptron": a [Perceptron], or with spherical weights
// a [SphericalPerceptron].
type Neuron struct {
	N       int     `toml:"n" min:"1" max:"10000000" help:"number of weights"`
	Kappa   float64 `toml:"kappa" help:"margin that every stability must exceed"`
	Weights string  `toml:"weights" oneof:"binary|spherical" absent:"binary" help:"weights ±1, or real numbers with a fixed norm"`
}

// NewNeuron is a binary perceptron whose size is to be filled in.
func NewNeuron() *Neuron { return &Neuron{Weights: BinaryWeights} }

// Model implements [Section].
func (s *Neuron) Model() Model {
	if s.Weights == SphericalWeights {
		return &SphericalPerceptron{s.N, s.Kappa}
	}
	return &Perceptron{s.N, s.Kappa}
}

// Validate implements [Section].
func (s *Neuron) Validate() error { return s.Model().Validate() }

// Committee is the section of kind "committee": K hidden units, whose outputs the second
// layer combines. It is a [SignCommittee], a [SphericalCommittee], a [ReLUCommittee] or
// a [ParityMachine].
type Committee struct {
	N          int     `toml:"n" min:"1" max:"10000000" help:"number of inputs"`
	Hidden     int     `toml:"hidden" min:"1" max:"10001" help:"number K of hidden units"`
	Layout     string  `toml:"layout" oneof:"tree|full" help:"inputs divided among the units, or all of them for each unit"`
	Activation string  `toml:"activation" oneof:"sign|relu" help:"output of a hidden unit"`
	Weights    string  `toml:"weights" oneof:"binary|spherical" help:"weights ±1, or real numbers with a fixed norm in each unit"`
	Output     string  `toml:"output" oneof:"majority|parity" absent:"majority" help:"what becomes of the outputs of the units: the sign of their sum, or their product"`
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

// The outputs that a config can name.
const (
	MajorityOutput = "majority"
	ParityOutput   = "parity"
)

// NewCommittee is a tree of sign units whose size is to be filled in.
func NewCommittee() *Committee {
	return &Committee{Layout: Tree, Activation: SignUnits, Weights: BinaryWeights, Output: MajorityOutput}
}

// Model implements [Section].
func (s *Committee) Model() Model {
	l := layout{s.N, s.Hidden, s.Layout == Full}
	switch {
	case s.Output == ParityOutput:
		return &ParityMachine{l}
	case s.Activation == ReLUUnits:
		return &ReLUCommittee{l, s.Kappa}
	case s.Weights == SphericalWeights:
		return &SphericalCommittee{l, s.Kappa}
	}
	return &SignCommittee{l, s.Kappa}
}

// Validate implements [Section].
func (s *Committee) Validate() error {
	if err := (layout{N: s.N, Hidden: s.Hidden}).sized(); err != nil {
		return err
	}
	parity := s.Output == ParityOutput
	switch {
	case parity && s.Activation != SignUnits:
		return fault.New("output", s.Output, "want %q with ReLU units", MajorityOutput)
	case parity && s.Weights != BinaryWeights:
		return fault.New("weights", s.Weights, "want %q with output %q", BinaryWeights, s.Output)
	case parity && s.Kappa != 0:
		return fault.New("kappa", s.Kappa, "want kappa = 0 with output %q: a product is 1 or −1", s.Output)
	case s.Activation == ReLUUnits && s.Weights != BinaryWeights:
		return fault.New("weights", s.Weights, "want %q with ReLU units", BinaryWeights)
	}
	return s.Model().Validate()
}

// layout is how the hidden units of a committee see the inputs: in a tree they are shared
// out among the units, unit l reading those from l N/K on; in the full layout every unit
// sees all of them. Weights are listed unit by unit.
type layout struct {
	N, Hidden int // number of inputs, and of units K
	Full      bool
}

// sized says that there are inputs and units.
func (l layout) sized() error {
	switch {
	case l.N < 1:
		return fault.New("n", l.N, "want n >= 1")
	case l.Hidden < 1:
		return fault.New("hidden", l.Hidden, "want hidden >= 1")
	}
	return nil
}

// shared says that a tree can share its inputs out.
func (l layout) shared() error {
	if !l.Full && l.N%l.Hidden != 0 {
		return fault.New("hidden", l.Hidden, "want a divisor of n = %d: a tree shares the inputs out among its units", l.N)
	}
	return nil
}

// odd says that units have an odd number of inputs ±1.
func (l layout) odd() error {
	if l.perUnit()%2 == 0 {
		return ofSigns("n", l.N, "want an odd number of inputs per unit, not %d, or a unit can tie", l.perUnit())
	}
	return nil
}

// perUnit is the number of inputs of a unit, and of its weights.
func (l layout) perUnit() int {
	if l.Full {
		return l.N
	}
	return l.N / max(1, l.Hidden)
}

// Dim implements [Model].
func (l layout) Dim() int { return l.Hidden * l.perUnit() }

// Inputs implements [Model].
func (l layout) Inputs() int { return l.N }

// firstInput is the first input of unit k.
func (l layout) firstInput(k int) int {
	if l.Full {
		return 0
	}
	return k * l.perUnit()
}

// of are the weights of unit k.
func (l layout) of(k int, w []float64) []float64 { return w[k*l.perUnit() : (k+1)*l.perUnit()] }

// unit is the patterns as unit k sees them.
func (l layout) unit(k int, p *instances.Patterns) *instances.Patterns {
	if l.Full || l.Hidden == 1 {
		return p
	}
	return p.Inputs(k*l.perUnit(), (k+1)*l.perUnit())
}

// sum is Σ w x of unit k.
func (l layout) sum(k int, w, x []float64) (sum float64) {
	first := l.firstInput(k)
	for j, wj := range l.of(k, w) {
		sum += float64(wj * x[first+j])
	}
	return sum
}

// streamKeys are the keys of a teacher's streams.
func (l layout) streamKeys(activation, weights string) []any {
	name := Tree
	if l.Full {
		name = Full
	}
	return []any{"committee", l.Hidden, name, activation, weights}
}

// traits are those of units of the layout, whose outputs become that of a network.
func (l layout) traits(network, weights, activation string, kappa float64) Traits {
	if l.Hidden == 1 { // any margin below that of its one vote is none
		return Traits{PerceptronNet, weights, LinearUnits, "", 1, 0}
	}
	name := Tree
	if l.Full {
		name = Full
	}
	return Traits{network, weights, activation, name, l.Hidden, kappa}
}

// search is what the symmetries of the layout ask of a search: units of the full layout
// can be exchanged, so that messages have to start from noise.
func (l layout) search() Search {
	if l.Full && l.Hidden > 1 {
		return Search{StartNoise: 0.1, Copies: true}
	}
	return Search{}
}

// TakesReal implements [instances.TakesReal].
func (layout) TakesReal() error { return nil }

// Weights implements [Model], of most committees.
func (layout) Weights() Weights { return BinaryWeights }

// integral is a committee whose stabilities are integers over a scale.
type integral interface {
	// sums are the stabilities of the patterns, as integers.
	sums(w []float64, p *instances.Patterns) []int
	// least is the smallest sum that is learned.
	least() int
	scale() float64
}

// stabilities appends those of a committee.
func stabilities(m integral, dst, w []float64, p *instances.Patterns) []float64 {
	scale := 1 / m.scale()
	for _, sum := range m.sums(w, p) {
		dst = append(dst, float64(sum)*scale)
	}
	return dst
}

// tooSmall counts sums below the least.
func tooSmall(m integral, w []float64, p *instances.Patterns) (errors int) {
	least := m.least()
	for _, sum := range m.sums(w, p) {
		if sum < least {
			errors++
		}
	}
	return errors
}
