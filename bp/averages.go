package bp

import (
	"math"

	"fbp/factorgraph"
	"fbp/gauss"
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
		return t.sums(s, m, p, how, edges)
	}
	meanLog, err := t.meanLogOfSphere(s, m, p, how)
	if err != nil || t.weighed() {
		return Averages{MeanLog: meanLog}, err
	}
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
	out := Averages{MeanLog: meanLog}
	last, err := beyond(edges[0])
	for _, edge := range edges[1:] {
		if err != nil {
			break
		}
		before := last
		last, err = beyond(edge)
		out.Shares = append(out.Shares, before-last)
	}
	return out, err
}

// sums are the averages over the lattice of sums of signs.
func (t Temperature) sums(s *State, m *model.Architecture, p *instances.Patterns, how factorgraph.Accuracy, edges []float64) (out Averages, err error) {
	b, root := 0.0, math.Sqrt(float64(m.N))
	if t.Potential != nil {
		b = t.Potential.Power
	}
	least := (2*math.Floor((float64(m.Kappa*root)-float64(m.N))/2) + float64(m.N) + 2) / root // the least stability of a learned pattern
	most := gauss.Log(2*root + 100)                                                           // no logarithm of a stability is larger
	row := func(log func(x float64) float64) (*factorgraph.Graph, error) {
		return m.WeighedGraph(model.Weighing{Log: func(x float64) float64 {
			if x < least-1e-9 {
				return math.Inf(-1)
			}
			return float64(b*(gauss.Log(x-m.Kappa)-most)) + log(x)
		}}, p, how)
	}
	all, err := row(func(float64) float64 { return 0 })
	if err != nil {
		return out, err
	}
	counted := s.shares(all)
	mean := func(log func(x float64) float64) (float64, error) {
		g, err := row(log)
		if err != nil {
			return 0, err
		}
		return ratios(s.shares(g), counted) / float64(max(1, p.P)), nil
	}
	first := gauss.Log(least - m.Kappa)
	largest := gauss.Log(most - first)
	above, err := mean(func(x float64) float64 {
		if x < least+1e-9 {
			return math.Inf(-1) // the logarithm of 0
		}
		return gauss.Log(gauss.Log(x-m.Kappa)-first) - largest
	})
	if err != nil {
		return out, err
	}
	out.MeanLog = first + float64(above*(most-first))
	for k := range edges[1:] {
		if edges[k+1] <= least {
			out.Shares = append(out.Shares, 0) // no learned pattern is there
			continue
		}
		share, err := mean(func(x float64) float64 {
			if x < edges[k] || x >= edges[k+1] {
				return math.Inf(-1)
			}
			return 0
		})
		if err != nil {
			return out, err
		}
		out.Shares = append(out.Shares, share)
	}
	return out, nil
}

// meanLogOfSphere is the derivative of the normalisations by the power, at the power 0 by differences
// to one side.
func (t Temperature) meanLogOfSphere(s *State, m *model.Architecture, p *instances.Patterns, how factorgraph.Accuracy) (float64, error) {
	if t.weighed() {
		meanLog, err := t.MeanLog(s, m, p, how)
		return -meanLog, err
	}
	const step = 1.0 / 64
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
