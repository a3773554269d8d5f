package catalog

import (
	"math"

	"fbp/loss"
	"fbp/theory/crossentropy"
)

var crossEntropyFPEntry = Entry{
	Name:  "cross-entropy-franz-parisi",
	Short: "solutions around minima of the cross-entropy",
	Long: `The entropy per weight of the solutions of margin 0 at the normalised Hamming
distance d from a typical configuration of the cross-entropy with parameter
gamma at inverse temperature beta (fbp theory cross-entropy), averaged over
these and instances:

  φ = −p̂(1−p)/2 − t̂1 t1 + t̂ t + 𝒢_S + α ⟨ln H(−A/√(1−p))⟩,   t1 = 1−2d
  A = t z/√q + (t1−t) x/√(1−q) + √ω u,   ω = p − (t1−t)²/(1−q) − t²/q

stationary in p, t and the conjugates; z and u are normal, x has the weight Dx
e^{−βf(√q z + √(1−q) x)} at given z, and 𝒢_S is that of fbp theory
franz-parisi with t̂ for t̂0 (PNAS 117, 161 (2020), appendix B.2, with
misprints; its s and p are p and t1 here). For gamma = inf and beta = inf or
star, the configurations are solutions: fbp theory franz-parisi with kappa-ref
= 0.

Columns
  alpha, gamma, beta  as for cross-entropy; beta as a number
  d           distance, (1−t1)/2
  entropy     φ, nats per weight; where it is negative there is no such
              solution
  normalized  φ + d ln d + (1−d) ln(1−d): minus the entropy of all
              configurations at d
  q           overlap of two typical configurations
  p, t        overlap of two solutions around one of them, and with another
              one

Status
  ok           a saddle point
  rs_ends      p → 1, at small d around configurations with errors; at gamma =
               inf, below d_c of fbp theory franz-parisi
  no_solution  no such β, or too cold, as for cross-entropy; or q = 1: at
               zero temperature and finite gamma; or not found, just above the
               end of the branch

Accurate to 1e-8. A row takes 15 ms, 40 at γ = 200, and 15 more per β that is to
be found, 150 at γ = 200.`,
	Example: `  fbp theory cross-entropy-franz-parisi --alpha 0.4 --gamma 1,inf --d 1e-3,0.1
  fbp theory cross-entropy-franz-parisi --alpha 0.4 --gamma 2 --beta 20 --d 0.1`,
	Params:  []Param{loadParam, gammaParam, betaParam, distanceParam},
	Fixed:   crossEntropyOnes,
	Beside:  map[string]string{"distance": "d", "entropy": "entropy"},
	Columns: []string{"alpha", "gamma", "beta", "d", "entropy", "normalized", "q", "p", "t"},
	start: func(variant) func([]float64) (answer, error) {
		var around shared[[3]uint64, surrounded]
		return func(at []float64) (answer, error) {
			key := [3]uint64{math.Float64bits(at[0]), math.Float64bits(at[1]), math.Float64bits(at[2])}
			s := around.get(key, func() surrounded { return surround(at[0], at[1], at[2]) })
			if s.err != nil {
				return s.failure(at)
			}
			p, err := s.At(at[3])
			known := []float64{at[0], at[1], s.Point.Beta, at[3], math.NaN(), math.NaN(), s.Point.Q}
			return answered(err, known, at[0], at[1], s.Point.Beta, at[3], p.Entropy, p.Entropy-p.Bound, s.Point.Q, p.P, p.T0)
		}
	},
}

// surrounded is what the distances from the same configurations share.
type surrounded struct {
	crossentropy.Surroundings
	frozen bool // q = 1
	err    error
}

func surround(alpha, gamma, beta float64) (s surrounded) {
	p, _, err := minimum(alpha, gamma, beta)
	if err != nil {
		return surrounded{err: err}
	}
	s.frozen = p.Q == 1
	s.Surroundings, s.err = crossentropy.Around(loss.CrossEntropy{Gamma: gamma}, p)
	return s
}

// failure is the row of a point without configurations to surround.
func (s surrounded) failure(at []float64) (answer, error) {
	known := []float64{at[0], at[1], named(at[2]), at[3]}
	if s.frozen {
		return answer{known, StatusNoSolution, "q = 1 at zero temperature: want a finite beta"}, nil
	}
	return failure(s.err, known...)
}

var crossEntropyOptimumEntry = Entry{
	Name:  "cross-entropy-optimum",
	Short: "the γ with most solutions around minima",
	Long: `The γ of the cross-entropy at whose minima, at β* (fbp theory cross-entropy
--beta star), the entropy of solutions at distance d (fbp theory
cross-entropy-franz-parisi) is largest, for γ between 0.02 and 500. It may be
the γ at which β* changes from the instability to the zero of the entropy. No
entropy is larger than that of all solutions (fbp theory rs); that is reached
where typical solutions lie at distance d from the minima. Two γ may do so, as
0.2153 and 3.889 at α = 0.6, d = 0.25; the smaller one is given. PNAS 117, 161
(2020), Fig. 4, has it for d = 0.02 and could not reach it for d = 0.005.

Columns
  alpha, d
  gamma, beta  the best γ, and β* there
  normalized   entropy of solutions minus that of all configurations at
               distance d

Status
  ok           a maximum
  no_solution  largest at an end of that range; or within 1e-8 of the entropy of
               all configurations, too close to it to be resolved

gamma is relatively accurate to 1e-4, to 1e-3 where normalized is above -1e-7. A
row takes about five seconds.`,
	Example: `  fbp theory cross-entropy-optimum --alpha 0.4 --d 0.02`,
	Params:  []Param{loadParam, distanceParam},
	Fixed:   crossEntropyOnes,
	Columns: []string{"alpha", "d", "gamma", "beta", "normalized"},
	start: func(variant) func([]float64) (answer, error) {
		return func(at []float64) (answer, error) {
			o, err := crossentropy.BestGamma(at[0], at[1])
			return answered(err, at, o.Alpha, o.D, o.Gamma, o.Beta, o.Normalized)
		}
	},
}
