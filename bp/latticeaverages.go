package bp

import (
	"math"

	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/instances"
	"fbp/model"
)

// lattice takes averages over the stabilities of a perceptron with weights ±1, which are the numbers S/√N, S of
// the parity of N. Factors of a graph are at most 1, so that those of the power b are divided by a number
// that no stability reaches: with M = 2√N + 100 a pattern of stability x has the factor
//
//	[(x − κ)/M]^b for x ≥ least, and 0 below.
//
// The mean of a function g ≤ 1 is that over patterns of Z'_μ/Z_μ, with Z'_μ of this factor times g, see [sharing].
type lattice struct {
	state    *State
	model    *model.Architecture
	patterns *instances.Patterns
	how      factorgraph.Accuracy

	power float64   // b
	least float64   // the least stability of a learned pattern
	logM  float64   // ln M
	one   []float64 // shares of the factors with g = 1
}

// newLattice takes averages under the potential of t.
func (t Temperature) newLattice(s *State, m *model.Architecture, p *instances.Patterns, how factorgraph.Accuracy) (*lattice, error) {
	root := math.Sqrt(float64(m.N))
	l := &lattice{state: s, model: m, patterns: p, how: how, logM: gauss.Log(2*root + 100)}
	l.least = (2*math.Floor((float64(m.Kappa*root)-float64(m.N))/2) + float64(m.N) + 2) / root
	if t.Potential != nil {
		l.power = t.Potential.Power
	}
	g, err := l.graph(func(float64) float64 { return 0 })
	if err != nil {
		return nil, err
	}
	l.one = s.shares(g)
	return l, nil
}

// graph has the factors times a function g of the stability, given as ln g ≤ 0.
func (l *lattice) graph(logG func(x float64) float64) (*factorgraph.Graph, error) {
	return l.model.WeighedGraph(model.Weighing{Log: func(x float64) float64 {
		if x < l.least-1e-9 {
			return math.Inf(-1)
		}
		return float64(l.power*(gauss.Log(x-l.model.Kappa)-l.logM)) + logG(x)
	}}, l.patterns, l.how)
}

// mean is ⟨g(Δ)⟩ per pattern, given ln g ≤ 0.
func (l *lattice) mean(logG func(x float64) float64) (float64, error) {
	g, err := l.graph(logG)
	if err != nil {
		return 0, err
	}
	return ratios(l.state.shares(g), l.one) / float64(max(1, l.patterns.P)), nil
}

// meanLog is ⟨ln(Δ − κ)⟩ = first + ⟨g⟩ (ln M − first), with g a function between 0, at the least stability, and 1:
//
//	g(x) = [ln(x − κ) − first]/(ln M − first),   first = ln(least − κ).
func (l *lattice) meanLog() (float64, error) {
	first := gauss.Log(l.least - l.model.Kappa)
	logRange := gauss.Log(l.logM - first)
	mean, err := l.mean(func(x float64) float64 {
		if x < l.least+1e-9 {
			return math.Inf(-1) // the logarithm of 0
		}
		return gauss.Log(gauss.Log(x-l.model.Kappa)-first) - logRange
	})
	return first + float64(mean*(l.logM-first)), err
}

// bin is P(from ≤ Δ < to).
func (l *lattice) bin(from, to float64) (float64, error) {
	if to <= l.least {
		return 0, nil // no learned pattern is there
	}
	return l.mean(func(x float64) float64 {
		if x < from || x >= to {
			return math.Inf(-1)
		}
		return 0
	})
}

// latticeAverages are [Temperature.Averages] of weights ±1.
func (t Temperature) latticeAverages(s *State, m *model.Architecture, p *instances.Patterns, how factorgraph.Accuracy, edges []float64) (out Averages, err error) {
	l, err := t.newLattice(s, m, p, how)
	if err != nil {
		return out, err
	}
	if out.MeanLog, err = l.meanLog(); err != nil {
		return Averages{}, err
	}
	for k := range edges[1:] {
		bin, err := l.bin(edges[k], edges[k+1])
		if err != nil {
			return out, err
		}
		out.Shares = append(out.Shares, bin)
	}
	return out, nil
}
