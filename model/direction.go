package model

import (
	"fmt"
	"math"
)

// leastLength and mostLength are the norms between which the square of a norm has all of its digits: below,
// squares of numbers underflow, and above they overflow.
const leastLength, mostLength = 0x1p-450, math.MaxFloat64

// directed tells whether weights of this norm have a direction that can be told from their squares.
func directed(length float64) bool { return length >= leastLength && length <= mostLength }

// Undirected is the reason why weights of a model on spheres mean nothing, "" if there is none: all weights of a
// unit are 0, or so small or large that their squares are 0 or infinite. Such weights learn no pattern ([Model]'s
// Errors), whatever the margin: their stabilities are 0/0.
func Undirected(m Model, w []float64) (why string) {
	a, ok := m.(*Architecture)
	if !ok || a.weights == BinaryWeights {
		return ""
	}
	n := len(w) / a.Spheres()
	for l := range a.Spheres() {
		length, of := norm(w[l*n:(l+1)*n]), ""
		if directed(length) {
			continue
		}
		if a.Spheres() > 1 {
			of = fmt.Sprintf(" of unit %d", l+1)
		}
		switch {
		case length > 1:
			return fmt.Sprintf("the weights%s have no direction: the sum of their squares overflows", of)
		case length > 0 || nonzero(w[l*n:(l+1)*n]):
			return fmt.Sprintf("the weights%s have no direction: their squares underflow", of)
		}
		return fmt.Sprintf("the weights%s have no direction: all are 0", of)
	}
	return ""
}

// nonzero tells whether a number is not 0.
func nonzero(w []float64) bool {
	for _, x := range w {
		if x != 0 {
			return true
		}
	}
	return false
}

// WithoutDirection makes a solution one without weights if those of a model on spheres, or of one of its
// replicas, have no direction.
func (s *Solution) WithoutDirection(m Model) {
	for _, w := range append([][]float64{s.Weights}, s.Replicas...) {
		if w == nil {
			continue
		}
		if why := Undirected(m, w); why != "" {
			*s = *Unfound(why, s.Numbers...)
			return
		}
	}
}
