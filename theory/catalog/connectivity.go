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

// pair is a pair of typical solutions, or why there is none.
type pair struct {
	connectivity.Pair
	err error
}

// pairOf is the pair of two margins.
func pairOf(w theory.Weights, alpha, kappa1, kappa2 float64) (p pair) {
	var a, b connectivity.Typical
	if a, p.err = connectivity.TypicalOf(w, alpha, kappa1); p.err != nil {
		return p
	}
	if b, p.err = connectivity.TypicalOf(w, alpha, kappa2); p.err == nil {
		p.Pair, p.err = connectivity.PairOf(a, b)
	}
	return p
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

// startPairs is the start of a theory about pairs: alpha is the first parameter, the margins are that of this index, kappa-1, and
// the next, kappa-2, and row has the cells.
func startPairs(kappa1 int, row func(p connectivity.Pair, at []float64) []float64) func(v variant) func([]float64) (answer, error) {
	return func(v variant) func([]float64) (answer, error) {
		var pairs shared[pair]
		return func(at []float64) (answer, error) {
			of := []float64{at[0], at[kappa1], at[kappa1+1]}
			p := pairs.get(of, func() pair { return pairOf(v.committee().Weights, of[0], of[1], of[2]) })
			if p.err != nil {
				return failure(p.err, at[0])
			}
			status, note := statusOf(p.Pair)
			return answer{row(p.Pair, at), status, note}, nil
		}
	}
}

var crossOverlapEntry = Entry{
	Name:    "cross-overlap",
	Choices: perceptronWeights,
	Params:  overlapParams,
	Fixed:   perceptron,
	Beside:  map[string]string{"overlap": "p"},
	Columns: []string{"alpha", "kappa_1", "kappa_2", "q_1", "q_2", "p", "replicon_1", "replicon_2"},
	start: startPairs(1, func(p connectivity.Pair, at []float64) []float64 {
		return []float64{at[0], p.A.Kappa, p.B.Kappa, p.A.Q, p.B.Q, p.P, p.A.Replicon, p.B.Replicon}
	}),
}

var pathEntry = Entry{
	Name:    "path",
	Choices: perceptronWeights,
	Params:  pathParams,
	Fixed:   perceptron,
	Beside:  map[string]string{"error": "error"},
	Columns: []string{"alpha", "kappa", "kappa_1", "kappa_2", "fraction", "p", "error"},
	start: startPairs(2, func(p connectivity.Pair, at []float64) []float64 {
		return []float64{at[0], at[1], p.A.Kappa, p.B.Kappa, at[4], p.P, p.Error(at[4], at[1])}
	}),
}

var barrierEntry = Entry{
	Name:    "barrier",
	Choices: perceptronWeights,
	Params:  barrierParams,
	Fixed:   perceptron,
	Beside:  map[string]string{"barrier": "barrier", "overlap": "p"},
	Columns: []string{"alpha", "kappa", "kappa_1", "kappa_2", "fraction", "p", "barrier"},
	start: startPairs(2, func(p connectivity.Pair, at []float64) []float64 {
		fraction, barrier := p.Barrier(at[1])
		return []float64{at[0], at[1], p.A.Kappa, p.B.Kappa, fraction, p.P, barrier}
	}),
}

var starEntry = Entry{
	Name:    "star",
	Params:  starParams,
	Fixed:   perceptronOf("spherical"),
	Columns: []string{"alpha", "kappa", "kappa_star", "kappa_pair", "y", "kappa_center"},
	start: each(func(_ variant, at []float64) (answer, error) {
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
	}),
}
