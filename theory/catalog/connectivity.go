package catalog

import (
	"fmt"
	"strings"

	"fbp/theory"
	"fbp/theory/connectivity"
)

var (
	marginRange = Interval{From: -10, To: 10}
	kappa1Param = Param{Name: "kappa-1", Default: "0", Help: "margin of solution 1, max for the largest", Words: []string{"max"}, Within: marginRange, Of: ReferenceMargin}
	kappa2Param = Param{Name: "kappa-2", Default: "0", Help: "margin of solution 2, max for the largest", Words: []string{"max"}, Within: marginRange, Of: ReferenceMargin}
	pathParam   = Param{Name: "kappa", Default: "0", Help: "margin that is asked for on the path", Within: marginRange, Of: PathMargin}

	fractionParam = Param{Name: "fraction", Help: "γ on the sphere, of solution 1; f of flips, of solution 2", Within: Interval{From: 0, To: 1}}
	belowParam    = Param{Name: "kappa", Default: "-0.5", Help: "margin that is asked for on the lines", Within: marginRange, Of: PathMargin}
	aroundParam   = Param{Name: "y", Default: "3", Help: "number of solutions around the centre", Within: Interval{From: 1, To: 1e9}}

	perceptronWeights = []Choice{weightsChoice}
	overlapParams     = []Param{loadParam, kappa1Param, kappa2Param}
	barrierParams     = []Param{loadParam, pathParam, kappa1Param, kappa2Param}
	pathParams        = append(barrierParams[:4:4], fractionParam)
	starParams        = []Param{loadParam, belowParam, aroundParam}
)

// pairs are pairs of typical solutions, of which neighbouring rows share some.
type pairs struct {
	weights theory.Weights
	known   shared[[3]float64, pairResult]
}

type pairResult struct {
	pair connectivity.Pair
	err  error
}

// of is the pair of two margins.
func (s *pairs) of(alpha, kappa1, kappa2 float64) (connectivity.Pair, error) {
	r := s.known.get([3]float64{alpha, kappa1, kappa2}, func() (r pairResult) {
		var a, b connectivity.Typical
		if a, r.err = connectivity.TypicalOf(s.weights, alpha, kappa1); r.err != nil {
			return r
		}
		if b, r.err = connectivity.TypicalOf(s.weights, alpha, kappa2); r.err != nil {
			return r
		}
		r.pair, r.err = connectivity.PairOf(a, b)
		return r
	})
	return r.pair, r.err
}

// statusOf is that of a row about a pair.
func statusOf(p connectivity.Pair) (status, note string) {
	empty := func(t connectivity.Typical) bool {
		return theory.Labels{Machine: theory.Committee{Weights: t.Weights}}.Empty(theory.RSPoint{Entropy: t.Entropy})
	}
	unstable := func(t connectivity.Typical) bool { return t.Replicon > 1 }
	switch {
	case empty(p.A) || empty(p.B):
		return StatusBeyond, theory.ErrBeyondCapacity.Error()
	case unstable(p.A) || unstable(p.B):
		return StatusOK, unstableNote
	}
	return StatusOK, ""
}

// unstableNote tells that replica symmetry is unstable where it was assumed.
const unstableNote = "replica symmetry is unstable: an approximation"

// startPairs is the start of a theory about pairs, whose margins are the last two of three parameters, or the
// third and fourth of more.
func startPairs(row func(p connectivity.Pair, at []float64) []float64) func(v variant) func([]float64) (answer, error) {
	return func(v variant) func([]float64) (answer, error) {
		list := &pairs{weights: v.committee().Weights}
		return func(at []float64) (answer, error) {
			margins := at[1:3]
			if len(at) > 3 { // alpha kappa kappa-1 kappa-2 …
				margins = at[2:4]
			}
			p, err := list.of(at[0], margins[0], margins[1])
			if err != nil {
				return failure(err, at[0])
			}
			status, note := statusOf(p)
			return answer{row(p, at), status, note}, nil
		}
	}
}

const pairEquations = `  p̂ = α ⟨f₁(z₁) f₂(z₂)⟩,   f = h(y)/√(1−q),   y = (κ−√q z)/√(1−q),   h = G/H
  spherical  p = (1−q₁)(1−q₂) p̂
  binary     p = ⟨tanh(√q̂₁ z₁) tanh(√q̂₂ z₂)⟩ at correlation p̂/√(q̂₁q̂₂)

z₁ and z₂ normal of correlation p/√(q₁q₂), q and q̂ of fbp theory rs. Equal
margins give p = q. max is the largest margin: of binary weights that of fbp
theory kappa-max, of spherical ones where solutions become one, q = 1, which is
an upper bound where replica symmetry is unstable, as for all κ_max < 0.
`

const pairStatus = `Status
  ok               found; where replica symmetry is unstable (replicon > 1) the
                   note says so
  beyond_capacity  typical instances have no such solutions
  rs_ends          as for rs
  no_solution      not found
`

var crossOverlapEntry = Entry{
	Name:  "cross-overlap",
	Short: "overlap of typical solutions of two margins",
	Long: `The overlap of two independent typical solutions of one instance, of margins
kappa-1 and kappa-2, of a perceptron with alpha N random patterns:

` + pairEquations + `
Columns
  weights, alpha
  kappa_1, kappa_2  margins
  q_1, q_2          overlaps of two solutions of the same margin
  p                 overlap of the two
  replicon_1, replicon_2
                    replica symmetry is locally stable below 1; of q = 1 the
                    limit α P(z < κ)

` + pairStatus + `
Accurate to 1e-9.`,
	Example: `  fbp theory cross-overlap --alpha 0.5 --kappa-1 max --kappa-2 0
  fbp theory cross-overlap --weights spherical --alpha 1 --kappa-1 -0.4:0.4:9 \
    --kappa-2 -0.5`,
	Choices: perceptronWeights,
	Params:  overlapParams,
	Fixed:   perceptron,
	Beside:  map[string]string{"overlap": "p"},
	Columns: []string{"alpha", "kappa_1", "kappa_2", "q_1", "q_2", "p", "replicon_1", "replicon_2"},
	start: startPairs(func(p connectivity.Pair, at []float64) []float64 {
		return []float64{at[0], p.A.Kappa, p.B.Kappa, p.A.Q, p.B.Q, p.P, p.A.Replicon, p.B.Replicon}
	}),
}

const pathEquations = `The path. Spherical weights: the line (great circle) between the two, fraction
the share γ of solution 1,

  E = P(γu₁ + (1−γ)u₂ < κc),   c² = γ² + (1−γ)² + 2γ(1−γ)p

which is exactly 0 where γκ₁ + (1−γ)κ₂ ≥ κc. Binary weights: those that differ
are flipped in random order, fraction the share f of them that is flipped, of
solution 2,

  E = P((1−f)u₁ + fu₂ + √(2f(1−f)(1−p)) ν < κ),   ν normal

u₁ and u₂ are the stabilities of a pattern, of the joint law

  P(u₁,u₂) = ⟨∏_a θ(u_a−κ_a) G((u_a−√q_a z_a)/√(1−q_a))/(√(1−q_a) H(y_a))⟩
`

var pathEntry = Entry{
	Name:  "path",
	Short: "errors on a path between two typical solutions",
	Long: `The fraction of patterns that have a stability below kappa on a path between two
typical solutions of margins kappa-1 and kappa-2 (fbp theory cross-overlap), of
the same instance of a perceptron with alpha N random patterns.

` + pathEquations + `
Columns
  weights, alpha
  kappa             margin that is asked for on the path
  kappa_1, kappa_2  margins of the solutions
  fraction          where on the path
  p                 overlap of the two solutions
  error             E

` + pairStatus + `
Accurate to 1e-8. In an instance of N weights an error below 1/(αN) is not seen.`,
	Example: `  fbp theory path --alpha 0.3 --fraction 0:1:21
  fbp theory path --weights spherical --alpha 1 --kappa -0.5 --kappa-1 max \
    --kappa-2 -0.5 --fraction 0:1:11`,
	Choices: perceptronWeights,
	Params:  pathParams,
	Fixed:   perceptron,
	Beside:  map[string]string{"error": "error"},
	Columns: []string{"alpha", "kappa", "kappa_1", "kappa_2", "fraction", "p", "error"},
	start: startPairs(func(p connectivity.Pair, at []float64) []float64 {
		return []float64{at[0], at[1], p.A.Kappa, p.B.Kappa, at[4], p.P, p.Error(at[4], at[1])}
	}),
}

var barrierEntry = Entry{
	Name:  "barrier",
	Short: "the largest error between two typical solutions",
	Long: `The maximum over the path of the error of fbp theory path, and where it is.

` + pathEquations + `
Columns
  weights, alpha
  kappa             margin that is asked for on the path
  kappa_1, kappa_2  margins of the solutions
  fraction          of the maximum
  p                 overlap of the two solutions
  barrier           the largest E

` + pairStatus + `
The barrier is accurate to 1e-8, the fraction to 1e-4. For binary weights it is
positive at every alpha. A row takes about a second.`,
	Example: `  fbp theory barrier --alpha 0.5
  fbp theory barrier --weights spherical --alpha 1 --kappa -0.5 --kappa-1 -0.5 \
    --kappa-2 -0.5`,
	Choices: perceptronWeights,
	Params:  barrierParams,
	Fixed:   perceptron,
	Beside:  map[string]string{"barrier": "barrier", "overlap": "p"},
	Columns: []string{"alpha", "kappa", "kappa_1", "kappa_2", "fraction", "p", "barrier"},
	start: startPairs(func(p connectivity.Pair, at []float64) []float64 {
		fraction, barrier := p.Barrier(at[1])
		return []float64{at[0], at[1], p.A.Kappa, p.B.Kappa, fraction, p.P, barrier}
	}),
}

var starEntry = Entry{
	Name:  "star",
	Short: "margins of solutions that lines connect, spherical",
	Long: `Margins from which on solutions of a spherical perceptron with alpha N random
patterns are connected by lines on which no pattern has a stability below kappa,
kappa < 0 (fbp theory path; replica symmetric):

  κ_star    with typical solutions of margin κ,  κ_star = κ p(κ_star, κ)
  κ_pair    two of that margin,                  κ_pair = κ √((1+q)/2)
  κ_center  y of that margin, through their centre,
                                                 κ_center = κ √((1+(y−1)q)/y)

p is the overlap of fbp theory cross-overlap, and q that of two typical
solutions of that margin. Solutions of a margin of 0 or more are all connected.

Columns
  alpha, kappa
  kappa_star, kappa_pair
  y, kappa_center

Status
  ok           found; where replica symmetry is unstable for margin kappa the
               note says so
  rs_ends      as for rs
  no_solution  some of the margins do not exist or are not found: the note names
               them; the others are given. Near the capacity there may be
               no κ_star: solutions of larger margin are not closer to typical
               ones

Accurate to 1e-9.`,
	Example: `  fbp theory star --alpha 1 --kappa -0.5
  fbp theory star --alpha 1,2,3 --kappa -0.5 --y 10`,
	Params:  starParams,
	Fixed:   perceptronOf("spherical"),
	Columns: []string{"alpha", "kappa", "kappa_star", "kappa_pair", "y", "kappa_center"},
	start: func(variant) func([]float64) (answer, error) {
		return func(at []float64) (answer, error) {
			m, err := connectivity.MarginsOf(at[0], at[1], at[2])
			if err != nil {
				return failure(err, at[0], at[1])
			}
			status, notes := StatusOK, m.Missing
			if len(notes) > 0 {
				status = StatusNoSolution
			}
			if t, err := connectivity.TypicalOf(theory.Spherical, at[0], at[1]); err == nil && t.Replicon > 1 {
				notes = append(notes, fmt.Sprintf("replica symmetry is unstable at kappa (replicon %.3g)", t.Replicon))
			}
			return answer{[]float64{at[0], at[1], m.Star, m.Pair, at[2], m.Center}, status, strings.Join(notes, "; ")}, nil
		}
	},
}
