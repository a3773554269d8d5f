package model

import (
	"math"
	"math/bits"

	"fbp/instances"
	"fbp/internal/kern"
)

// BitNetwork is a [BinaryMLP] at some weights, packed into bits as patterns are, so that
// a sum over 64 inputs is an exclusive or and a count of bits. It holds the states of its
// units for the pattern presented last. Sums over real inputs are added up as numbers.
type BitNetwork struct {
	Layers []Layer    // of weights, as [BinaryMLP.Shape]
	Sums   [][]int32  // Σ w x of the units of each layer, but for the first if inputs are real numbers
	States [][]uint64 // the signs of the sums of each layer, packed: bits of −1; past the last unit 0

	words []int      // of a unit's weights, in each layer
	signs [][]uint64 // of the weights of each layer, unit by unit
}

// NewBitNetwork is a network all of whose weights are +1.
func NewBitNetwork(m *BinaryMLP) *BitNetwork {
	b := &BitNetwork{Layers: m.Shape()}
	for _, l := range b.Layers {
		words := (l.Inputs + 63) / 64
		b.words = append(b.words, words)
		b.signs = append(b.signs, make([]uint64, words*l.Units))
		b.Sums = append(b.Sums, make([]int32, l.Units))
		b.States = append(b.States, make([]uint64, (l.Units+63)/64))
	}
	return b
}

// Take takes the signs of weights, 0 as +1.
func (b *BitNetwork) Take(w []float64) {
	for l, shape := range b.Layers {
		for k := range shape.Units {
			b.TakeUnit(l, k, w[k*shape.Inputs:(k+1)*shape.Inputs])
		}
		w = w[shape.Weights():]
	}
}

// TakeUnit takes the signs of the weights of unit k of layer l.
func (b *BitNetwork) TakeUnit(l, k int, w []float64) { pack(b.Row(l, k), w) }

// pack writes the signs of w, as [instances.PackSigns].
func pack(signs []uint64, w []float64) {
	for at := range signs {
		word := uint64(0)
		for i, x := range w[64*at : min(64*at+64, len(w))] {
			word |= math.Float64bits(x+0) >> 63 << i // −0 + 0 is 0
		}
		signs[at] = word
	}
}

// Row are the signs of the weights of unit k of layer l. The slice shares memory with b.
func (b *BitNetwork) Row(l, k int) []uint64 { return b.signs[l][k*b.words[l] : (k+1)*b.words[l]] }

// Present computes the states of all units for the inputs x, packed, and returns the sum
// of the output unit.
func (b *BitNetwork) Present(x []uint64) int {
	b.layer(0, x)
	return b.rest()
}

// PresentReal is Present for inputs that are real numbers.
func (b *BitNetwork) PresentReal(x []float64) int {
	sum, units, states := 0.0, b.Layers[0].Units, b.States[0]
	for _, v := range x {
		sum += v
	}
	clear(states)
	var rows kern.FourRows
	for k := range units {
		if full := rows.Take(b.Row(0, k), 0); !full && k < units-1 {
			continue
		}
		first, against := k/4*4, rows.Negatives(x)
		for r, negative := range against[:k-first+1] {
			if sum-2*negative < 0 {
				states[(first+r)/64] |= 1 << ((first + r) % 64)
			}
		}
	}
	return b.rest()
}

// of is the sum of the output unit for a pattern.
func (b *BitNetwork) of(p *instances.Patterns, mu int) int {
	if p.IsReal() {
		return b.PresentReal(p.Real(mu))
	}
	return b.Present(p.Row(mu))
}

// rest computes the states of the layers behind the first, and returns the sum of the output unit.
func (b *BitNetwork) rest() int {
	for l := 1; l < len(b.Layers); l++ {
		b.layer(l, b.States[l-1])
	}
	return int(b.Sums[len(b.Sums)-1][0])
}

// layer computes the sums and states of a layer of units that read x.
func (b *BitNetwork) layer(l int, x []uint64) {
	words, inputs, signs := b.words[l], int32(b.Layers[l].Inputs), b.signs[l]
	x = x[:words]
	states := b.States[l]
	clear(states)
	for k := range b.Sums[l] {
		row := signs[k*words:][:len(x)]
		differ := 0
		for i, word := range x {
			differ += bits.OnesCount64(word ^ row[i])
		}
		sum := inputs - 2*int32(differ)
		b.Sums[l][k] = sum
		states[k/64] |= uint64(uint32(sum)>>31) << (k % 64)
	}
}

// Wrong counts the patterns whose output is not their label.
func (b *BitNetwork) Wrong(p *instances.Patterns) (errors int) {
	for mu := range p.P {
		if b.of(p, mu) < 0 {
			errors++
		}
	}
	return errors
}
