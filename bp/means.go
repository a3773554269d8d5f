package bp

import (
	"math"

	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/instances"
	"fbp/model"
)

// Means are averages over the measure at inverse temperature β, of a state at its fixed point. With Z_μ the normalisation of
// the factor e^{−βf(Δ_μ)}, and Z^f_μ and Z^κ_μ those of two other factors under the same messages (see [sharing]),
//
//	⟨f(Δ_μ)⟩ = M Z^f_μ/Z_μ,    factor f e^{−βf}/M,   M ≥ max_Δ f e^{−βf}, so that it is at most 1,
//	P(Δ_μ ≤ κ) = Z^κ_μ/Z_μ,    factor θ(κ − Δ) e^{−βf}.
type Means struct {
	Energy    float64 // Σ_μ ⟨f⟩/N
	ErrorRate float64 // Σ_μ P(Δ ≤ κ)/P
}

// Means are those of a state whose graph is that of this temperature.
func (t Temperature) Means(s *State, m model.Model, p *instances.Patterns, how factorgraph.Accuracy) (Means, error) {
	kappa, perceptron := m.Margin(), m.(*model.Architecture)
	beta := *t.Beta
	logM := t.logMost(2*math.Sqrt(float64(s.H.Len()))+100, kappa)
	energy, err := perceptron.WeighedGraph(model.Weighing{Width: t.width(kappa), Log: func(x float64) float64 {
		f := t.lossAt(x, kappa)
		if !(f > 0) {
			return math.Inf(-1)
		}
		return min(0, gauss.Log(f)-float64(beta*f)-logM)
	}}, p, how)
	if err != nil {
		return Means{}, err
	}
	wrong, err := perceptron.WeighedGraph(model.Weighing{Log: func(x float64) float64 {
		if x > kappa {
			return math.Inf(-1)
		}
		return -float64(beta * t.lossAt(x, kappa))
	}}, p, how)
	if err != nil {
		return Means{}, err
	}
	return Means{
		Energy:    gauss.Exp(logM) * s.ratios(energy) / float64(s.H.Len()),
		ErrorRate: s.ratios(wrong) / float64(max(1, p.P)),
	}, nil
}

// logMost is ln M for stabilities Δ > −far: M = 1/(eβ), the maximum over all f ≥ 0, or where β is next to zero
// M = max(1, f(−far)).
func (t Temperature) logMost(far, kappa float64) float64 {
	if *t.Beta < leastBeta {
		return max(0, gauss.Log(t.lossAt(-far, kappa)))
	}
	return -1 - gauss.Log(max(*t.Beta, leastBeta))
}
