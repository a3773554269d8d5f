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

// units and meanings of what Enumerate emits.
var units = results.Units{
	"distance":        "1: d from the solution that is returned; of pairs, from each other",
	"entropy":         "nats per weight: ln of a number of solutions over N, of all or of those at distance d",
	"pairs":           "pairs: of solutions, of all or of those at distance d from each other; empty where there are too many solutions",
	"solutions":       "solutions: their number",
	"clusters":        "clusters: of solutions that single flips lead to from each other",
	"largest_cluster": "solutions: in the largest cluster",
}

// About implements kinds.Algorithm.
func (*Enumerate) About() model.About {
	return model.About{Bytes: bytes, Tables: []results.Layout{
		{Table: "enumeration", At: []string{"distance"}, Values: []string{"entropy", "pairs"}, None: []string{"entropy", "pairs"}, Sized: true, Units: units},
		{Table: results.SolutionTable, Values: []string{"solutions", "clusters", "largest_cluster", "entropy", "pairs"}, Omits: []string{"entropy", "pairs"}, Units: units},
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
	s := &model.Solution{Outcome: results.Converged, Omitted: map[string]string{}, Numbers: []results.Quantity{
		{Name: "solutions", Value: float64(count)}, {Name: "clusters", Value: float64(clusters)}, {Name: "largest_cluster", Value: float64(largest)}}}
	if count == 0 {
		s.Omitted["entropy"] = "there is no solution"
		w, err := Fewest(ctx, p.Model, train)
		s.Weights = Weights(n, w)
		s.Errors = p.Model.Errors(s.Weights, train)
		s.Numbers = append(s.Numbers, results.Quantity{Name: "pairs"})
		return s, err
	}
	densest, err := set.Densest(ctx, e.Radius)
	if err != nil {
		return nil, err
	}
	s.Outcome, s.Weights = results.Solved, Weights(n, densest)
	s.Numbers = append(s.Numbers, results.Quantity{Name: "entropy", Value: entropy(count, n)})
	var pairs []int
	if count <= mostPaired {
		pairs = set.Pairs()
		s.Numbers = append(s.Numbers, results.Quantity{Name: "pairs", Value: float64(count) * float64(count-1) / 2})
	} else {
		s.Omitted["pairs"] = fmt.Sprintf("there are more than %d solutions", mostPaired)
	}
	emitDistances(set.Around(densest), pairs, emit)
	return s, nil
}

// emitDistances emits the numbers of solutions, and of pairs if they were counted, at each distance.
func emitDistances(around, pairs []int, emit func(results.Reading)) {
	n := len(around) - 1
	for k, count := range around {
		values := []results.Quantity{{Name: "entropy", Value: entropy(count, n)}}
		if pairs != nil {
			values = append(values, results.Quantity{Name: "pairs", Value: float64(pairs[k])})
		}
		emit(results.Reading{Table: "enumeration", At: []results.Quantity{{Name: "distance", Value: float64(k) / float64(n)}}, Values: values})
	}
}

// entropy is that of so many solutions of n weights, −∞ of none.
func entropy(count, n int) float64 {
	if count == 0 {
		return math.Inf(-1)
	}
	return gauss.Log(float64(count)) / float64(n)
}
