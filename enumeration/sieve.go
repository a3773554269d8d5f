package enumeration

import (
	"math/bits"

	"fbp/instances"
	"fbp/model"
)

// sieve tells of 64 weights at a time, which differ in the first six, whether they learn a
// pattern. A pattern sees the weights of the first layer through the sums of its units alone: what
// the model makes of each set of sums is asked once, with weights that have them, and
// looked up from then on.
type sieve struct {
	m               model.Model
	p               *instances.Patterns
	units, inputs   int        // of the first layer
	first           int        // weights of the first layer
	masks           []uint64   // of each unit: its weights behind the first six
	stride, steps   []int      // of each unit: in learned, and in a table
	rows            []row      // the patterns
	learned         [2][]bool  // by label and numbers of weights against the pattern, unit by unit
	representatives [2]int     // a pattern of each label; −1: there is none
	tables          [][]uint64 // of each class of patterns: the lanes that learn, by numbers of weights behind the first six
	classes         []class
}

// lanesBits is how many weights differ within a word.
const lanesBits = 6

// row is a pattern as the weights of the first layer see it.
type row struct {
	high  uint64 // signs at the weights behind the first six
	class int
}

// class is what patterns with the same table have in common: the label, and the signs at the first six weights.
type class struct {
	negative int
	low      uint64
}

// states is the number of different sums of the units of the first layer.
func states(first model.Layer) (n int) {
	n = 1
	for range first.Units {
		if n *= first.Inputs + 1; n > mostStates {
			break
		}
	}
	return n
}

func newSieve(m model.Model, p *instances.Patterns) *sieve {
	layer := m.Freedom()[0].Layer
	s := &sieve{m: m, p: p, units: layer.Units, inputs: layer.Inputs, first: layer.Weights(), representatives: [2]int{-1, -1}}
	full, size := 1, 1
	for l := range s.units {
		own := s.unit(l) >> lanesBits
		s.masks, s.stride, s.steps = append(s.masks, own), append(s.stride, full), append(s.steps, size)
		full *= s.inputs + 1
		size *= bits.OnesCount64(own) + 1
	}
	for k := range s.learned {
		s.learned[k] = make([]bool, full)
	}
	of := map[class]int{}
	for mu := range p.P {
		signs, c := s.signs(mu), class{}
		if c.low = signs & (1<<lanesBits - 1); p.Label(mu) < 0 {
			c.negative = 1
		}
		s.representatives[c.negative] = mu
		if _, ok := of[c]; !ok {
			of[c] = len(s.classes)
			s.classes, s.tables = append(s.classes, c), append(s.tables, make([]uint64, size))
		}
		s.rows = append(s.rows, row{signs >> lanesBits, of[c]})
	}
	return s
}

// unit are the weights of unit l.
func (s *sieve) unit(l int) uint64 { return (1<<s.inputs - 1) << (l * s.inputs) }

// signs are those of pattern mu at the weights of the first layer: in a tree each weight has its
// own input, and otherwise every unit sees all of them.
func (s *sieve) signs(mu int) (signs uint64) {
	own := s.p.Row(mu)[0]
	if s.first == s.m.Inputs() {
		return own
	}
	for l := range s.units {
		signs |= own << (l * s.inputs)
	}
	return signs
}

// take asks the model what it makes of the sums of the first layer, with these weights in the
// layers behind it.
func (s *sieve) take(upper uint64) {
	for negative, mu := range s.representatives {
		if mu < 0 {
			continue
		}
		signs, one := s.signs(mu), s.p.Part(mu, mu+1)
		for sums := range s.learned[negative] {
			w := signs
			for l := range s.units {
				against := sums / s.stride[l] % (s.inputs + 1)
				w ^= (1<<against - 1) << (l * s.inputs)
			}
			s.learned[negative][sums] = s.m.Errors(Weights(s.m.Dim(), w|upper<<s.first), one) == 0
		}
	}
	for k, c := range s.classes {
		s.fill(s.tables[k], c)
	}
}

// fill makes the table of a class.
func (s *sieve) fill(table []uint64, c class) {
	var at [1 << lanesBits]int // what the first six weights add to the place of sums
	for lane := range at {
		for l := range s.units {
			at[lane] += s.stride[l] * bits.OnesCount64((uint64(lane)^c.low)&(1<<lanesBits-1)&s.unit(l))
		}
	}
	for place := range table {
		behind := 0
		for l, mask := range s.masks {
			behind += s.stride[l] * (place / s.steps[l] % (bits.OnesCount64(mask) + 1))
		}
		word := uint64(0)
		for lane, first := range at {
			if s.learned[c.negative][behind+first] {
				word |= 1 << lane
			}
		}
		table[place] = word
	}
}

// learn are the lanes that learn a pattern, of the weights that are high behind the first six.
func (s *sieve) learn(r row, high uint64) uint64 {
	against := high ^ r.high
	if s.units == 1 {
		return s.tables[r.class][bits.OnesCount64(against)]
	}
	place := 0
	for l, mask := range s.masks {
		place += s.steps[l] * bits.OnesCount64(against&mask)
	}
	return s.tables[r.class][place]
}

// all are the lanes that learn every pattern.
func (s *sieve) all(high uint64) uint64 {
	lanes := ^uint64(0)
	for _, r := range s.rows {
		if lanes &= s.learn(r, high); lanes == 0 {
			break
		}
	}
	return lanes
}
