package bp

import (
	"math"

	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/instances"
	"fbp/model"
)

// lattice takes averages over the stabilities of a perceptron with weights ±1, which are the numbers S/√N, S of
// the parity of N. Factors are at most 1: a pattern of stability x counts by
//
//	[(x − κ)/most]^b   for x ≥ least, otherwise not at all.
type lattice struct {
	state    *State
	model    *model.Architecture
	patterns *instances.Patterns
	how      factorgraph.Accuracy

	power float64   // b
	least float64   // the least stability of a learned pattern
	log   float64   // ln most, larger than the logarithm of any stability less κ
	own   []float64 // shares with the function 1
}

// newLattice are averages under the potential of t.
func (t Temperature) newLattice(s *State, m *model.Architecture, p *instances.Patterns, how factorgraph.Accuracy) (*lattice, error) {
	root := math.Sqrt(float64(m.N))
	l := &lattice{state: s, model: m, patterns: p, how: how, log: gauss.Log(2*root + 100)}
	l.least = (2*math.Floor((float64(m.Kappa*root)-float64(m.N))/2) + float64(m.N) + 2) / root
	if t.Potential != nil {
		l.power = t.Potential.Power
	}
	g, err := l.graph(func(float64) float64 { return 0 })
	if err != nil {
		return nil, err
	}
	l.own = s.shares(g)
	return l, nil
}

// graph has the factors times a function of the stability, at most 1, given its logarithm.
func (l *lattice) graph(log func(x float64) float64) (*factorgraph.Graph, error) {
	return l.model.WeighedGraph(model.Weighing{Log: func(x float64) float64 {
		if x < l.least-1e-9 {
			return math.Inf(-1)
		}
		return float64(l.power*(gauss.Log(x-l.model.Kappa)-l.log)) + log(x)
	}}, l.patterns, l.how)
}

// mean is the mean of that function.
func (l *lattice) mean(log func(x float64) float64) (float64, error) {
	g, err := l.graph(log)
	if err != nil {
		return 0, err
	}
	return ratios(l.state.shares(g), l.own) / float64(max(1, l.patterns.P)), nil
}

// meanLog is ⟨ln(Δ − κ)⟩, from the mean of a function between 0, at the least stability, and 1:
//
//	[ln(x − κ) − first]/(ln most − first),   first = ln(least − κ).
func (l *lattice) meanLog() (float64, error) {
	first := gauss.Log(l.least - l.model.Kappa)
	largest := gauss.Log(l.log - first)
	above, err := l.mean(func(x float64) float64 {
		if x < l.least+1e-9 {
			return math.Inf(-1) // the logarithm of 0
		}
		return gauss.Log(gauss.Log(x-l.model.Kappa)-first) - largest
	})
	return first + float64(above*(l.log-first)), err
}

// share is the part of the stabilities between two edges.
func (l *lattice) share(from, to float64) (float64, error) {
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
		share, err := l.share(edges[k], edges[k+1])
		if err != nil {
			return out, err
		}
		out.Shares = append(out.Shares, share)
	}
	return out, nil
}
