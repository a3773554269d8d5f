package measure

import (
	"slices"
	"testing"

	"fbp/model"
)

// TestFarStabilities: stabilities of real inputs in small units lie in no bin, also where the
// number of their bin is no integer of the machine.
func TestFarStabilities(t *testing.T) {
	for _, values := range []int{1, 2, 3, 1 << 16} {
		b := newBins(model.Lattice{}, values, -2, 5)
		for _, x := range []float64{1e4, 1e12, 1e17, 1e19, 1e100, 1e308} {
			b.count(x * float64(values))
			b.count(-x * float64(values))
		}
		if slices.Max(b.counts) > 0 {
			t.Errorf("%d hundredths: %v", values, b.counts)
		}
		if b.count(0.001); slices.Max(b.counts) != 1 {
			t.Errorf("%d hundredths: 0.001 is in no bin", values)
		}
	}
}
