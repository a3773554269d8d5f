package instances

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
)

// Repeat are two patterns of a set, numbered from 0, of which the later says of the weights of a network what
// the earlier does, or, if Opposite, its contrary.
type Repeat struct {
	Earlier, Later int
	Opposite       bool
}

// Repeats are the patterns that say of the weights of network l what an earlier one does, or its contrary, in
// their order. The label of an input says the same of a one-sided network, whatever it is; minus the input says
// the same with the opposite label, or with the same one, as Mirror of its [Labelling] says.
func (p *Patterns) Repeats(l Labeller) (list []Repeat) {
	mirror := l.Labelling().Mirror
	type content struct {
		input [sha256.Size]byte
		label float64
	}
	first, row := map[content]int{}, make([]float64, p.N)
	for mu := range p.P {
		input, negated := contentOf(p.Input(row, mu), mirror != 0)
		at := content{input, p.Label(mu)}
		if negated && mirror < 0 {
			at.label = -at.label
		}
		if sided(l) {
			at.label = 1
		}
		if earlier, ok := first[at]; ok {
			list = append(list, Repeat{Earlier: earlier, Later: mu})
			continue
		}
		if earlier, ok := first[content{input, -at.label}]; ok {
			list = append(list, Repeat{Earlier: earlier, Later: mu, Opposite: true})
		}
		first[at] = mu
	}
	return list
}

// Learned are the patterns of the test set whose input, with either label, is one of those that are learned,
// which is the earlier. They are numbered from 0 behind the training set, as in a file.
func (d *Data) Learned() (list []Repeat) {
	if d.Test == nil {
		return nil
	}
	row, first := make([]float64, d.Train.N), map[[sha256.Size]byte]int{}
	for mu := d.Train.P - 1; mu >= 0; mu-- {
		content, _ := contentOf(d.Train.Input(row, mu), false)
		first[content] = mu
	}
	for mu := range d.Test.P {
		content, _ := contentOf(d.Test.Input(row, mu), false)
		if earlier, ok := first[content]; ok {
			list = append(list, Repeat{Earlier: earlier, Later: d.Train.P + mu})
		}
	}
	return list
}

// contentOf is the SHA-256 of an input, or, either way, of the one of x and −x whose first number that is not 0 is
// positive; negated tells that it is −x.
func contentOf(x []float64, eitherWay bool) (content [sha256.Size]byte, negated bool) {
	bytes, sign := make([]byte, 0, 8*len(x)), 0.0
	for _, v := range x {
		if sign == 0 && v != 0 {
			sign = 1
			if eitherWay {
				sign = math.Copysign(1, v)
			}
		}
		bytes = binary.LittleEndian.AppendUint64(bytes, math.Float64bits(float64(sign*v)+0))
	}
	return sha256.Sum256(bytes), sign < 0
}
