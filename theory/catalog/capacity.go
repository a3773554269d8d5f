package catalog

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"fbp/theory"
	"fbp/theory/parisi"
)

var capacityEntry = Entry{
	Name:  "capacity",
	Short: "the capacity of perceptron and committees",
	Long: `The number of patterns per weight up to which typical instances have solutions
of margin kappa: of a perceptron, or of a tree-like committee with many hidden
units (K → ∞ after N → ∞), whose patterns' term is the perceptron's with
effective overlaps

  Q = φ(q) = (k(q) − k(0))/(k(1) − k(0))
  k(x) = E[g(u)g(v)], u and v of correlation x
  sign    k = (2/π) arcsin x
  relu    k = [√(1−x²) + x(π − arccos x)]/2π
  leaky-relu:a   (1−a)² k_relu + a x

--ansatz rs: binary weights: where the replica-symmetric entropy vanishes (fbp
theory rs); spherical weights: where solutions become one, q → 1,

  α_c = φ'(1) / ∫_{−∞}^κ Dx (κ−x)²,   2 φ'(1) at κ = 0

--ansatz 1rsb: spherical weights, with q1 → 1, m → 0, m̃ = m/(1−q1):

  α_c = min over q0, m̃ of −{ln(1+m̃(1−q0)) + m̃q0/(1+m̃(1−q0))} / 2f(q0, m̃)
  f = ∫Dz0 ln ∫Dz1 exp(−m̃ x₊²/2φ'(1)),   x = κ + √Q0 z0 + √(1−Q0) z1

--ansatz krsb: with --levels steps of it, q_0 < … < q_k → 1, y_i = x_i/(1−q_k)
the Parisi parameter on (q_{i−1}, q_i), λ_k = 1 and
λ_{i−1} = λ_i + y_i (q_i − q_{i−1}):

  α_c = min over q_i, y_i of
        −[q_0/λ_0 + Σ_i ln(λ_{i−1}/λ_i)/y_i] / 2∫Dz f_0(√Q_0 z)
  f_{i−1}(h) = (1/y_i) ln ∫Dz exp[y_i f_i(h + √(Q_i − Q_{i−1}) z)]
  f_k(h) = −(κ−h)₊²/2φ'(1)

y_i do not fall. --ansatz frsb: the minimum over functions y(q) that do not
fall, full replica symmetry breaking.
For sign units every finite number of steps gives inf, and the minimum over
functions 6.6834 (derived here; no source of it is known to us).

kappa is the margin of the output itself, and κ = kappa/√(k(1)−k(0)), for ReLU
kappa/0.584. Binary weights freeze, q1 = 1, where the entropy vanishes, so that
nothing changes. (Baldassi, Malatesta and Zecchina, PRL 123, 170602 (2019),
equations 5, 6, B7 and B8; B7 lacks a minus.) That paper prints 2.92 for
spherical ReLU with 1rsb; its formulas give 2.66428, which one step of replica
symmetry breaking at finite q1 confirms.

Columns
  weights, activation, ansatz  as asked for
  kappa        margin
  levels       steps of breaking: 0 with rs and where replica symmetry is
               stable, 1 with 1rsb, as asked for with krsb; nan with frsb
  alpha_c      the capacity
  error        of frsb: what finer cells may change
  q_m          overlap of the farthest solutions at capacity
  gap_end      where there are no overlaps between q_m and this one (frsb);
               else nan, as where it is not known to 0.01, above kappa = -1.5 up
               to -1.2
  relaxed      minimum over functions y that need not rise: alpha_c where there
               is no such gap (frsb)

The last four are nan where replica symmetry is stable.

Status
  ok           found; where replica symmetry is unstable below it the note says
               that it is an upper bound: rs, 1rsb and krsb (4.77010, 4.70014
               and for two steps 4.69724 at kappa = -0.5, where frsb gives
               4.69660)
  no_solution  it is infinite, or not found; krsb and frsb of spherical
               perceptrons below kappa = -2.05, where the transition is
               discontinuous

Accurate to 1e-9, krsb to 1e-8 relative, frsb to 1e-6, of sign units to 1e-4;
q_m of frsb to 3e-4 (at kappa = -1.5 .38246, with finer cells .38269(3)), of
sign units to 1e-3 (.60907 for .61007(10)); gap_end to 0.01 (at kappa = -1.5
.753 for .750(3)). A row of frsb takes some seconds.`,
	Example: `  fbp theory capacity --activation linear,sign,relu
  fbp theory capacity --weights spherical --kappa -1,-0.5,0 --ansatz rs,1rsb
  fbp theory capacity --weights spherical --activation relu --ansatz rs,1rsb
  fbp theory capacity --weights spherical --kappa -0.5 --ansatz krsb \
    --levels 1:5:5
  fbp theory capacity --weights spherical --kappa -1,-0.5 --ansatz frsb`,
	Choices:  []Choice{weightsChoice, activationChoice, ansatzChoice},
	Params:   capacityParams,
	Columns:  []string{"kappa", "levels", "alpha_c", "error", "q_m", "gap_end", "relaxed"},
	Optional: []string{"levels", "error", "q_m", "gap_end", "relaxed"},
	start: func(v variant) func([]float64) (answer, error) {
		return func(at []float64) (answer, error) {
			kappa := at[0]
			levels, c, note, err := capacityOf(v.committee(), v["ansatz"], kappa, at[1])
			switch {
			case err != nil:
				return failure(err, kappa)
			case math.IsInf(c.Alpha, 1) && v.committee().Activation.Linear():
				return answer{[]float64{kappa}, StatusNoSolution, "it is too large for a number"}, nil
			case math.IsInf(c.Alpha, 1):
				return answer{[]float64{kappa}, StatusNoSolution, "it grows without bound with the number of units"}, nil
			}
			return answer{[]float64{kappa, levels, c.Alpha, c.Error, c.Farthest, c.GapEnd, c.Relaxed}, StatusOK, note}, nil
		}
	},
}

var capacityParams = []Param{outputMargin,
	{Name: "levels", Default: "2", Help: "steps of replica symmetry breaking of krsb, 1 to 8", Within: Interval{From: 1, To: 8}}}

var ansatzChoice = Choice{Name: "ansatz", Default: "rs", Words: []string{"rs", "1rsb", "krsb", "frsb"},
	Help:  "replica symmetry, rs; one step of breaking it, 1rsb; --levels steps, krsb; full, frsb",
	check: oneOf("rs", "1rsb", "krsb", "frsb")}

// capacityOf is the capacity by one ansatz, with its steps, NaN for full breaking.
func capacityOf(m theory.Committee, ansatz string, kappa, levels float64) (steps float64, c parisi.Capacity, note string, err error) {
	const bound = "an upper bound: more steps of replica symmetry breaking lower it"
	none := math.NaN()
	c = parisi.Capacity{Error: none, Farthest: none, GapEnd: none, Relaxed: none}
	if ansatz == "rs" || m.Weights == theory.Binary {
		if c.Alpha, err = m.Capacity(kappa); ansatz != "rs" {
			return 0, c, "clusters are single solutions, as with rs", err
		}
		if p, at := m.Instability(kappa); at == nil && p.Alpha < c.Alpha {
			note = fmt.Sprintf("an upper bound: replica symmetry is unstable from alpha = %.6g on", p.Alpha)
		}
		return 0, c, note, err
	}
	switch ansatz {
	case "1rsb":
		var p theory.Capacity1RSB
		p, err = m.Capacity1RSB(kappa)
		steps, c.Alpha, c.Farthest, note = 1, p.Alpha, p.Q0, bound
	case "krsb":
		steps, note = levels, bound
		if levels != math.Trunc(levels) {
			return 0, c, "", fmt.Errorf("capacity(levels = %v): want a whole number: %w", levels, theory.ErrDomain)
		}
		c, err = parisi.Steps(m, kappa, int(levels))
	case "frsb":
		steps = none
		if c, err = parisi.Full(m, kappa); math.IsInf(m.Activation.SlopeAt1(), 1) {
			note = "derived here; no source of this value is known"
		}
		if !math.IsNaN(c.GapEnd) {
			note = "overlaps between q_m and gap_end do not occur"
		}
	}
	if math.IsNaN(c.Farthest) && !math.IsInf(c.Alpha, 1) {
		return 0, c, "replica symmetry is stable", err
	}
	if ansatz != "1rsb" { // what is minimised has no more digits
		c.Alpha, c.Relaxed, c.Error, c.Farthest, c.GapEnd = rounded(c.Alpha, 9), rounded(c.Relaxed, 7), rounded(c.Error, 2), rounded(c.Farthest, 5), rounded(c.GapEnd, 5)
	}
	return steps, c, note, err
}

// rounded is a number with so many digits.
func rounded(x float64, digits int) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	return y
}

// outputMargin is a margin of the output itself.
var outputMargin = Param{Name: "kappa", Default: "0", Help: "margin of the solutions", Within: marginRange, Of: ModelMargin}

var instabilityEntry = Entry{
	Name:  "instability",
	Short: "where replica symmetry becomes unstable",
	Long: `The number of patterns per weight above which replica symmetry is locally
unstable among typical solutions of margin kappa (the line of de Almeida and
Thouless), for perceptron and committees (fbp theory capacity):

  α [φ'(q)² R + φ''(q) r] ∫Dx sech⁴(√q̂ x) = 1,   Q = φ(q)
  r = ∫Dx A²/(1−Q),   R = ∫Dx [A(A−a)]²/(1−Q)²
  A = (G/H)(a),   a = (κ−√Q x)/√(1−Q)

with q of fbp theory rs, and (1−q)² in the place of the last integral for
spherical weights; φ'' = 0 for the perceptron. Baldassi, Malatesta and
Zecchina, PRL 123, 170602 (2019), print 2.988 for spherical sign units (we find
2.987819), and 0.615 for spherical ReLU: their formulas give 1.7212, which the
curvature of the 1RSB free entropy at q0 = q1 confirms. For binary weights it
lies beyond the capacity at κ = 0. kappa is the margin of the output itself, and
κ = kappa/√(k(1)−k(0)), for ReLU kappa/0.584.

For perceptrons the note has the breaking point, the Parisi parameter at which
the overlap starts to depend on it:

  x = [α⟨f'''²⟩ + A³⟨g'''²⟩] / 2[α⟨f''³⟩ + A³⟨g''³⟩],   A = α⟨f''²⟩

f = ln H((κ−h)/√(1−q)), g = ln 2cosh h, or (1−q)h²/2 for spherical weights. The
transition is continuous for x < 1; beyond 1, as for spherical weights below
κ = −2.05, a discontinuous one precedes it.

Columns
  weights, activation  as asked for
  kappa                margin
  alpha_at             the instability

Status
  ok               found
  beyond_capacity  found, where the entropy of binary weights is negative
  no_solution      replica symmetry is stable up to the end of its branch

Accurate to 1e-9.`,
	Example: `  fbp theory instability --weights spherical --activation sign,relu
  fbp theory instability --weights spherical --kappa -2:-0.1:20`,
	Choices: []Choice{weightsChoice, activationChoice},
	Params:  []Param{outputMargin},
	Columns: []string{"kappa", "alpha_at"},
	start: func(v variant) func([]float64) (answer, error) {
		return func(at []float64) (answer, error) {
			p, err := v.committee().Instability(at[0])
			if errors.Is(err, theory.ErrStable) {
				return answer{at, StatusNoSolution, "stable up to the end of the branch"}, nil
			}
			if err != nil {
				return failure(err, at...)
			}
			note := ""
			if x, err := v.committee().Breaking(p); err == nil {
				note = fmt.Sprintf("breaking point %.6g", x)
			}
			cells := []float64{at[0], p.Alpha}
			if v.labels().Empty(p) {
				return answer{cells, StatusBeyond, strings.TrimSuffix(theory.ErrBeyondCapacity.Error()+"; "+note, "; ")}, nil
			}
			return answer{cells, StatusOK, note}, nil
		}
	},
}
