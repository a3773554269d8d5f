package catalog

import (
	"fbp/theory/franzparisi"
)

var committeeFPEntry = Entry{
	Name:  "committee-franz-parisi",
	Short: "local entropy around solutions of committees",
	Long: `The entropy per weight of the solutions with margin kappa at distance d from a
typical solution with margin kappa-ref (fbp theory franz-parisi), for committees
with many hidden units (fbp theory capacity), binary or spherical weights: in
𝒢_E every overlap is replaced by the effective one and margins are divided by
√(k(1) − k(0)),

  𝒢_E = ∫Dx ∫Dy [H(A)/H(B)] ln H((κ − (T/√Q) x − √Γ y)/√(1−P)),   Γ = P − T²/Q
        B = (κ̃−√Q x)/√(1−Q)
        A = [√Γ(κ̃−√Q x) − (𝒮−T) y]/√(Γ(1−Q) − (𝒮−T)²)
        Q = φ(q),  P = φ(p),  T = φ(t),  𝒮 = φ(1−2d)

and 𝒢_S is the perceptron's, or for spherical weights, with the conjugates at
their stationary values,

  ½ ln(1−p) + [p − 2S(S−t)/(1−q) + (S−t)²/(1−q)²]/2(1−p),   S = 1−2d

(Baldassi, Malatesta and Zecchina, PRL 123, 170602 (2019), C6 to C8, with
misprints; Baldassi et al., PRL 127, 278301 (2021), supplement, equations 34 to
37). For spherical weights an entropy is the logarithm of a fraction of the
sphere.

Columns
  weights, activation  as asked for
  alpha, kappa_ref, kappa, d
  entropy     φ_FP, nats per weight
  normalized  φ_FP minus what it is without patterns, −d ln d − (1−d) ln(1−d)
              for binary weights, ½ ln(4d(1−d)) for spherical ones
  slope       dφ_FP/dd
  p, t        overlap of two solutions around one reference, and with another
              one
  p_hat, t_hat, s_hat  conjugates of p, t and of the overlap S with the
                       reference

Status
  ok               a saddle point; the note says where replica symmetry of the
                   references is unstable (fbp theory instability)
  bound            patterns have no effect here: normalized is 0
  beyond_capacity  as for franz-parisi
  rs_ends          p → 1 below the distance in the note (not of sign units)
  no_solution      as for franz-parisi; max as kappa-ref is for binary weights

Accurate to 1e-8 or better for d from 1e-4 to 0.49. A point takes 2 to 5 ms.
α'_u of these curves is fbp theory alpha-u --activation relu (0.7725) and sign
(0.5578).`,
	Example: `  fbp theory committee-franz-parisi --activation sign,relu --alpha 0.6 --d 0.1
  fbp theory committee-franz-parisi --activation relu --alpha 0.77 \
    --kappa-ref max --d 0.01
  fbp theory committee-franz-parisi --weights spherical --activation sign \
    --alpha 1 --d 0.1,0.3`,
	Choices: []Choice{weightsChoice, activationChoice},
	Params: []Param{alphaParam, {Name: "kappa-ref", Default: "0", Help: "margin of the reference, max for κ_max(α)", Words: []string{"max"}, Of: ReferenceMargin},
		aroundKappa, distanceParam},
	Beside:  map[string]string{"distance": "d", "entropy": "entropy"},
	Columns: []string{"alpha", "kappa_ref", "kappa", "d", "entropy", "normalized", "slope", "p", "t", "p_hat", "t_hat", "s_hat"},
	start: func(v variant) func([]float64) (answer, error) {
		row := startCurve(func(c franzparisi.Curve, at []float64) (franzparisi.Point, []float64, string, error) {
			p, err := c.At(at[3])
			note := ""
			if err == nil && c.Committee.Replicon(c.Reference) > 1 {
				note = unstableNote
			}
			return p, nil, note, err
		})(v)
		return func(at []float64) (answer, error) {
			a, err := row(at)
			if err == nil && len(a.cells) > 11 {
				// of alpha … d, entropy, slope, p, t0, p_hat, t0_hat, t1_hat, bound, replicon, d_c
				a.cells = append(append(a.cells[:5:5], a.cells[4]-a.cells[11]), a.cells[5:11]...)
			}
			return a, err
		}
	},
}
