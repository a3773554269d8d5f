package dynamics

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"fbp/internal/fault"
	"fbp/model"
	"fbp/results"
)

// LinearPrograms searches the weights of a spherical perceptron with a margin κ < 0 by a
// sequence of linear programs. For patterns gauged so that labels are +1, the weights w of any norm with
//
//	w·ξ^μ ≥ κ for all μ
//
// are a polytope around 0. Where it reaches |w| ≥ 1 there is a solution, w/|w|, of the stabilities w·ξ^μ/|w| ≥ κ/|w| ≥ κ,
// so that a solution is where |w| is largest. Each program maximises u·w on the polytope, u a
// random direction at first, then w itself: |w| grows with each, and the search ends with a solution, or with a w that
// is the largest in its own direction. Others may be larger still.
//
// Programs are solved by the simplex method, from vertex to vertex along the edge on which u·w grows fastest. The next
// program begins at the vertex where the last one ended. An edge without an end leads to a solution. A pivot is of the order of N (N + P)
// operations, and a program takes a few N of them.
//
// Source: Montanari, Zhong and Zhou, arXiv:2110.15824, whose abstract was opened: that the problem is that of a vector of
// maximum norm in a polytope, and an algorithm of one linear program. That programs follow each other is our own.
type LinearPrograms struct {
	Limits
}

// NewLinearPrograms goes on until nothing grows.
func NewLinearPrograms() *LinearPrograms {
	return &LinearPrograms{Limits{MaxEpochs: 1000, Every: 1}}
}

// Validate implements kinds.Algorithm: tags say all there is.
func (*LinearPrograms) Validate() error { return nil }

// Check refuses models other than perceptrons with spherical weights, and margins that are not below 0: their
// polytope does not contain 0.
func (*LinearPrograms) Check(m model.Model) error {
	if m.Weights() != model.SphericalWeights || !model.Linear(m) || m.Margin() >= 0 {
		return fault.New("kind", "linear_programs", "want a perceptron with weights = %q and kappa < 0 in [model]", model.SphericalWeights)
	}
	return nil
}

// About implements kinds.Algorithm.
func (l *LinearPrograms) About() model.About {
	return model.About{Draws: true, Tables: ofPrograms.tables(), Bytes: l.bytes, Real: model.AnyInputs}
}

// Solve goes from program to program. It emits the errors and the norm of w after each as a reading of table "training".
func (l *LinearPrograms) Solve(ctx context.Context, p *model.Problem, rng *rand.Rand, emit func(results.Reading)) (*model.Solution, error) {
	s := newWalking(newNetwork(p, rng), p.Model.Margin())
	n, met, err := l.Run(ctx, p.Keeper, s, emit)
	if err != nil {
		return nil, err
	}
	return s.solution(s.weights(), n, met, ofPrograms.solution.Of(s)...), nil
}

// walking is the simplex method at work. A vector of its tableau is P slacks w·ξ^μ − κ, by how much each pattern is learned,
// and then w. One of them is the vertex, the others the directions of its N edges.
type walking struct {
	network
	edges  [][]float64
	vertex []float64
	u      []float64 // of the program
	free   []float64 // by edge: 1 if it may be followed either way
	moves  []float64 // one number, of the last program
}

// edgeless is what counts as zero beside the length of an edge: pivots smaller than that lose all digits.
const edgeless = 1e-9

func newWalking(n network, kappa float64) *walking {
	dim, patterns := n.of.Dim(), len(n.each)
	drawn := n.start(dim + 1) // random edges: many patterns of signs meet the axes in one point
	s := &walking{network: n, edges: make([][]float64, dim), vertex: make([]float64, patterns+dim), u: drawn[dim],
		free: make([]float64, dim), moves: []float64{1}}
	for j := range s.edges {
		s.edges[j], s.free[j] = make([]float64, patterns, patterns+dim), 1
		n.Fields(s.edges[j], drawn[j], n.each)
		s.edges[j] = append(s.edges[j], drawn[j]...)
	}
	for mu := range patterns {
		s.vertex[mu] = -kappa
	}
	return s
}

// weightsOf are those of a vector of the tableau.
func (s *walking) weightsOf(x []float64) []float64 { return x[len(s.each):] }

// weights are those of the vertex.
func (s *walking) weights() []float64 { return s.weightsOf(s.vertex) }

func (s *walking) All() [][]float64 {
	return append(slices.Clone(s.edges), s.vertex, s.u, s.free, s.moves)
}

// Epoch is one linear program. Vertices where more than N patterns meet could send it round in circles: it ends
// after so many moves, and the next begins.
func (s *walking) Epoch(int) {
	s.moves[0] = 0
	for s.moves[0] < float64(100*len(s.edges)) {
		j := s.steepest()
		if j < 0 || !s.follow(j) {
			break
		}
		s.moves[0]++
	}
	copy(s.u, s.weights())
}

// steepest is the edge on which u·w grows fastest with the length of w's way, directed there, or −1.
func (s *walking) steepest() (steepest int) {
	steepest, most := -1, edgeless*norm(s.u)
	for j, edge := range s.edges {
		w := s.weightsOf(edge)
		slope := dot(s.u, w) / norm(w)
		if s.free[j] == 1 {
			slope = math.Abs(slope)
		}
		if slope > most {
			steepest, most = j, slope
		}
	}
	if steepest >= 0 && dot(s.u, s.weightsOf(s.edges[steepest])) < 0 {
		for i := range s.edges[steepest] {
			s.edges[steepest][i] *= -1
		}
	}
	return steepest
}

// follow goes along an edge to the vertex at its end, if it has one, and otherwise beyond |w| = 1.
func (s *walking) follow(j int) bool {
	edge, end, length := s.edges[j], -1, math.Inf(1)
	along := norm(s.weightsOf(edge))
	for mu := range s.each {
		if slope := edge[mu]; slope < -edgeless*along {
			if t := max(0, s.vertex[mu]) / -slope; t < length {
				end, length = mu, t
			}
		}
	}
	if end < 0 {
		add(s.vertex, (norm(s.weights())+2)/along, edge)
		return false
	}
	pivot := edge[end]
	for i := range edge {
		edge[i] /= pivot // along which slack end grows by 1
	}
	for k, other := range s.edges {
		if k != j {
			add(other, -other[end], edge)
		}
	}
	add(s.vertex, -s.vertex[end], edge)
	s.free[j] = 0
	return true
}

// Ended tells whether w/|w| solves, or the last program did not move.
func (s *walking) Ended(int) bool { return s.moves[0] == 0 || s.errors() == 0 }

func (s *walking) State(int) []results.Quantity {
	return ofPrograms.training.Of(s)
}

var (
	ownNorm = results.Column[*walking]{Name: "norm", Means: "1: |w| of weights that have the margin before they are normalised to 1",
		Of: func(s *walking) float64 { return norm(s.weights()) }}
	ofPrograms = columns[*walking]{
		training: results.Columns[*walking]{wrong((*walking).errors), ownNorm},
		solution: results.Columns[*walking]{ownNorm},
	}
)

// errors are those of w/|w|.
func (s *walking) errors() int {
	w := slices.Clone(s.weights())
	s.Normalize(w, 1)
	return s.Wrong(w)
}

// add is x ← x + c y.
func add(x []float64, c float64, y []float64) {
	for i, yi := range y {
		x[i] += float64(c * yi)
	}
}

// dot is x·y.
func dot(x, y []float64) (sum float64) {
	for i, xi := range x {
		sum += float64(xi * y[i])
	}
	return sum
}

// norm is |x|.
func norm(x []float64) float64 { return math.Sqrt(dot(x, x)) }
