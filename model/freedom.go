package model

// Freedom is a layer of weights, and what can be done to its units.
type Freedom struct {
	Layer
	// Groups is how many groups of equal size, one after the other, the units form of
	// which those of one group can be exchanged; 0: none can.
	Groups int
	Signs  Signs
	// Read tells that the next layer of weights reads these units: its columns follow.
	Read bool
}

// Signs says which units can have the signs of all their weights changed.
type Signs int

const (
	NoSigns   Signs = iota // none
	EvenSigns              // even numbers of units together
	AnySigns               // each by itself
)

// Some tells whether anything can be done.
func (f Freedom) Some() bool {
	exchange := f.Groups > 0 && f.Units > f.Groups
	return exchange || f.Signs == AnySigns || f.Signs == EvenSigns && f.Units > 1
}

// free is that of a layout: units can be exchanged if all of them see the same inputs.
func (l layout) free(groups int, signs Signs) []Freedom {
	if !l.Full {
		groups = 0
	}
	return []Freedom{{Layer: Layer{l.Hidden, l.perUnit()}, Groups: groups, Signs: signs}}
}

// Freedom implements [Model]: hidden units can be exchanged and change sign.
func (m *BinaryMLP) Freedom() (layers []Freedom) {
	shape := m.Shape()
	for _, l := range shape[:len(shape)-1] {
		layers = append(layers, Freedom{Layer: l, Groups: 1, Signs: AnySigns, Read: true})
	}
	return append(layers, Freedom{Layer: shape[len(shape)-1]})
}
