package catalog

import (
	"math"

	"fbp/internal/traits"
	"fbp/theory"
	"fbp/theory/features"
)

var (
	functionChoice = Choice{Name: "function", Default: "sign", Words: []string{"sign", "erf", "relu", "tanh"}, Help: "what becomes of a projection: sign, erf, relu or tanh",
		Follows: true, check: oneOf("sign", "erf", "relu", "tanh")}
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
	Name:  "features",
	Short: "typical solutions on random features",
	Long: `Weights that learn alpha N patterns of random features with a margin, replica
symmetric. Latent patterns x of D numbers, alpha_t D of them, have the labels of
a teacher; feature i is (g(u_i) − μ₀)/σ, u_i = F_i·x/√D, taken for a u_i + b η_i
with a = E[z g(z)]/σ, a² + b² = 1 and independent η_i (Gaussian equivalence;
Baldassi et al., Phys. Rev. E 106, 014116 (2022), arXiv:2110.00683; derived
anew). With s = Fᵀw/√N, δ = p_d − p_0, V = a²δ + b²(1−q), Q_0 = a²p_0 + b²q:

  δ = 1/(1/(1−q) + α_T a² R₂),   r = α_T a m₀ δ
  p_0 = r² + δ² [q/(1−q)² + α_T a² R₁]
  q̂ = α R₁ [b² + a²δ²/(1−q)²]
      + (α/α_T) [r²/(1−q)² + q (α_T a² R₂ δ/(1−q))²]

where R₁ and R₂ are averages of f² and −f', f = (G/H)((κ − √Q_0 z)/√V)/√V, with
the weight 2[η + (1−2η) H(−a r z/√(Q_0 − a²r²))] of labels of noise η.

Columns
  weights, function  as asked for
  alpha, alpha_t, kappa, label_noise
  q           overlap of two solutions
  p_d, p_0    s·s/D of a solution, and s·s'/D of two
  r           overlap of s with the teacher
  entropy     nats per weight; of spherical weights, of their fraction
  error       of a solution on new patterns, (1/π) arccos(a r/√(a²p_d + b²))
  error_vote  of the vote of all solutions
  replicon    replica symmetry is locally stable below 1

--kappa max is where the entropy vanishes, of spherical weights where two
solutions become one: q is 1, and the entropy −inf.

Status
  ok               a saddle point; the note says where it is unstable
  beyond_capacity  of negative entropy: typical instances have no such solution
  no_solution      not found

Accurate to 1e-9.`,
	Example: `  fbp theory features --alpha 0.5 --alpha-t 3
  fbp theory features --alpha 0.25:1:16 --alpha-t 3 --kappa 0,max
  fbp theory features --function erf --alpha 0.5 --alpha-t 3 --label-noise 0,0.1`,
	Choices: []Choice{weightsChoice, functionChoice},
	Params:  []Param{loadParam, latentLoadParam, featuresMargin, noiseParam},
	Fixed:   featuresOnes,
	Beside:  map[string]string{"entropy": "entropy", "entropy_plain": "entropy", "q": "q", "overlap": "q", "test_error": "error"},
	Columns: []string{"alpha", "alpha_t", "kappa", "label_noise", "q", "p_d", "p_0", "r", "entropy", "error", "error_vote", "replicon"},
	start: func(v variant) func([]float64) (answer, error) {
		return func(at []float64) (answer, error) {
			p := v.featuresProblem()
			p.Alpha, p.AlphaT, p.Kappa, p.LabelNoise = at[0], at[1], at[2], at[3]
			solve := func() (features.Typical, error) { return solvedFeatures(p) }
			if math.IsInf(p.Kappa, 1) {
				p.Kappa = 0
				solve = p.LargestMargin
			}
			t, err := solve()
			if err != nil {
				return failure(err, at...)
			}
			cells := []float64{t.Alpha, t.AlphaT, t.Kappa, t.LabelNoise, t.Q, t.PD, t.P0, t.R, t.Entropy, t.Error(), t.VoteError(), t.Replicon}
			if p.Weights == theory.Binary && t.Entropy < -1e-9 {
				return answer{cells, StatusBeyond, theory.ErrBeyondCapacity.Error()}, nil
			}
			note := ""
			if t.Replicon > 1+1e-9 || t.Inner > 1 {
				note = "replica symmetry is unstable"
			}
			return answer{cells, StatusOK, note}, nil
		}
	},
}

var featuresThresholdEntry = Entry{
	Name:  "features-threshold",
	Short: "capacity on random features: interpolation",
	Long: `The largest number of patterns per weight that typical instances of random
features (fbp theory features) can be learned at, at a fixed number of patterns
per latent dimension: where the entropy of binary weights vanishes, or where two
solutions of spherical weights become one. N/P = 1/α_c is the number of features
per pattern at which training errors vanish, the interpolation threshold.

Columns
  weights, function  as asked for
  alpha_t, kappa
  alpha_c   capacity, patterns per weight
  n_over_p  1/α_c
  error     of solutions there on new patterns; of spherical weights at κ = 0 it
            is 1/α_c exactly

Status
  ok           found
  no_solution  not found

Accurate to 1e-8.`,
	Example: `  fbp theory features-threshold --alpha-t 1,3,10
  fbp theory features-threshold --weights spherical --alpha-t 3 --kappa 0,1`,
	Choices: []Choice{weightsChoice, functionChoice},
	Params:  []Param{latentLoadParam, kappaParam},
	Fixed:   featuresOnes,
	Columns: []string{"alpha_t", "kappa", "alpha_c", "n_over_p", "error"},
	start: func(v variant) func([]float64) (answer, error) {
		return func(at []float64) (answer, error) {
			p := v.featuresProblem()
			p.AlphaT, p.Kappa = at[0], at[1]
			t, err := p.Capacity()
			return answered(err, at, p.AlphaT, p.Kappa, t.Alpha, 1/t.Alpha, t.Error())
		}
	},
}
