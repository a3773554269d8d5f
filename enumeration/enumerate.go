package enumeration

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"fbp/gauss"
	"fbp/model"
	"fbp/results"
)

// Enumerate goes through all 2^N binary weights of a model, N ≤ 31, and counts those that learn
// every pattern, the solutions: how many there are, their entropy S = ln(number)/N, and how many
// clusters single flips divide them into. Of all solutions it returns one with the most others
// within Radius flips, and counts how many lie at each distance d = k/N from that:
//
//	φ(d) = (1/N) ln #{solutions at distance d},
//
// the exact local entropy, and the pairs of solutions at each distance. An instance that has
// no solution is left unsolved, with weights of the fewest errors.
//
// Weights are taken 64 at a time, see sieve; that of a model they are asked for is our own.
type Enumerate struct {
	Radius int `toml:"radius" min:"1" max:"3" help:"flips within which other solutions are counted: that with most is returned"`
}

// New counts within 2 flips.
func New() *Enumerate { return &Enumerate{Radius: 2} }

// mostPaired is the largest number of solutions whose pairs are counted.
const mostPaired = 20000

// Validate implements kinds.Algorithm.
func (*Enumerate) Validate() error { return nil }

// Check refuses models of other than binary weights, and of too many.
func (*Enumerate) Check(m model.Model) error { return Check(m) }

// counted is what a count finds.
type counted struct{ n, solutions, clusters, largest int }

// shell is what is counted at distance d = k/n.
type shell struct{ k, n, solutions, pairs int }

// Units and meanings of what is counted of all, and at each distance.
const (
	isEntropy = "nats per weight: ln of a number of solutions over N, of all or of those at distance d"
	isPairs   = "pairs: of solutions, of all or of those at distance d from each other; empty where there are too many solutions"
)

// Columns of an entropy and of pairs stand last, and are left out where there is none.
var (
	shells = results.Schema[shell]{Table: "enumeration",
		At: results.Columns[shell]{{Name: "distance", Means: "1: d from the solution that is returned; of pairs, from each other", Of: func(s shell) float64 { return float64(s.k) / float64(s.n) }}},
		Values: results.Columns[shell]{
			{Name: "entropy", Means: isEntropy, Of: func(s shell) float64 { return entropy(s.solutions, s.n) }},
			{Name: "pairs", Means: isPairs, Of: func(s shell) float64 { return float64(s.pairs) }},
		}}
	counts = results.Columns[counted]{
		{Name: "solutions", Means: "solutions: their number", Of: func(c counted) float64 { return float64(c.solutions) }},
		{Name: "clusters", Means: "clusters: of solutions that single flips lead to from each other", Of: func(c counted) float64 { return float64(c.clusters) }},
		{Name: "largest_cluster", Means: "solutions: in the largest cluster", Of: func(c counted) float64 { return float64(c.largest) }},
	}
	allEntropy = results.Column[counted]{Name: "entropy", Means: isEntropy, Of: func(c counted) float64 { return entropy(c.solutions, c.n) }}
	allPairs   = results.Column[counted]{Name: "pairs", Means: isPairs, Of: func(c counted) float64 { return float64(c.solutions) * float64(c.solutions-1) / 2 }}
)

// About implements kinds.Algorithm.
func (*Enumerate) About() model.About {
	return model.About{Bytes: bytes, Panels: []model.Panel{{Table: "summary", Y: "entropy", Bars: model.OfMean}}, Tables: []results.Layout{
		shells.Layout(results.Layout{None: []string{"entropy", "pairs"}, Sized: true}),
		results.Schema[counted]{Table: results.SolutionTable, Values: append(counts[:3:3], allEntropy, allPairs)}.Layout(results.Layout{Omits: []string{"entropy", "pairs"}}),
	}}
}

// bytes is the memory of the set, of what clusters take out of it, and of the tables.
func bytes(s model.Size) float64 {
	layer := s.Model.Freedom()[0].Layer
	return 4*math.Ldexp(1, s.Model.Dim()-3) + 8*float64(states(layer))*float64(min(s.Patterns, 2<<lanesBits))
}

// Solve counts. It emits a reading of table "enumeration" for every distance.
func (e *Enumerate) Solve(ctx context.Context, p *model.Problem, _ *rand.Rand, emit func(results.Reading)) (*model.Solution, error) {
	n, train := p.Model.Dim(), p.Data.Train
	set, err := Solutions(ctx, p.Model, train)
	if err != nil {
		return nil, err
	}
	count, largest, clusters := set.Count(), 0, 0
	if err := set.Clusters(ctx, func(c Cluster) { clusters, largest = clusters+1, max(largest, c.Size) }); err != nil {
		return nil, err
	}
	found, numbers := counted{n, count, clusters, largest}, counts[:3:3]
	s := &model.Solution{Outcome: results.Converged, Omitted: map[string]string{}}
	if count == 0 {
		s.Omitted["entropy"] = "there is no solution"
		w, err := Fewest(ctx, p.Model, train)
		s.Weights = Weights(n, w)
		s.Errors = p.Model.Errors(s.Weights, train)
		s.Numbers = append(numbers, allPairs).Of(found)
		return s, err
	}
	densest, err := set.Densest(ctx, e.Radius)
	if err != nil {
		return nil, err
	}
	s.Outcome, s.Weights = results.Solved, Weights(n, densest)
	numbers = append(numbers, allEntropy)
	var pairs []int
	if count <= mostPaired {
		pairs = set.Pairs()
		numbers = append(numbers, allPairs)
	} else {
		s.Omitted["pairs"] = fmt.Sprintf("there are more than %d solutions", mostPaired)
	}
	s.Numbers = numbers.Of(found)
	emitDistances(set.Around(densest), pairs, emit)
	return s, nil
}

// emitDistances emits the numbers of solutions, and of pairs if they were counted, at each distance.
func emitDistances(around, pairs []int, emit func(results.Reading)) {
	table := shells
	if pairs == nil {
		table.Values, pairs = table.Values[:1], make([]int, len(around))
	}
	for k, count := range around {
		emit(table.Reading(shell{k, len(around) - 1, count, pairs[k]}))
	}
}

// entropy is that of so many solutions of n weights, −∞ of none.
func entropy(count, n int) float64 {
	if count == 0 {
		return math.Inf(-1)
	}
	return gauss.Log(float64(count)) / float64(n)
}
