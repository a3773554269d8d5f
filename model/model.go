// Package model holds the architectures whose solutions are studied, and what
// each of them can offer to an algorithm.
//
// Place in the flow: a config names a model and an instance; together they are
// a Problem. An algorithm asks the Problem's model for what it needs, such as a
// factor graph ([Abilities]), when the plan is made, so that a combination
// that cannot work is refused before any work starts.
//
// Begin with [NewPerceptron] or another architecture, and [NewProblem].
package model

import (
	"math"
	"math/rand/v2"
	"time"

	"fbp/instances"
	"fbp/results"
)

// Model is an architecture: a map from inputs to a label, given its weights. Every pattern
// has a stability, the output unit's field, and is learned when that lies where the model
// wants it.
type Model interface {
	// Validate says which of the model's own parameters is out of range.
	// It is a fault.Fault of the parameter's key: "n = 0: want n >= 1".
	Validate() error
	// Dim is the number of weights N.
	Dim() int
	// Inputs is the number of inputs of one pattern.
	Inputs() int
	// Output is the label, ±1, that weights w give to input x; +1 on a tie.
	Output(w, x []float64) float64
	// Labelling is what sources of patterns have to know of its labels and teachers.
	Labelling() instances.Labelling
	// Weights is what weights are: ±1, or real numbers.
	Weights() Weights
	// Stabilities appends the stability of every pattern under weights w to dst.
	Stabilities(dst, w []float64, p *instances.Patterns) []float64
	// Errors counts the patterns that are not learned: all, by weights on spheres that have no
	// direction ([Undirected]).
	Errors(w []float64, p *instances.Patterns) int
	// Lattice is where stabilities can lie.
	Lattice() Lattice
	// Margin is the margin κ, 0 of a model that asks for none.
	Margin() float64
	// CanTie tells whether the stability of a pattern can equal the margin, so that it is
	// neither learned nor violated. Such patterns count among the errors.
	CanTie() bool
	// PerVoter is the number of inputs of a unit of binary weights that votes for the label of a
	// pattern or against it, one unit alone deciding; 0 where units do not.
	PerVoter() int
	// Traits are what theories share with the architecture.
	Traits() Traits
	// Abilities are what it offers beyond this.
	Abilities() Abilities
	// Freedom are the layers of weights, as they are listed, with what leaves the outputs
	// as they are.
	Freedom() []Freedom
}

// Weights is what the weights of a model are: [BinaryWeights] or [SphericalWeights]. What
// flips weights or counts them wants the former, by name.
type Weights string

// Search is what the symmetries of a model, and what is known of its failures, mean for
// message passing.
type Search struct {
	// StartNoise is the size of the messages to start from, as tanh u: zero messages, 0,
	// are a fixed point of models that look the same after a change of all weights, w →
	// −w or an exchange of hidden units.
	StartNoise float64
	// Attracting: small messages vanish while replicas are weakly coupled, as where a
	// unit's message is a product of what is known of the others, so that a search starts
	// again at the next coupling.
	Attracting bool
	// Copies: every solution comes in copies, weights exchanged with weights or of the
	// other sign, among which a weak pull to one of them does not choose.
	Copies bool
	// FailureForeseen: once the entropy Σ_int of a replica is far below zero while
	// patterns are not learned, no later step learns them.
	FailureForeseen bool
}

// Weighing is the factor of a pattern as a function of its stability.
type Weighing struct {
	// Log is its logarithm, at most 0; −Inf for a factor 0.
	Log func(stability float64) float64
	// Width is the distance over which a smooth factor changes; 0 at a kink or a jump.
	Width float64
}

// Lattice is the set of values (Step k + Offset)/Scale, k integer. Step 0 is no
// lattice: any value.
type Lattice struct {
	Step, Offset int
	Scale        float64
}

// Traits are what theories of an architecture share with it, in the words of package traits. One
// hidden unit makes a perceptron.
type Traits struct {
	Network                     string // traits.Perceptron and so on
	Weights, Activation, Layout string
	Hidden                      int
	Kappa                       float64
}

// LinearUnits is the activation of a perceptron, whose one unit is its output.
const LinearUnits = "linear"

// Normalize scales each group of weights of m to its norm. Groups without a direction
// stay as they are.
func Normalize(m *Architecture, w []float64) {
	n := len(w) / m.Spheres()
	for lo := 0; lo < len(w); lo += n {
		normalize(w[lo:lo+n], math.Sqrt(float64(n)))
	}
}

// Problem is what a task solves: a model and what it must learn.
type Problem struct {
	Model  Model
	Data   *instances.Data
	Keeper Keeper // of the solver's state; nil: nothing is kept
	// Cores is how many goroutines may work on the problem now; nil: one. Results do not
	// depend on it.
	Cores func() int
	// Stream is the stream of random numbers of a purpose, "start" for one; nil in a
	// problem whose solver draws none.
	Stream func(purpose string) *rand.Rand
	// Outside is where a solver may run a program; nil where it may not.
	Outside *Outside
}

// Outside is where a program that is no part of fbp may search.
type Outside struct {
	Folder string // in which a folder for its files may be made
	// Ended is told how the program ended, and its processor time.
	Ended func(how results.Outside, cpu time.Duration)
}
