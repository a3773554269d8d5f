package instances

import (
	"slices"
	"testing"
)

// mirrored are networks of three inputs.
type mirrored struct {
	inputsOnly
	mirror int
	band   bool
}

func (m mirrored) Labelling() Labelling { return Labelling{Mirror: m.mirror, OneSided: m.band} }

// All pairs of a pattern x of label +1 with ±x of label ±1, of signs and of real numbers (zeros, of either sign,
// are equal), by what networks are that change sign with their input, or do not, or want no label.
func TestRepeats(t *testing.T) {
	const none, same, opposite = 0, 1, 2
	for _, test := range []struct {
		network           mirrored
		x, xMinus         int // of x again, with the same label and with the other
		minus, minusMinus int // of −x, likewise
	}{
		{mirrored{3, -1, false}, same, opposite, opposite, same},
		{mirrored{3, 1, false}, same, opposite, same, opposite},
		{mirrored{3, 0, false}, same, opposite, none, none},
		{mirrored{3, 1, true}, same, same, same, same},
	} {
		for _, x := range [][]float64{{1, -1, 1}, {-1, 1, -1}, {0, 0.5, -0.25}, {0, -2, 3}} {
			for k, want := range []int{test.x, test.xMinus, test.minus, test.minusMinus} {
				again := slices.Clone(x)
				if k >= 2 {
					for i := range again {
						again[i] = -again[i] // −0 of 0
					}
				}
				p := NewRealPatterns(3, slices.Concat(x, []float64{5, 1, 1}, again))
				if x[0] != 0 {
					p = NewPatterns(3, 3)
					for i := range x {
						p.Set(0, i, x[i] < 0)
						p.Set(2, i, again[i] < 0)
					}
					p.Set(1, 1, true)
					p.Set(1, 2, true)
				}
				p.label([]float64{1, 1, 1 - 2*float64(k%2)})
				var wanted []Repeat
				if want != none {
					wanted = []Repeat{{0, 2, want == opposite}}
				}
				if found := p.Repeats(test.network); !slices.Equal(found, wanted) {
					t.Errorf("%+v, x = %v, case %d: %v, want %v", test.network, x, k, found, wanted)
				}
			}
		}
	}
}

// Of three and more each later one is named once, with the first that it repeats.
func TestRepeatsOfMany(t *testing.T) {
	p := NewPatterns(3, 4)
	p.label([]float64{1, -1, 1, -1})
	for mu := range 4 { // all inputs are +1
		if x := p.Input(make([]float64, 3), mu); !slices.Equal(x, []float64{1, 1, 1}) {
			for i := range 3 {
				p.Set(mu, i, mu%2 == 1)
			}
		}
	}
	want := []Repeat{{0, 1, true}, {0, 2, false}, {1, 3, false}}
	if found := p.Repeats(mirrored{3, -1, false}); !slices.Equal(found, want) {
		t.Errorf("%v, want %v", found, want)
	}
}
