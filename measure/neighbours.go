package measure

import (
	"context"
	"math"
	"math/rand/v2"

	"fbp/instances"
	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// Neighbours are the numbers of other solutions at one and at two flips of a solution with binary weights, by
// looking at all N + N(N−1)/2 of them. A solution that has neither has none in its reach, which is
// necessary for it to be isolated and not sufficient: there may be others at three flips, and many at εN.
//
// A perceptron is asked through the patterns near its margin: two flips change a sum w·ξ by 4 of N,
// so that the others, of order 1 − 1/√N of all, stay learned. Each pair of weights is looked at until one of these
// patterns is lost, which takes a quarter of a second at N = 4001 with inputs ±1, and up to two with normal numbers. Networks of more units follow their energies flip by flip.
type Neighbours struct {
	single bool // a perceptron, which may have any inputs
}

// NewNeighbours is that of a model.
func NewNeighbours(m model.Model) *Neighbours {
	_, ok := single(m)
	return &Neighbours{ok}
}

// Validate implements kinds.Measurement: there are no keys.
func (*Neighbours) Validate() error { return nil }

// single is a model as a perceptron with binary weights, of which sums w·ξ tell all, if it is one.
func single(m model.Model) (a *model.Architecture, ok bool) {
	a, ok = m.(*model.Architecture)
	return a, ok && a.Hidden == 1 && a.Traits().Activation == model.LinearUnits
}

// Check refuses models whose weights are not ±1, or whose errors cannot follow flips.
func (*Neighbours) Check(m model.Model) error {
	if m.Weights() != model.BinaryWeights {
		return fault.New("kind", "neighbours", "want a model with binary weights, which can flip")
	}
	if _, ok := single(m); ok {
		return nil
	}
	energies := m.Abilities().Energies
	if energies == nil {
		return fault.New("kind", "neighbours", "want a model whose errors follow flips of its weights")
	}
	_, err := energies(instances.NewPatterns(m.Inputs(), 0))
	return err
}

// flipped are the numbers of solutions at one and at two flips.
type flipped struct{ one, two int }

var nearest = results.Schema[flipped]{Table: "neighbours", Values: results.Columns[flipped]{
	{Name: "neighbours_1", Means: "solutions: that differ from this one by one flip", Of: func(f flipped) float64 { return float64(f.one) }},
	{Name: "neighbours_2", Means: "solutions: that differ from this one by two flips", Of: func(f flipped) float64 { return float64(f.two) }},
	{Name: "no_neighbours", Means: "1: whether there are none of either, 1 or 0; of a table of means, the fraction of samples",
		Of: func(f flipped) float64 { return results.Flag(f.one+f.two == 0) }},
}}

// About implements kinds.Measurement. Weights that err have neighbours that are nobody's surroundings.
func (c *Neighbours) About() model.About {
	of := model.About{Around: true, Bytes: bytesOfNeighbours, Tables: []results.Layout{nearest.Layout(results.Layout{})},
		Panels: []model.Panel{{Table: "summary", Y: "neighbours_1", Bars: model.OfMean}}}
	if c.single {
		of.Real = model.AnyInputs
	}
	return of
}

// Measure counts.
func (*Neighbours) Measure(ctx context.Context, p *model.Problem, solutions []*model.Solution, _ *rand.Rand, emit func(results.Reading)) error {
	s := solutions[0]
	var one, two int
	if a, ok := single(p.Model); ok {
		var err error
		if one, two, err = newMarginal(a, p.Data.Train, s.Weights).count(ctx); err != nil {
			return err
		}
	} else {
		energies, err := p.Model.Abilities().Energies(p.Data.Train)
		if err != nil {
			return err
		}
		if one, two, err = byEnergy(ctx, energies(s.Weights), p.Model.Dim()); err != nil {
			return err
		}
	}
	emit(nearest.Reading(flipped{one, two}))
	return nil
}

// byEnergy makes every flip, and asks for every second one.
func byEnergy(ctx context.Context, e model.Energy, n int) (one, two int, err error) {
	for i := range n {
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		e.Flip(i)
		if e.Errors() == 0 {
			one++
		}
		for j := i + 1; j < n; j++ {
			if e.Errors()+e.Delta(j) == 0 {
				two++
			}
		}
		e.Flip(i)
	}
	return one, two, nil
}

// marginal are the patterns that two flips can make wrong or right: all others are learned whatever two weights flip.
type marginal struct {
	a       *model.Architecture
	scale   float64
	sums    []float64   // w·ξ
	largest []float64   // |w_i ξ_i|
	columns [][]float64 // w_i ξ_i of these patterns, by weight
}

func newMarginal(a *model.Architecture, p *instances.Patterns, w []float64) *marginal {
	m := &marginal{a: a, scale: 1 / a.Lattice().Scale, columns: make([][]float64, p.N)}
	x := make([]float64, p.N)
	for mu := range p.P {
		sum, largest := p.Dot(mu, w), 0.0
		for _, x := range p.Values(x, mu) {
			largest = max(largest, math.Abs(x))
		}
		if m.learns(sum) && m.within(sum, 2*largest) {
			continue
		}
		m.sums, m.largest = append(m.sums, sum), append(m.largest, largest)
		for i, xi := range x {
			m.columns[i] = append(m.columns[i], float64(w[i]*xi))
		}
	}
	return m
}

// learns tells whether a pattern of this sum is learned, by the comparison that counts errors.
func (m *marginal) learns(sum float64) bool { return m.a.Learns(float64(sum * m.scale)) }

// within tells whether a pattern is learned however its sum changes by flips of weights on inputs that add up to at most so much:
// sums that are learned are an interval.
func (m *marginal) within(sum, most float64) bool {
	return m.learns(sum-float64(2*most)) && m.learns(sum+float64(2*most))
}

// count counts the flips, and the pairs of them, that leave every pattern learned.
func (m *marginal) count(ctx context.Context) (one, two int, err error) {
	var near []int // patterns that a second flip can make wrong or right
	var sums []float64
	for i, column := range m.columns {
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		near, sums = near[:0], sums[:0]
		learned := true
		for k, sum := range m.sums {
			sum -= float64(2 * column[k])
			own := m.learns(sum)
			learned = learned && own
			if !own || !m.within(sum, m.largest[k]) {
				near, sums = append(near, k), append(sums, sum)
			}
		}
		if learned {
			one++
		}
		for _, second := range m.columns[i+1:] {
			if m.all(near, sums, second) {
				two++
			}
		}
	}
	return one, two, nil
}

// all tells whether the patterns stay learned when a weight flips.
func (m *marginal) all(near []int, sums, column []float64) bool {
	for l, k := range near {
		if !m.learns(sums[l] - float64(2*column[k])) {
			return false
		}
	}
	return true
}

// bytesOfNeighbours is the memory of the inputs of marginal patterns, whose stabilities are within some 16/√N of a margin.
func bytesOfNeighbours(s model.Size) float64 {
	n, p := float64(s.Model.Dim()), float64(s.Patterns)
	if _, ok := single(s.Model); !ok {
		return n*p/4 + 24*n
	}
	return 8 * n * p * min(1, 16/math.Sqrt(n))
}
