package model

import (
	"math"
	"slices"

	"fbp/instances"
	"fbp/internal/fault"
	"fbp/internal/traits"
)

// BinaryMLP is a network of several layers of sign units with binary weights, without
// biases: of an input x of N signs, or real numbers,
//
//	h¹ = sign(W¹ x),  h² = sign(W² h¹),  …,  z = w·h,
//
// the last w being the weights of the one output unit on the last hidden layer, of H
// units. A pattern with the label σ has stability σz/√H and is learned when that is
// positive. Weights are listed layer by layer, unit by unit, those of the output last.
//
// N and all widths are odd, so that no sum of signs is zero: with ties the output would
// not change sign with the input, nor stay the same when a hidden unit changes the sign
// of its weights and of those that read it. N real inputs may be any number. Source: the networks of PRL 127, 278301
// (2021), supplement, Fig. 8.
type BinaryMLP struct {
	N      int   `toml:"n" example:"501" min:"1" max:"10000000" help:"number of inputs, odd unless they are real numbers"`
	Layers []int `toml:"layers" example:"[21]" min:"1" max:"100001" help:"numbers of units of the hidden layers, from the inputs on, all odd"`
}

// mostWeights bounds the weights of a network.
const mostWeights = 1 << 31

// Layer is the shape of a layer of weights: so many units, each of so many inputs.
type Layer struct{ Units, Inputs int }

// Weights is their number.
func (l Layer) Weights() int { return l.Units * l.Inputs }

// Traits implements [Model].
func (m *BinaryMLP) Traits() Traits {
	return Traits{Network: traits.Layered, Weights: BinaryWeights, Activation: SignUnits}
}

// Shape are the layers of weights from the inputs on; the last has one unit.
func (m *BinaryMLP) Shape() (layers []Layer) {
	inputs := m.N
	for _, units := range append(slices.Clone(m.Layers), 1) {
		layers = append(layers, Layer{units, inputs})
		inputs = units
	}
	return layers
}

// Validate implements [Model].
func (m *BinaryMLP) Validate() error {
	switch {
	case m.N < 1:
		return fault.New("n", m.N, "want n >= 1")
	case len(m.Layers) == 0:
		return fault.New("layers", m.Layers, "want the widths of the hidden layers, [101, 101] for one")
	}
	for _, units := range m.Layers {
		if units < 1 || units%2 == 0 {
			return fault.New("layers", m.Layers, "want odd widths, or units of the next layer can tie")
		}
	}
	total := 0.0
	for _, l := range m.Shape() {
		total += float64(l.Units) * float64(l.Inputs)
	}
	if total > mostWeights {
		return fault.New("layers", m.Layers, "want at most %d weights, not %.3g", int64(mostWeights), total)
	}
	if m.N%2 == 0 {
		return ofSigns("n", m.N, "want an odd number, or units can tie (leave an input out: drop of [instance] does)")
	}
	return nil
}

// Model implements [Section].
func (m *BinaryMLP) Model() Model { return m }

// Dim implements [Model].
func (m *BinaryMLP) Dim() (n int) {
	for _, l := range m.Shape() {
		n += l.Weights()
	}
	return n
}

// Weights implements [Model].
func (m *BinaryMLP) Weights() Weights { return BinaryWeights }

// Inputs implements [Model].
func (m *BinaryMLP) Inputs() int { return m.N }

// Output implements [Model].
func (m *BinaryMLP) Output(w, x []float64) float64 {
	states, z := slices.Clone(x), 0.0
	for _, l := range m.Shape() {
		next := make([]float64, l.Units)
		for k := range next {
			z = 0
			for i, wi := range w[k*l.Inputs : (k+1)*l.Inputs] {
				z += float64(wi * states[i])
			}
			next[k] = math.Copysign(1, z+0)
		}
		w, states = w[l.Weights():], next
	}
	return states[0]
}

// outputs appends the labels of patterns to dst. Weights are taken by their signs.
func (m *BinaryMLP) outputs(dst, w []float64, p *instances.Patterns) []float64 {
	for mu, sum := range m.sums(w, p) {
		dst = append(dst, math.Copysign(1, float64(float64(sum)*p.Label(mu))))
	}
	return dst
}

// sums are z of the patterns, gauged so that their labels are +1.
func (m *BinaryMLP) sums(w []float64, p *instances.Patterns) []int {
	b, sums := NewBitNetwork(m), make([]int, p.P)
	b.Take(w)
	for mu := range sums {
		sums[mu] = b.of(p, mu)
	}
	return sums
}

// last is the number H of inputs of the output unit.
func (m *BinaryMLP) last() int {
	if k := len(m.Layers); k > 0 {
		return m.Layers[k-1]
	}
	return m.N
}

// Stabilities implements [Model]. Weights are taken by their signs.
func (m *BinaryMLP) Stabilities(dst, w []float64, p *instances.Patterns) []float64 {
	scale := 1 / m.Lattice().Scale
	for _, sum := range m.sums(w, p) {
		dst = append(dst, float64(sum)*scale)
	}
	return dst
}

// Errors implements [Model]: patterns with the other output.
func (m *BinaryMLP) Errors(w []float64, p *instances.Patterns) int {
	b := NewBitNetwork(m)
	b.Take(w)
	return b.Wrong(p)
}

// Margin implements [Model].
func (m *BinaryMLP) Margin() float64 { return 0 }

// CanTie implements [Model].
func (m *BinaryMLP) CanTie() bool { return false }

// PerVoter implements [Model].
func (m *BinaryMLP) PerVoter() int { return 0 }

// Lattice implements [Model]: sums of H signs over √H.
func (m *BinaryMLP) Lattice() Lattice { return signLattice(m.last()) }
