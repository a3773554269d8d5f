package catalog

import (
	"math"

	"fbp/internal/traits"
	"fbp/theory"
	"fbp/theory/features"
)

var (
	functionChoice = Choice{Name: "function", Default: "sign", Words: []string{"sign", "erf", "relu", "tanh"}, Help: "what becomes of a projection: sign, erf, relu or tanh",
		Follows: true, Instance: true, check: oneOf("sign", "erf", "relu", "tanh")}
	latentLoadParam = Param{Name: "alpha-t", Help: "patterns per latent dimension, P/D", Within: positive}
	noiseParam      = Param{Name: "label-noise", Default: "0", Help: "probability that a label is the wrong one", Within: Interval{To: 0.5}}
	featuresMargin  = Param{Name: "kappa", Default: "0", Help: "margin κ of the solutions, or max: the largest", Words: []string{"max"}, Of: ModelMargin}
)

// featuresOnes is what these theories are about.
var featuresOnes = Traits{"network": traits.Perceptron, "activation": "linear", "hidden": "1", "labels": traits.Features}

// featuresProblem is what the words name.
func (v variant) featuresProblem() (p features.Problem) {
	p.Weights, _ = theory.ParseWeights(v["weights"]) // checked
	p.A = features.Linear(v["function"])
	return p
}

var featuresEntry = Entry{
	Name:    "features",
	Choices: []Choice{weightsChoice, functionChoice},
	Params:  []Param{loadParam, latentLoadParam, featuresMargin, noiseParam},
	Fixed:   featuresOnes,
	Beside:  map[string]string{"entropy": "entropy", "entropy_plain": "entropy", "q": "q", "overlap": "q", "test_error": "error"},
	Columns: []string{"alpha", "alpha_t", "kappa", "label_noise", "q", "p_d", "p_0", "r", "entropy", "error", "error_vote", "replicon"},
	start: each(func(v variant, at []float64) (answer, error) {
		p := v.featuresProblem()
		p.Alpha, p.AlphaT, p.Kappa, p.LabelNoise = at[0], at[1], at[2], at[3]
		solve := func() (features.Typical, error) { return solvedFeatures(p) }
		if math.IsInf(p.Kappa, 1) {
			p.Kappa = 0
			solve = p.LargestMargin
		}
		t, err := solve()
		a, err := answered(err, at, t.Alpha, t.AlphaT, t.Kappa, t.LabelNoise, t.Q, t.PD, t.P0, t.R, t.Entropy, t.Error(), t.VoteError(), t.Replicon)
		if a = a.beyondIf(p.Weights == theory.Binary && t.Entropy < -1e-9); a.status == StatusOK && (t.Replicon > 1+1e-9 || t.Inner > 1) {
			a.note = "replica symmetry is unstable"
		}
		return a, err
	}),
}

var featuresThresholdEntry = Entry{
	Name:    "features-threshold",
	Choices: []Choice{weightsChoice, functionChoice},
	Params:  []Param{latentLoadParam, kappaParam},
	Fixed:   featuresOnes,
	Columns: []string{"alpha_t", "kappa", "alpha_c", "n_over_p", "error"},
	start: each(func(v variant, at []float64) (answer, error) {
		p := v.featuresProblem()
		p.AlphaT, p.Kappa = at[0], at[1]
		t, err := p.Capacity()
		return answered(err, at, p.AlphaT, p.Kappa, t.Alpha, 1/t.Alpha, t.Error())
	}),
}
