package measure

import (
	"slices"
	"testing"

	"fbp/instances"
	"fbp/model"
)

// TestErrorsInOtherUnits: errors between two solutions do not depend on the units of the
// inputs, in which the margin is.
func TestErrorsInOtherUnits(t *testing.T) {
	const n, patterns, kappa = 11, 9, 0.2
	signs, from, to := randomSigns(n, patterns)
	errorsIn := func(unit float64) []float64 {
		x := make([]float64, n*patterns)
		for mu := range patterns {
			for i, v := range signs.Values(make([]float64, n), mu) {
				x[mu*n+i] = v * unit
			}
		}
		m := model.NewSphericalPerceptron(n, kappa*unit)
		b := NewBarrier(m)
		errors, mixing, _ := compared(t, b, m, instances.NewRealPatterns(n, x), from, to)
		return append(errors, mixing...)
	}
	want := errorsIn(1)
	for _, unit := range []float64{0x1p-60, 0x1p-30} {
		if got := errorsIn(unit); !slices.Equal(got, want) {
			t.Errorf("in units of %v: %v, want %v", unit, got, want)
		}
	}
	if slices.Max(want) == 0 {
		t.Error("the test wants errors")
	}
}
