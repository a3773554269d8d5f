package measure

import (
	"math"

	"fbp/instances"
	"fbp/model"
)

// lineTolerance is by how much a stability between solutions may fall short of the margin,
// relative to the scale of the pattern's inputs: patterns that both ends of a line have on the
// margin tie between them, but for rounding.
const lineTolerance = 1e-9

// blend is a combination Σ_a γ_a w_a of spherical weights, scaled to the norms of the model.
type blend struct {
	spheres  *model.Architecture
	patterns *instances.Patterns
	weights  []float64
	margins  []float64 // of the patterns
}

// newBlend counts errors at the margin kappa, less [lineTolerance].
func newBlend(m model.Model, kappa float64, p *instances.Patterns) *blend {
	spheres := m.(*model.Architecture)
	return &blend{spheres, p, make([]float64, m.Dim()), margins(spheres, kappa, p)}
}

// margins are those of the patterns at the margin kappa, less [lineTolerance].
func margins(m model.Model, kappa float64, p *instances.Patterns) []float64 {
	list := model.Scales(p)
	for mu, scale := range list {
		if m.Lattice().Step != 0 { // stabilities are sums of votes
			scale = 1
		}
		list[mu] = kappa - float64(lineTolerance*scale)
	}
	return list
}

// set makes it the combination with these shares γ_a of weights; ok is false where that is
// zero.
func (b *blend) set(w [][]float64, shares ...float64) (ok bool) {
	last := len(w) - 1
	largest := 0.0
	for k := range b.weights {
		x := float64(shares[last] * w[last][k])
		for a := last - 1; a >= 0; a-- {
			x = math.FMA(shares[a], w[a][k], x)
		}
		b.weights[k] = x
		largest = max(largest, math.Abs(x))
	}
	if largest < 1e-9 {
		return false
	}
	model.Normalize(b.spheres, b.weights)
	return true
}

// errors is the fraction of patterns that it does not learn.
func (b *blend) errors() float64 {
	errors := 0
	for mu, stability := range b.spheres.Stabilities(nil, b.weights, b.patterns) {
		if stability <= b.margins[mu] {
			errors++
		}
	}
	return float64(errors) / float64(max(1, b.patterns.P))
}
