package dynamics

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"fbp/internal/fault"
	"fbp/internal/kern"
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
	return s.solution(s.w, n, met, ofPrograms.solution.Of(s)...), nil
}

// walking is the revised simplex method at work: a vertex and the directions of its N edges, on each of which one
// pattern's slack w·ξ^μ − κ grows by 1 and those of the others of the vertex stay. Slacks change along the edge that
// is followed alone, so that only its products with the patterns are computed.
type walking struct {
	network
	kappa float64
	w     []float64 // of the vertex
	edges []float64 // N × N: weight i of edge k at i N + k
	u     []float64 // of the program
	free  []float64 // by edge: 1 if it may be followed either way
	moves []float64 // one number, of the last program

	slack  []float64 // by pattern, at the vertex
	growth []float64 // by pattern, of the slack along an edge
	gain   []float64 // by edge: u·edge
	square []float64 // by edge: |edge|²
	edge   []float64 // that is followed
	left   []float64 // four vectors, of which products with all edges are taken
	right  []float64 // these products
}

// edgeless is what counts as zero beside the length of an edge: pivots smaller than that lose all digits. Pivots smaller than flat lose
// too many, in 1 of 204 searches of configs/negative-margin.toml at N = 201: the edge then ends at the pattern of the largest pivot among those
// that are met within a slack of tie (Harris, Math. Program. 5, 1 (1973)).
const (
	edgeless = 1e-9
	flat     = 1e-6
	tie      = 1e-9
)

func newWalking(n network, kappa float64) *walking {
	dim, patterns := n.of.Dim(), len(n.each)
	drawn := n.start(dim + 1) // random edges: many patterns of signs meet the axes in one point
	vector := func(n int) []float64 { return make([]float64, n) }
	s := &walking{network: n, kappa: kappa, w: vector(dim), edges: vector(dim * dim), u: drawn[dim], free: vector(dim), moves: []float64{1},
		slack: vector(patterns), growth: vector(patterns), gain: vector(dim), square: vector(dim), edge: vector(dim),
		left: vector(4 * dim), right: vector(4 * dim)}
	for k, edge := range drawn[:dim] {
		s.setEdge(k, edge)
		s.free[k] = 1
	}
	return s
}

// setEdge writes the direction of an edge.
func (s *walking) setEdge(k int, edge []float64) {
	for i, x := range edge {
		s.edges[i*len(edge)+k] = x
	}
}

func (s *walking) All() [][]float64 { return [][]float64{s.edges, s.w, s.u, s.free, s.moves} }

// Epoch is one linear program. Vertices where more than N patterns meet could send it round in circles: it ends
// after so many moves, and the next begins.
func (s *walking) Epoch(int) {
	s.begin()
	for s.moves[0] < float64(100*len(s.w)) {
		k := s.steepest()
		if k < 0 || !s.follow(k) {
			break
		}
		s.moves[0]++
	}
	copy(s.u, s.w)
}

// begin computes from the vertex and its edges all that moves then keep up.
func (s *walking) begin() {
	s.moves[0] = 0
	s.Fields(s.slack, s.w, s.each)
	for mu := range s.slack {
		s.slack[mu] -= s.kappa
	}
	dim := len(s.w)
	clear(s.gain)
	clear(s.square)
	for i, u := range s.u {
		for k, x := range s.edges[i*dim : (i+1)*dim] {
			s.gain[k] += float64(u * x)
			s.square[k] += float64(x * x)
		}
	}
}

// steepest is the edge on which u·w grows fastest with the length of w's way, directed there, or −1. Squares
// of lengths are kept up by differences: one that lost its digits is computed again before its edge is taken.
func (s *walking) steepest() int {
	for {
		steepest, most := -1, edgeless*norm(s.u)
		for k, gain := range s.gain {
			if s.free[k] == 1 {
				gain = math.Abs(gain)
			}
			if slope := gain / math.Sqrt(s.square[k]); slope > most {
				steepest, most = k, slope
			}
		}
		if steepest < 0 {
			return -1
		}
		for i := range s.edge {
			s.edge[i] = math.Copysign(1, s.gain[steepest]) * s.edges[i*len(s.edge)+steepest]
		}
		square, kept := dot(s.edge, s.edge), s.square[steepest]
		s.square[steepest] = square
		if math.Abs(square-kept) <= 0.01*square {
			return steepest
		}
	}
}

// follow goes along edge k to the vertex at its end, if it has one, and otherwise beyond |w| = 1.
func (s *walking) follow(k int) bool {
	s.Fields(s.growth, s.edge, s.each)
	along := math.Sqrt(s.square[k])
	end, length := s.first(along, 0)
	if end >= 0 && -s.growth[end] < flat*along {
		_, most := s.first(along, tie)
		for mu, growth := range s.growth {
			if growth < s.growth[end] && max(0, s.slack[mu]) <= -growth*most {
				end, length = mu, max(0, s.slack[mu])/-growth
			}
		}
	}
	if end < 0 {
		add(s.w, (norm(s.w)+2)/along, s.edge)
		return false
	}
	add(s.w, length, s.edge)
	add(s.slack, length, s.growth)
	s.slack[end] = 0
	s.pivot(k, end)
	return true
}

// first is the pattern whose slack, with so much to spare, is the first to fall to zero along the edge, and the way to there; −1: none.
func (s *walking) first(along, spare float64) (end int, length float64) {
	end, length = -1, math.Inf(1)
	for mu, growth := range s.growth {
		if growth < -edgeless*along {
			if t := (max(0, s.slack[mu]) + spare) / -growth; t < length {
				end, length = mu, t
			}
		}
	}
	return end, length
}

// pivot makes edge k, e, the one along which the slack of a pattern ξ grows by 1, e′ = e/(ξ·e), and keeps that slack
// on all others: f ← f − (ξ·f) e′, u·f ← u·f − (ξ·f) u·e′ and |f|² ← |f|² − 2 (ξ·f) f·e′ + (ξ·f)² |e′|².
func (s *walking) pivot(k, pattern int) {
	dim := len(s.w)
	clear(s.left)
	clear(s.right)
	s.AddTo(s.left[:dim], []float64{1}, []int{pattern})
	copy(s.left[dim:], s.edge)
	copy(s.left[2*dim:], s.u)
	kern.AddProduct(s.right, dim, kern.Factors{X: s.left, Row: dim, Term: 1}, s.edges)
	slopes, along, gains := s.right[:dim], s.right[dim:2*dim], s.right[2*dim:3*dim]

	slope := s.growth[pattern]
	for i := range s.edge {
		s.edge[i] /= slope
	}
	gain, square := dot(s.u, s.edge), dot(s.edge, s.edge)
	for l, f := range slopes {
		kept := s.square[l] - float64(2*f*along[l]/slope) + float64(f*f*square)
		s.square[l] = max(kept, 1e-12*s.square[l])
		s.gain[l] = gains[l] - float64(f*gain)
	}
	slopes[k] = 0
	back := s.left[:dim]
	for i, x := range s.edge {
		back[i] = -x
	}
	kern.AddProduct(s.edges, dim, kern.Factors{X: back, Row: 1, Term: 1}, slopes)
	s.setEdge(k, s.edge)
	s.gain[k], s.square[k], s.free[k] = gain, square, 0
}

// Ended tells whether w/|w| solves, or the last program did not move.
func (s *walking) Ended(int) bool { return s.moves[0] == 0 || s.errors() == 0 }

func (s *walking) State(int) []results.Quantity {
	return ofPrograms.training.Of(s)
}

var (
	ownNorm = results.Column[*walking]{Name: "norm", Means: "1: |w| of weights that have the margin before they are normalised to 1",
		Of: func(s *walking) float64 { return norm(s.w) }}
	ofPrograms = columns[*walking]{
		training: results.Columns[*walking]{wrong((*walking).errors), ownNorm},
		solution: results.Columns[*walking]{ownNorm},
	}
)

// errors are those of w/|w|.
func (s *walking) errors() int {
	w := slices.Clone(s.w)
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
