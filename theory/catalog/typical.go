package catalog

import (
	"math"

	"fbp/theory"
)

var (
	alphaParam = Param{Name: "alpha", Help: "patterns per weight, P/N", Within: nonNegative}
	loadParam  = Param{Name: "alpha", Help: "patterns per weight, P/N", Within: positive}
	kappaParam = Param{Name: "kappa", Default: "0", Help: "margin of the solutions", Of: ModelMargin}
)

var rsEntry = Entry{
	Name:  "rs",
	Short: "entropy and overlap of typical solutions",
	Long: `The replica-symmetric entropy per weight of the solutions with margin kappa of a
binary perceptron with alpha N random patterns:

  φ = −q̂(1−q)/2 + ∫Dx ln 2cosh(√q̂ x) + α ∫Dx ln H((κ−√q x)/√(1−q))
  q = ∫Dx tanh²(√q̂ x),   q̂ = α/(1−q) ∫Dx (G/H)²((κ−√q x)/√(1−q)),

Dx = G(x)dx the normal measure, H(x) = ½ erfc(x/√2) (Baldassi et al., PRL 127,
278301 (2021), A9 and A10 of the supplement in arXiv version 1, which prints √q̂
for √q in the second). The branch ends in q → 1 at α = (2/π)/[(1+κ²) H(−κ) + κ
G(κ)].

Columns
  weights, activation, labels  as asked for
  alpha     patterns per weight
  kappa     margin κ
  q, q_hat  overlap of two typical solutions, and its conjugate
  entropy   φ, nats per weight; where it is negative typical instances have no
            solution
  d         (1−q)/2, normalised Hamming distance of two typical solutions
  replicon  replica symmetry is locally stable below 1 (fbp theory instability);
            with random labels alone

--labels teacher: those of a teacher with random ±1 weights. The patterns have
the further weight 2θ(teacher's stability):

  φ = −q̂(1−q)/2 − R R̂ + ∫Dx ln 2cosh(√q̂ x + R̂)
      + 2α ∫Dx H(−R x/√(q−R²)) ln H((κ−√q x)/√(1−q))

Five columns have numbers with a teacher alone,
  r, r_hat     overlap R with the teacher, and its conjugate. At κ = 0 the
               teacher is a solution like others: q = r, and the entropy
               vanishes at α = 1.2446840
  gibbs_error  probability that a typical solution errs on a new pattern,
               arccos(R)/π
  bayes_error  that the vote of all solutions errs, arccos(R/√q)/π
  signs_error  that the signs of the mean weights err, arccos(R')/π with
               R' = 1 − 2H(R̂/√q̂)

At κ < 0 there may be two saddle points, one of them of solutions near the
teacher (entropy 0.0013 at α = 1.6, κ = −0.05, 0.0066 at κ = −0.1). The row has
the one of larger entropy; where it is that near the teacher, the note says so.

Status
  ok               a saddle point
  beyond_capacity  a saddle point of negative entropy: typical instances have no
                   such solution (with a teacher, at κ = 0: none but the
                   teacher; at κ < 0: none but those near it)
  rs_ends          beyond the end of the branch, for spherical weights the
                   capacity
  no_solution      not found: with a teacher, beyond the end of the branch, or
                   solutions near it that are not resolved, at κ just below 0,
                   where those far from it have an entropy below 1e-6

--weights, --activation: committees with many hidden units (fbp theory
capacity), with the effective overlap φ(q) for q in the patterns' term, α φ'(q)
for α in q̂, and κ/√(k(1) − k(0)) for κ; for spherical weights q/(1−q)² = q̂, and
entropy is the logarithm of a fraction of the sphere. κ has any sign; for
spherical perceptrons with κ < 0 replica symmetry breaks before the end.

Accurate to 1e-12, with a teacher 1e-10, near it 1e-9. A row takes 0.1
seconds at κ < 0 with a teacher.`,
	Example: `  fbp theory rs --alpha 0.5
  fbp theory rs --alpha 0.1:0.8:15 --kappa 0,0.1
  fbp theory rs --alpha 1.244684 --labels teacher`,
	Choices: []Choice{weightsChoice, activationChoice, labelsChoice},
	Params:  []Param{alphaParam, kappaParam},
	Beside:  map[string]string{"entropy": "entropy", "entropy_plain": "entropy", "q": "q", "overlap": "q", "test_error": "gibbs_error", "teacher_overlap": "r"},
	Columns: []string{"alpha", "kappa", "q", "q_hat", "entropy", "d", "replicon", "r", "r_hat", "gibbs_error", "bayes_error", "signs_error"},
	Labels:  map[string]string{"replicon": random, "r": teacher, "r_hat": teacher, "gibbs_error": teacher, "bayes_error": teacher, "signs_error": teacher},
	start: func(v variant) func([]float64) (answer, error) {
		m := v.committee()
		l := v.labels()
		status := func(p theory.RSPoint) (status, note string) {
			switch {
			case !l.Empty(p):
				return StatusOK, ""
			case l.Planted && p.Kappa == 0:
				return StatusBeyond, "typical instances have no solution but the teacher"
			case l.Planted && p.Kappa < 0:
				return StatusBeyond, "typical instances have no solution but those near the teacher"
			}
			return StatusBeyond, theory.ErrBeyondCapacity.Error()
		}
		return func(at []float64) (answer, error) {
			if l.Planted {
				p, near, err := theory.RSPlantedTypical(at[0], at[1])
				if err != nil {
					return failure(err, at...)
				}
				word, note := status(p.RSPoint)
				if near {
					note = "solutions near the teacher"
				}
				return answer{[]float64{p.Alpha, p.Kappa, p.Q, p.QHat, p.Entropy, p.D, math.NaN(), p.R, p.RHat, p.GibbsError(), p.BayesError(), p.SignsError()}, word, note}, nil
			}
			p, err := m.RS(at[0], at[1])
			if err != nil {
				return failure(err, at...)
			}
			word, note := status(p)
			return answer{[]float64{p.Alpha, p.Kappa, p.Q, p.QHat, p.Entropy, p.D, m.Replicon(p)}, word, note}, nil
		}
	},
}

var kappaMaxEntry = Entry{
	Name:  "kappa-max",
	Short: "the largest margin of solutions",
	Long: `The margin at which the replica-symmetric entropy vanishes (fbp theory rs),

  φ(α, κ_max) = 0

(Baldassi et al., PRL 127, 278301 (2021), Fig. 5 of the supplement). It is
negative beyond the capacity 0.833. --weights spherical: where solutions become
one, q = 1, α_c(κ_max) = α (fbp theory capacity), an upper bound where replica
symmetry is unstable, as for all κ_max < 0.

Columns
  weights, activation, labels  as asked for
  alpha      patterns per weight
  kappa_max  the largest margin
  q          overlap of two solutions with that margin
  d          (1−q)/2, their normalised Hamming distance

--labels teacher: κ_max vanishes at α = 1.2446840, from where on the teacher is
the only solution of margin 0. Beyond, κ_max < 0 is that of
solutions far from the teacher; next to it there are solutions of every κ < 0.

Status
  ok           found
  no_solution  not found, as for alpha below about 1e-7; with a teacher below
               about 1e-5, and from 1.64 on, where the entropy far from it
               vanishes at no margin

Accurate to 1e-10.`,
	Example: `  fbp theory kappa-max --alpha 0.2,0.5,0.7,0.8
  fbp theory kappa-max --alpha 0.05:0.82:78
  fbp theory kappa-max --alpha 1,2,3 --weights spherical
  fbp theory kappa-max --alpha 0.1:1.24:58 --labels teacher`,
	Choices: []Choice{weightsChoice, activationChoice, labelsChoice},
	Params:  []Param{loadParam},
	Columns: []string{"alpha", "kappa_max", "q", "d"},
	start: func(v variant) func([]float64) (answer, error) {
		l := v.labels()
		return func(at []float64) (answer, error) {
			if l.Machine.Weights == theory.Spherical {
				kappa, err := l.Machine.LargestMargin(at[0])
				if err != nil {
					return failure(err, at...)
				}
				note := ""
				if kappa < 0 || !l.Machine.Activation.Linear() {
					note = "an upper bound where replica symmetry is unstable"
				}
				return answer{[]float64{at[0], kappa, 1, 0}, StatusOK, note}, nil
			}
			p, err := l.KappaMax(at[0])
			return answered(err, at, p.Alpha, p.Kappa, p.Q, p.D)
		}
	},
}
