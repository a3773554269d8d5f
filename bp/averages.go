package bp

import (
	"fbp/factorgraph"
	"fbp/instances"
	"fbp/model"
)

// Averages are what a fixed point says of the stabilities of a perceptron's patterns, over the weights
// that count without a temperature, per pattern.
type Averages struct {
	MeanLog float64   // ⟨ln(Δ − κ)⟩
	Shares  []float64 // the part of the stabilities in each bin; nil where it is not known
}

// Averages reads them off a state at its fixed point; the bins lie between edges, which rise. The
// mean of a function of a pattern's stability is a ratio of two normalisations of its factor, under the same
// messages, with and without the function. With weights ±1 they are sums over the values that stabilities
// can have; on the sphere they are integrals, where the part beyond an edge is the factor with
// that margin, and shares are known without a power only.
func (t Temperature) Averages(s *State, m *model.Architecture, p *instances.Patterns, how factorgraph.Accuracy, edges []float64) (Averages, error) {
	if m.Weights() == model.BinaryWeights && !p.IsReal() {
		return t.latticeAverages(s, m, p, how, edges)
	}
	meanLog, err := t.meanLogOfSphere(s, m, p, how)
	if err != nil || t.weighed() {
		return Averages{MeanLog: meanLog}, err
	}
	shares, err := sharesOfSphere(s, m, p, how, edges)
	return Averages{meanLog, shares}, err
}

// sharesOfSphere are the parts of the stabilities between edges: what lies beyond the one and not beyond the next.
func sharesOfSphere(s *State, m *model.Architecture, p *instances.Patterns, how factorgraph.Accuracy, edges []float64) (shares []float64, err error) {
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
		shares = append(shares, before-last)
	}
	return shares, err
}

// meanLogOfSphere is the derivative of the normalisations by the power b. At b = 0, where only b ≥ 0 has a
// graph, it is that of the polynomial through five values,
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
