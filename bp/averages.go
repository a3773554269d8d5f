package bp

import (
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
)

// Averages are means over the measure without a temperature of functions of the stabilities Δ of a perceptron's patterns,
// per pattern.
type Averages struct {
	MeanLog float64   // ⟨ln(Δ − κ)⟩
	Shares  []float64 // P(e_k ≤ Δ < e_{k+1}) of each bin k; nil where it is not known
}

// Averages are those of a state at its fixed point; e_0 < e_1 < … are the edges of the bins. Each is a mean over
// patterns of Z'_μ/Z_μ, see [sharing].
//
// With weights ±1 stabilities lie on a lattice, and normalisations are sums over it, see [lattice]. On the sphere they are
// integrals: P(Δ ≥ e) is the ratio of the factor θ(Δ − e) to θ(Δ − κ), so that the bins are known at b = 0 only, and
// ⟨ln(Δ − κ)⟩ is the derivative of Σ_μ ln Z_μ by the power b.
func (t Temperature) Averages(s *State, m *model.Architecture, p *instances.Patterns, how factorgraph.Accuracy, edges []float64) (Averages, error) {
	if m.Weights() == model.BinaryWeights && !p.IsReal() {
		return t.latticeAverages(s, m, p, how, edges)
	}
	meanLog, err := t.meanLogOfSphere(s, m, p, how)
	if err != nil || t.weighed() {
		return Averages{MeanLog: meanLog}, err
	}
	bins, err := binsOfSphere(s, m, p, how, edges)
	return Averages{meanLog, bins}, err
}

// binsOfSphere are P(Δ ≥ e_k) − P(Δ ≥ e_{k+1}).
func binsOfSphere(s *State, m *model.Architecture, p *instances.Patterns, how factorgraph.Accuracy, edges []float64) (bins []float64, err error) {
	beyond := func(kappa float64) (float64, error) {
		if kappa <= m.Kappa {
			return 1, nil
		}
		g, err := m.WithMargin(kappa).Graph(p, how)
		if err != nil {
			return 0, err
		}
		return s.ratios(g) / float64(max(1, p.P)), nil
	}
	last, err := beyond(edges[0])
	for _, edge := range edges[1:] {
		if err != nil {
			break
		}
		before := last
		last, err = beyond(edge)
		bins = append(bins, before-last)
	}
	return bins, err
}

// meanLogOfSphere is ∂_b F per pattern, F = Σ_μ ln Z_μ of the factors (Δ − κ)^b under the same messages. At b = 0, where
// only b ≥ 0 has a graph, it is the derivative of the polynomial through five values,
//
//	∂_b F(0) ≈ [4 (F(δ) − F(0)) − 3 (F(2δ) − F(0)) + 4/3 (F(3δ) − F(0)) − 1/4 (F(4δ) − F(0))]/δ.
func (t Temperature) meanLogOfSphere(s *State, m *model.Architecture, p *instances.Patterns, how factorgraph.Accuracy) (float64, error) {
	if t.weighed() {
		return t.meanLog(s, m, p, how)
	}
	const step = 1.0 / 64 // δ
	own, sum := s.shares(nil), 0.0
	for k, weight := range []float64{4, -3, 4. / 3, -1. / 4} {
		other, err := m.PowerGraph(float64(k+1)*step, p, how)
		if err != nil {
			return 0, err
		}
		for mu, share := range s.shares(other) {
			sum += float64(weight * (share - own[mu]))
		}
	}
	return sum / (step * float64(max(1, p.P))), nil
}
