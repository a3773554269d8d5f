package model

import (
	"fbp/factorgraph"
	"fbp/instances"
)

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
