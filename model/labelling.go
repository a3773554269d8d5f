package model

import (
	"math/rand/v2"

	"fbp/gauss"
	"fbp/instances"
)

// Labelling implements [instances.Labeller].
func (a *Architecture) Labelling() instances.Labelling {
	form := a.output.form(a)
	of := instances.Labelling{Outputs: a.outputs, StreamKeys: a.output.streamKeys(a), OneSided: form.oneSided, Uneven: form.uneven, Mirror: a.mirror(form)}
	if a.weights != BinaryWeights {
		of.DrawWeights = a.drawWeights
	}
	if form.ties {
		of.Undecided = func(w []float64) func(one *instances.Patterns) bool {
			return func(one *instances.Patterns) bool { return a.totals(w, one)[0] == 0 }
		}
	}
	return of
}

// mirror is what becomes of the output when all inputs change sign.
func (a *Architecture) mirror(of form) int {
	switch {
	case of.oneSided, of.total == productOfSigns && a.Hidden%2 == 0:
		return 1
	case of.uneven, a.output.activation() == ramp:
		return 0
	}
	return -1
}

// drawWeights draws weights uniform on the sphere of each unit.
func (a *Architecture) drawWeights(rng *rand.Rand) []float64 {
	w := make([]float64, a.Dim())
	for i := range w {
		w[i] = gauss.Deviate(rng.Uint64())
	}
	Normalize(a, w)
	return w
}

// outputs appends the labels of patterns to dst.
func (a *Architecture) outputs(dst, w []float64, p *instances.Patterns) []float64 {
	scale := a.scale(w)
	for mu, total := range a.totals(w, p) {
		dst = append(dst, a.label(float64(total*p.Label(mu)), scale))
	}
	return dst
}

// Labelling implements [instances.Labeller].
func (m *BinaryMLP) Labelling() instances.Labelling {
	keys := []any{"binary_mlp"}
	for _, units := range m.Layers {
		keys = append(keys, units)
	}
	return instances.Labelling{Outputs: m.outputs, StreamKeys: keys, Mirror: -1}
}
