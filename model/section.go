package model

import "fbp/internal/fault"

// Section is the keys of a kind of [model] in a config, which resolve to an
// architecture.
type Section interface {
	// Validate says which key is out of range, or does not go with another. It is a
	// fault.Fault of the key: "n = 0: want n >= 1".
	Validate() error
	// Model is the architecture, of keys that are valid.
	Model() Model
}

// Neuron is the section of kind "perceptron": one unit, whose field has to exceed a margin.
type Neuron struct {
	N       int     `toml:"n" example:"501" min:"1" max:"10000000" help:"number of weights"`
	Kappa   float64 `toml:"kappa" help:"margin that every stability must exceed"`
	Weights string  `toml:"weights" oneof:"binary|spherical" absent:"binary" help:"weights ±1, or real numbers with a fixed norm"`
}

// NewNeuron is a binary perceptron whose size is to be filled in.
func NewNeuron() *Neuron { return &Neuron{Weights: BinaryWeights} }

// Model implements [Section].
func (s *Neuron) Model() Model {
	return &Architecture{layout{N: s.N, Hidden: 1}, s.Kappa, Weights(s.Weights), threshold{}}
}

// Validate implements [Section].
func (s *Neuron) Validate() error { return s.Model().Validate() }

// Committee is the section of kind "committee": K hidden units, whose outputs the second
// layer combines.
type Committee struct {
	N          int     `toml:"n" example:"501" min:"1" max:"10000000" help:"number of inputs"`
	Hidden     int     `toml:"hidden" example:"3" min:"1" max:"10001" help:"number K of hidden units"`
	Layout     string  `toml:"layout" oneof:"tree|full" help:"inputs divided among the units, or all of them for each unit"`
	Activation string  `toml:"activation" oneof:"sign|relu" help:"output of a hidden unit"`
	Weights    string  `toml:"weights" oneof:"binary|spherical" help:"weights ±1, or real numbers with a fixed norm in each unit"`
	Output     string  `toml:"output" oneof:"majority|parity|at_least" absent:"majority" help:"what becomes of the outputs of the units: the sign of their sum, their product, or whether enough of them are +1"`
	Need       int     `toml:"need,omitempty" min:"1" max:"10001" absent:"" help:"of output at_least: number of units that have to say +1"`
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
	AtLeastOutput  = "at_least"
)

// NewCommittee is a tree of sign units whose size is to be filled in.
func NewCommittee() *Committee {
	return &Committee{Layout: Tree, Activation: SignUnits, Weights: BinaryWeights, Output: MajorityOutput}
}

// Model implements [Section].
func (s *Committee) Model() Model {
	a := &Architecture{layout{s.N, s.Hidden, s.Layout == Full}, s.Kappa, Weights(s.Weights), majority{}}
	switch {
	case s.Output == ParityOutput:
		a.output = parity{}
	case s.Output == AtLeastOutput:
		a.output = atLeast{need: s.Need}
	case s.Activation == ReLUUnits:
		a.output = rectified{}
	}
	return a
}

// Validate implements [Section].
func (s *Committee) Validate() error {
	if err := (layout{N: s.N, Hidden: s.Hidden}).sized(); err != nil {
		return err
	}
	majority := s.Output != ParityOutput && s.Output != AtLeastOutput
	switch {
	case s.Need != 0 && s.Output != AtLeastOutput:
		return fault.New("need", s.Need, "has no meaning with output %q", s.Output)
	case !majority && s.Activation != SignUnits:
		return fault.New("output", s.Output, "want %q with ReLU units", MajorityOutput)
	case !majority && s.Weights != BinaryWeights:
		return fault.New("weights", s.Weights, "want %q with output %q", BinaryWeights, s.Output)
	case s.Activation == ReLUUnits && s.Weights != BinaryWeights:
		return fault.New("weights", s.Weights, "want %q with ReLU units", BinaryWeights)
	}
	return s.Model().Validate()
}

// Symmetric is the section of kind "symmetric_perceptron": one unit with weights ±1, whose
// field has to lie in a band.
type Symmetric struct {
	N     int     `toml:"n" example:"501" min:"1" max:"1000000" help:"number of weights"`
	Kappa float64 `toml:"kappa" example:"1.0" above:"0" help:"largest stability, of either sign, that is allowed"`
}

// Model implements [Section].
func (s *Symmetric) Model() Model { return NewSymmetric(s.N, s.Kappa) }

// Validate implements [Section].
func (s *Symmetric) Validate() error { return s.Model().Validate() }
