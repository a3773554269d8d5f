package bp

import (
	"math"

	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/instances"
	"fbp/model"
)

// Means are averages over the weights that count, of a state at its fixed point.
type Means struct {
	Energy    float64 // Σ_μ ⟨f⟩/N
	ErrorRate float64 // Σ_μ P(Δ ≤ κ)/P
}

// Means reads them off a state of the graph at this temperature. Factors are at most 1, so that the one of
// the energy is f e^{−βf} over the largest value that this has.
func (t Temperature) Means(s *State, m model.Model, p *instances.Patterns, how factorgraph.Accuracy) (Means, error) {
	kappa, weighed := m.Margin(), m.(*model.Architecture)
	beta := *t.Beta
	most := t.logMost(2*math.Sqrt(float64(s.H.Len()))+100, kappa)
	energy, err := weighed.WeighedGraph(model.Weighing{Width: t.width(kappa), Log: func(x float64) float64 {
		f := t.at(x, kappa)
		if !(f > 0) {
			return math.Inf(-1)
		}
		return min(0, gauss.Log(f)-float64(beta*f)-most)
	}}, p, how)
	if err != nil {
		return Means{}, err
	}
	wrong, err := weighed.WeighedGraph(model.Weighing{Log: func(x float64) float64 {
		if x > kappa {
			return math.Inf(-1)
		}
		return -float64(beta * t.at(x, kappa))
	}}, p, how)
	if err != nil {
		return Means{}, err
	}
	return Means{
		Energy:    gauss.Exp(most) * s.ratios(energy) / float64(s.H.Len()),
		ErrorRate: s.ratios(wrong) / float64(max(1, p.P)),
	}, nil
}

// logMost is the logarithm of the largest value of f e^{−βf} at stabilities above −far, or of a larger one: 1/(eβ), and where
// β is next to zero f(−far), at least 1.
func (t Temperature) logMost(far, kappa float64) float64 {
	if *t.Beta < leastBeta {
		return max(0, gauss.Log(t.at(-far, kappa)))
	}
	return -1 - gauss.Log(max(*t.Beta, leastBeta))
}
