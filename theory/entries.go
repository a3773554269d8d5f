package theory

import (
	"errors"
	"math"
)

var (
	alphaParam = Param{Name: "alpha", Help: "patterns a weight, P/N", Within: Interval{To: math.Inf(1)}}
	loadParam  = Param{Name: "alpha", Help: "patterns a weight, P/N", Within: Interval{To: math.Inf(1), Open: true}}
	kappaParam = Param{Name: "kappa", Default: "0", Help: "margin of the solutions"}
)

var rsEntry = Entry{
	Name:  "rs",
	Short: "entropy and overlap of typical solutions",
	Long: `The replica-symmetric entropy a weight of the solutions with margin kappa of a
binary perceptron with alpha N random patterns, in nats:

  φ = −q̂(1−q)/2 + ∫Dx ln 2cosh(√q̂ x) + α ∫Dx ln H((κ−√q x)/√(1−q))
  q = ∫Dx tanh²(√q̂ x),   q̂ = α/(1−q) ∫Dx (G/H)²((κ−√q x)/√(1−q)),

Dx = G(x)dx the normal measure, H(x) = ½ erfc(x/√2); q is the overlap of two
typical solutions and d = (1−q)/2 their normalised Hamming distance. Where φ < 0
typical instances have no solution. The branch ends in q → 1 at
α = (2/π) / [(1+κ²) H(−κ) + κ G(κ)].

--planted: labels of a teacher with random ±1 weights. The measure of the
patterns has the factor 2θ(teacher's stability), there is an overlap r with the
teacher and its conjugate r_hat, and at κ = 0 q = r.`,
	Example: `  fbp theory rs --alpha 0.5
  fbp theory rs --alpha 0.1:0.8:15 --kappa 0,0.1
  fbp theory rs --alpha 1.244684 --planted`,
	Params:         []Param{alphaParam, kappaParam},
	Columns:        []string{"alpha", "kappa", "q", "q_hat", "entropy", "d"},
	PlantedColumns: []string{"alpha", "kappa", "q", "q_hat", "entropy", "d", "r", "r_hat"},
	start: func(planted bool) func([]float64) (answer, error) {
		return func(at []float64) (answer, error) {
			if planted {
				p, err := RSPlanted(at[0], at[1])
				if err != nil {
					return failure(err, at...)
				}
				return answer{[]float64{p.Alpha, p.Kappa, p.Q, p.QHat, p.Entropy, p.D, p.R, p.RHat}, StatusOK, ""}, nil
			}
			p, err := RS(at[0], at[1])
			if err != nil {
				return failure(err, at...)
			}
			return answer{[]float64{p.Alpha, p.Kappa, p.Q, p.QHat, p.Entropy, p.D}, StatusOK, ""}, nil
		}
	},
}

var kappaMaxEntry = Entry{
	Name:  "kappa-max",
	Short: "the largest margin that typical instances have solutions of",
	Long: `The margin at which the replica-symmetric entropy vanishes (fbp theory rs),

  φ(α, κ_max) = 0,

with the overlap q of its solutions and their distance d = (1−q)/2. It is negative
beyond the capacity 0.833. With --planted, the labels are those of a teacher.`,
	Example: `  fbp theory kappa-max --alpha 0.2,0.5,0.7,0.8
  fbp theory kappa-max --alpha 0.05:0.82:78`,
	Params:         []Param{loadParam},
	Columns:        []string{"alpha", "kappa_max", "q", "d"},
	PlantedColumns: []string{"alpha", "kappa_max", "q", "d"},
	start: func(planted bool) func([]float64) (answer, error) {
		find := KappaMax
		if planted {
			find = func(alpha float64) (RSPoint, error) {
				p, err := KappaMaxPlanted(alpha)
				return p.RSPoint, err
			}
		}
		return func(at []float64) (answer, error) {
			p, err := find(at[0])
			if err != nil {
				return failure(err, at...)
			}
			return answer{[]float64{p.Alpha, p.Kappa, p.Q, p.D}, StatusOK, ""}, nil
		}
	},
}

var alphaCEntry = Entry{
	Name:  "alpha-c",
	Short: "the capacity at a margin",
	Long: `The number of patterns a weight up to which typical instances have solutions of
margin kappa, where the replica-symmetric entropy vanishes (fbp theory rs),

  φ(α_c, κ) = 0;

0.833 at κ = 0 (Krauth and Mézard, J. Phys. 50, 3057 (1989)).`,
	Example: `  fbp theory alpha-c --kappa 0,0.1,0.5`,
	Params:  []Param{{Name: "kappa", Default: "0", Help: "margin of the solutions", Within: Interval{From: -30, To: 30}}},
	Columns: []string{"kappa", "alpha_c"},
	start: func(bool) func([]float64) (answer, error) {
		return func(at []float64) (answer, error) {
			p, err := AlphaC(at[0])
			if err != nil {
				return failure(err, at...)
			}
			return answer{[]float64{p.Kappa, p.Alpha}, StatusOK, ""}, nil
		}
	},
}

var thresholdsEntry = Entry{
	Name:  "thresholds",
	Short: "κ_min and κ_u, where the surroundings of a reference change",
	Long: `The margins of the reference above which its Franz-Parisi entropy with κ = 0
(fbp theory franz-parisi) is nowhere negative, and grows with distance up to its
one maximum:

  κ_min:  min over d of φ_FP(d; α, κ_min, 0) = 0
  κ_u:    min over d below the maximum of dφ_FP/dd(d; α, κ_u, 0) = 0.

Below κ_min a shell around the reference is empty; between κ_min and κ_u the
reference lies in a small ball of solutions behind an entropic barrier; above
κ_u it is part of a dense region on large scales. Thresholds beyond κ_max(α) are
nan. At α = 0.5: κ_min = 0.0291, κ_u = 0.0364. Accurate to 1e-9; a row takes
about a second.`,
	Example: `  fbp theory thresholds --alpha 0.3,0.5,0.7`,
	Params:  []Param{loadParam},
	Columns: []string{"alpha", "kappa_max", "kappa_min", "kappa_u"},
	start: func(bool) func([]float64) (answer, error) {
		return func(at []float64) (answer, error) {
			t, err := FPThresholds(at[0], 0)
			cells := []float64{t.Alpha, t.KappaMax, t.KappaMin, t.KappaU}
			switch {
			case err == nil:
				return answer{cells, StatusOK, ""}, nil
			case errors.Is(err, ErrBeyond):
				note := "kappa_u would lie beyond kappa_max"
				if math.IsNaN(t.KappaMin) {
					note = "kappa_min and kappa_u would lie beyond kappa_max"
				}
				return answer{cells, StatusNoSolution, note}, nil
			}
			return failure(err, cells...)
		}
	},
}

var alphaUEntry = Entry{
	Name:  "alpha-u",
	Short: "α'_u, up to which the most robust references lie in dense regions",
	Long: `The largest α at which the Franz-Parisi entropy around references of the largest
margin grows with distance up to its one maximum,

  κ_u(α'_u) = κ_max(α'_u),

0.729 for solutions of margin kappa = 0: an estimate of the largest α that
algorithms reach. d is the distance where the slope develops its new zero.
Accurate to 1e-8.`,
	Example: `  fbp theory alpha-u`,
	Params:  []Param{{Name: "kappa", Default: "0", Help: "margin of the solutions", Within: Interval{To: 2}}},
	Columns: []string{"kappa", "alpha_u", "kappa_max", "d"},
	start: func(bool) func([]float64) (answer, error) {
		return func(at []float64) (answer, error) {
			p, d, err := AlphaU(at[0])
			if err != nil {
				return failure(err, at...)
			}
			return answer{[]float64{at[0], p.Alpha, p.Kappa, d}, StatusOK, ""}, nil
		}
	},
}
