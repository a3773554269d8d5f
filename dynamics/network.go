package dynamics

import (
	"math"
	"math/rand/v2"
	"slices"

	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// network is a smooth network on the patterns that a solver learns.
type network struct {
	*model.Smooth
	of   *model.Architecture
	from *model.Problem
	rng  *rand.Rand // of the orders
	each []int      // all patterns, in their order
}

// check refuses models whose weights cannot move.
func check(kind string, m model.Model) error {
	if m.Weights() != model.SphericalWeights {
		return fault.New("kind", kind, "want weights = %q in [model], a perceptron or a committee of sign units", model.SphericalWeights)
	}
	return nil
}

func newNetwork(p *model.Problem, rng *rand.Rand) network {
	m := p.Model.(*model.Architecture)
	n := network{model.NewSmooth(m.Units(p.Data.Train)), m, p, rng, make([]int, p.Data.Train.P)}
	for mu := range n.each {
		n.each[mu] = mu
	}
	return n
}

// start draws so many weight vectors, each uniform in (−1, 1) and then normalised in
// every unit.
func (n network) start(replicas int) [][]float64 {
	rng, weights := n.from.Stream("start"), make([][]float64, replicas)
	for a := range weights {
		weights[a] = make([]float64, n.of.Dim())
		for i := range weights[a] {
			weights[a][i] = float64(2*rng.Float64()) - 1
		}
		n.Normalize(weights[a], 1)
	}
	return weights
}

// shuffle writes all patterns in a new order.
func (n network) shuffle(order []int) {
	copy(order, n.each)
	n.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
}

// solution is that of weights w of norm 1 in each unit, after so many epochs, with
// further numbers of the solver.
func (n network) solution(w []float64, epochs int, met bool, numbers ...results.Quantity) *model.Solution {
	own := slices.Clone(w)
	n.Normalize(own, math.Sqrt(float64(n.Inputs)))
	errors := n.of.Errors(own, n.from.Data.Train)
	return &model.Solution{
		Weights: own, Outcome: model.OutcomeOf(errors, met), Errors: errors,
		Numbers: append(outcomeOf(epochs, met), numbers...),
	}
}
