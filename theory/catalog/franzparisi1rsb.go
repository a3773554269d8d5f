package catalog

import (
	"fmt"
	"math"
	"slices"

	"fbp/theory/franzparisi"
)

var franzParisi1RSBEntry = Entry{
	Name:  "franz-parisi-1rsb",
	Short: "Franz-Parisi, one step of replica symmetry breaking",
	Long: `Whether the solutions around a reference (fbp theory franz-parisi) fall into
clusters: one step of replica symmetry breaking (1RSB) among them, at a fixed
Parisi parameter m, with overlaps p1 in a cluster and p0 between clusters:

  φ_FP = −(m/2)(p1 p̂1 − p0 p̂0) − p̂1(1−p1)/2 + t0 t̂0 − t1 t̂1 + 𝒢_S + α 𝒢_E

  𝒢_S = (1/m) ∫Dx Σ_w̃ e^{√q̂ w̃ x} ∫Dy ln ∫Dz [2cosh F]^m / 2cosh(√q̂ x)
        F = √(p̂0−t̂0²/q̂) y + (t̂0/√q̂) x + √(p̂1−p̂0) z + (t̂1−t̂0) w̃

  𝒢_E = (1/m) ∫Dx ∫Dy [H(A)/H(B)] ln ∫Dz H^m(C)
        C = (κ − √(p1−p0) z − (t0/√q) x − √γ y)/√(1−p1)
        A, B as in fbp theory franz-parisi,   γ = p0 − t0²/q

stationary in p0, p1, t0 and the conjugates (Baldassi et al., PRL 127, 278301
(2021), supplement, equations 30 and 31; B16 and B17 in arXiv version 1, with
misprints). p1 = p0 is always a solution, φ that of replica symmetry (RS); so is
p1 = 1, every solution a cluster of its own, φ_RS/m. At m = 1 φ = φ_RS. The row
is the solution of smallest p1 that is stable when the equations are iterated:
p1 = p0 where RS is stable (replicon < 1).

Columns
  alpha … d_c  as for franz-parisi (a binary perceptron, random labels), but
  p, p_hat     averages over pairs of replicas, p = m p0 + (1−m) p1
  replicon     the larger of α⟨⟨f''²⟩⟩⟨⟨(1−w²)²⟩⟩ in clusters and
               α⟨(∂⟨f'⟩)²⟩⟨(∂⟨w⟩)²⟩ between them; above 1 one step is not enough
  p0, p1       overlap of two solutions in different clusters, in the same one;
               p1 = p0 is replica symmetry
  m            Parisi parameter, 0 < m ≤ 1

Status
  ok               a saddle point; the note gives the p1 from which on the
                   equations flow to p1 = 1
  bound            patterns have no effect at this distance: entropy = bound
  beyond_capacity  as for franz-parisi
  rs_ends          below d_c, as for franz-parisi
  no_solution      as for franz-parisi; or replica symmetry is unstable and the
                   equations flow to p1 = 1

What to expect: p1 = p0 wherever φ_FP > 0. Next to references of little margin,
where φ_FP < 0 and typical instances have no solution, RS is unstable. A row
takes up to a second.`,
	Example: `  fbp theory franz-parisi-1rsb --alpha 0.5 --kappa-ref 0.1 --d 0.1 --m 0.5
  fbp theory franz-parisi-1rsb --alpha 0.8 --kappa-ref 0.02 --d 0.01 --m 0.1`,
	Params: []Param{loadParam, kappaRefParam, aroundKappa, distanceParam,
		{Name: "m", Help: "Parisi parameter, 0 < m ≤ 1", Within: Interval{To: 1, Open: true}}},
	Fixed:   perceptronOf("binary"),
	Beside:  map[string]string{"distance": "d", "entropy": "entropy"},
	Columns: slices.Concat(curveColumns, []string{"p0", "p1", "m"}),
	start: startCurve(func(c franzparisi.Curve, at []float64) (franzparisi.Point, []float64, string, error) {
		p, err := c.OneStep(at[3], at[4])
		if err != nil {
			return p.Point, []float64{math.NaN(), math.NaN(), at[4]}, "", err
		}
		note := ""
		if !math.IsNaN(p.Barrier) {
			note = fmt.Sprintf("from p1 = %.6g on to p1 = 1", p.Barrier)
		}
		return p.Point, []float64{p.P0, p.P1, p.M}, note, nil
	}),
}
