package model

import (
	"testing"

	"fbp/instances"
)

// TestFormHasToBeSaid: what new outputs embed does not say their form, so that one that does not say it
// itself does not compile; the zero form gets no energies.
func TestFormHasToBeSaid(t *testing.T) {
	for _, shared := range []any{linearUnit{}, signUnits{}, aboveMargin{}} {
		if _, says := shared.(interface{ form(a *Architecture) form }); says {
			t.Errorf("%T says a form", shared)
		}
	}
	for _, o := range []Output{another{}, another{of: form{total: sumOfUnits}}, another{of: form{interval: true}}} {
		a := &Architecture{layout{N: 9, Hidden: 3}, 0, BinaryWeights, o}
		if _, err := a.Energies(instances.NewPatterns(9, 0)); err == nil {
			t.Errorf("%+v has energies", o)
		}
	}
}

// another is a majority of another form.
type another struct {
	majority
	of form
}

func (o another) form(*Architecture) form { return o.of }

// TestWithoutDirection: weights on a sphere that are all zero have no stability, and learn nothing at any margin.
func TestWithoutDirection(t *testing.T) {
	for _, kappa := range []float64{-1, 0} {
		if errors := NewSphericalPerceptron(9, kappa).Errors(make([]float64, 9), instances.NewPatterns(9, 5)); errors != 5 {
			t.Errorf("κ = %v: %d errors of 5 patterns", kappa, errors)
		}
	}
}
