package model

import (
	"math/bits"

	"fbp/instances"
)

// Energies is that of its [Abilities].
func (m *BinaryMLP) Energies(p *instances.Patterns) (Energies, error) {
	if err := fits(m, p); err != nil {
		return nil, err
	}
	return func(w []float64) Energy { return newLayeredFlips(m, p, w) }, nil
}

// layeredFlips is the energy of a network of several layers at some weights. It keeps the
// sums and the states of all units for every pattern. A flip changes the sum of one unit
// by 2, and that of units behind it only in patterns in which that sum changes sign.
type layeredFlips struct {
	*BitNetwork
	p      *instances.Patterns
	starts []int      // of the weights of each layer
	sums   [][]int32  // of layer l: unit k in pattern μ at μ·units + k
	states [][]uint64 // of layer l: those of pattern μ, packed
	errors int
	from   [][]int32 // scratch: units of a layer that changed sign
	moved  []int32   // scratch: changes of the sums of a layer
}

func newLayeredFlips(m *BinaryMLP, p *instances.Patterns, w []float64) *layeredFlips {
	f := &layeredFlips{BitNetwork: NewBitNetwork(m), p: p}
	f.Take(w)
	start, widest := 0, 0
	for _, l := range f.Layers {
		f.starts = append(f.starts, start)
		f.sums = append(f.sums, make([]int32, l.Units*p.P))
		f.states = append(f.states, make([]uint64, (l.Units+63)/64*p.P))
		f.from = append(f.from, make([]int32, 0, l.Units))
		start, widest = start+l.Weights(), max(widest, l.Units)
	}
	f.moved = make([]int32, widest)
	for mu := range p.P {
		if f.Present(p.Row(mu)) < 0 {
			f.errors++
		}
		for l, shape := range f.Layers {
			copy(f.sums[l][mu*shape.Units:], f.Sums[l])
			copy(f.statesOf(l, mu), f.States[l])
		}
	}
	return f
}

// statesOf are the states of layer l in a pattern.
func (f *layeredFlips) statesOf(l, mu int) []uint64 {
	words := len(f.BitNetwork.States[l])
	return f.states[l][mu*words : (mu+1)*words]
}

// Value implements [Energy].
func (f *layeredFlips) Value() int { return f.errors }

// Errors implements [Energy].
func (f *layeredFlips) Errors() int { return f.errors }

// place is the layer, the unit and the input of weight i.
func (f *layeredFlips) place(i int) (l, k, input int) {
	for l = len(f.starts) - 1; i < f.starts[l]; l-- {
	}
	i -= f.starts[l]
	return l, i / f.Layers[l].Inputs, i % f.Layers[l].Inputs
}

// Delta implements [Energy].
func (f *layeredFlips) Delta(i int) int { return f.flip(i, false) }

// Flip implements [Energy].
func (f *layeredFlips) Flip(i int) { f.errors += f.flip(i, true) }

// flip is the change of the number of errors by a flip of weight i, which is made if keep
// is set.
func (f *layeredFlips) flip(i int, keep bool) (change int) {
	l, k, input := f.place(i)
	row, units := f.Row(l, k), f.Layers[l].Units
	word, bit := input/64, uint(input)%64
	sums := f.sums[l]
	for mu := range f.p.P {
		x := f.p.Row(mu)
		if l > 0 {
			x = f.statesOf(l-1, mu)
		}
		product := 1 - 2*int32((x[word]^row[word])>>bit&1) // w x
		sum := &sums[mu*units+k]
		if *sum == product { // the sum becomes −product: its sign changes
			change += f.turn(l, k, mu, keep)
		}
		if keep {
			*sum -= 2 * product
		}
	}
	if keep {
		row[word] ^= 1 << bit
	}
	return change
}

// turn is the change of the number of errors when unit k of layer l changes sign in a
// pattern; the states behind it, but for its own sum, follow if keep is set.
func (f *layeredFlips) turn(l, k, mu int, keep bool) int {
	turned := append(f.from[l][:0], int32(k))
	for ; l+1 < len(f.Layers); l++ {
		next, states := f.Layers[l+1].Units, f.statesOf(l, mu)
		moved := f.moved[:next]
		clear(moved)
		for _, j := range turned {
			word, bit := j/64, uint(j)%64
			for to := range moved { // the product of weight and state before
				moved[to] -= 2 - 4*int32((states[word]^f.Row(l+1, to)[word])>>bit&1)
			}
			if keep {
				states[word] ^= 1 << bit
			}
		}
		turned = f.from[l+1][:0]
		sums := f.sums[l+1][mu*next:][:next]
		for to, by := range moved {
			if (sums[to]^(sums[to]+by))>>31 != 0 {
				turned = append(turned, int32(to))
			}
			if keep {
				sums[to] += by
			}
		}
		if len(turned) == 0 {
			return 0
		}
	}
	state := f.statesOf(l, mu)
	before := bits.OnesCount64(state[0])
	if keep {
		state[0] ^= 1
	}
	return 1 - 2*before // a pattern that was right, state 0, is wrong now
}
