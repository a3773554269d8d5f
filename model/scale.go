package model

import (
	"errors"
	"fmt"

	"fbp/factorgraph"
	"fbp/instances"
	"fbp/internal/fault"
)

// ErrSigns is in the errors of [Model].Validate that concern inputs ±1 alone, the last there are:
// sums of real inputs have other bounds, in their own units, and do not tie.
var ErrSigns = errors.New("inputs are ±1")

// ofSigns is such an error, as of [fault.New].
func ofSigns(key string, value any, want string, args ...any) error {
	return fault.Because(key, value, fmt.Sprintf(want, args...), ErrSigns)
}

// Scales are those of the inputs of patterns (see [factorgraph.Scale]), 1 for inputs ±1:
// what is small against a sum of signs is so many times that of real inputs.
func Scales(p *instances.Patterns) []float64 {
	scales := make([]float64, p.P)
	for mu := range scales {
		scales[mu] = 1
		if p.IsReal() {
			scales[mu] = factorgraph.Scale(p.Real(mu))
		}
	}
	return scales
}
