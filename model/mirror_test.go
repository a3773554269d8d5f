package model

import (
	"testing"

	"fbp/instances"
)

// Two patterns of an input x and of x or −x, with any labels, repeat each other exactly if no weights learn one of them
// without the other. At a margin κ >= 0 no weights learn two that contradict each other, and some learn both of any others,
// but for models that do not answer −x as they answer x. By errors under 500 random weights.
//
// Check: patterns that repeat or contradict each other | errors under random weights | exactly
func TestMirror(t *testing.T) {
	for name, f := range flippables() {
		m, rng := f.Model, instances.Stream(3, "mirror", name)
		random := func(n int) (x []float64) {
			for range n {
				x = append(x, 1-2*float64(rng.IntN(2)))
			}
			return x
		}
		for c := range 8 { // bits: −x, and the label of each
			pair, x := instances.NewPatterns(m.Inputs(), 2), random(m.Inputs())
			pair.Labels = []float64{1 - float64(c&2), 1 - float64(c&4)/2}
			for i, v := range x {
				pair.Set(0, i, v*pair.Labels[0] < 0)
				pair.Set(1, i, v*pair.Labels[1]*(1-2*float64(c&1)) < 0)
			}
			apart, both := false, false
			for range 500 {
				w := random(m.Dim())
				a, b := m.Errors(w, pair.Part(0, 1)), m.Errors(w, pair.Part(1, 2))
				apart, both = apart || a != b, both || a+b == 0
			}
			repeats := pair.Repeats(m)
			same := len(repeats) == 1 && !repeats[0].Opposite
			opposite := len(repeats) == 1 && repeats[0].Opposite
			exact := m.Labelling().Mirror != 0
			if same == apart || m.Margin() >= 0 && (opposite && both || exact && !opposite && !both) {
				t.Errorf("%s, case %b: %v; apart %v, learned together %v", name, c, repeats, apart, both)
			}
		}
	}
}
