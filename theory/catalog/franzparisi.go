package catalog

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"fbp/theory"
	"fbp/theory/franzparisi"
)

var (
	kappaRefParam = Param{Name: "kappa-ref", Default: "max", Help: "margin of the reference, max for κ_max(α)", Words: []string{"max"}, Of: ReferenceMargin}
	aroundKappa   = Param{Name: "kappa", Default: "0", Help: "margin of the solutions", Of: AroundMargin}
	distanceParam = Param{Name: "d", Help: "normalised Hamming distance from the reference, 0 < d ≤ 0.5", Within: Interval{To: 0.5, Open: true}}
)

var franzParisiEntry = Entry{
	Name:  "franz-parisi",
	Short: "local entropy around solutions (Franz-Parisi)",
	Long: `The entropy per weight of the solutions with margin kappa at the normalised
Hamming distance d from a typical solution (the reference) with margin
kappa-ref, averaged over references and instances, of a binary perceptron:

  φ_FP = −p̂(1−p)/2 + t0 t̂0 − t1 t̂1 + 𝒢_S + α 𝒢_E,   t1 = 1−2d

  𝒢_S = ∫Dx Σ_w̃ e^{√q̂ w̃ x} ∫Dy ln 2cosh F / 2cosh(√q̂ x)
        F = √(p̂−t̂0²/q̂) y + (t̂0/√q̂) x + (t̂1−t̂0) w̃

  𝒢_E = ∫Dx ∫Dy [H(A)/H(B)] ln H((κ − (t0/√q) x − √γ y)/√(1−p)),   γ = p − t0²/q
        B = (κ̃−√q x)/√(1−q)
        A = [√γ(κ̃−√q x) − (t1−t0) y]/√(γ(1−q) − (t1−t0)²)

stationary in p, t0, p̂, t̂0, t̂1, with q and q̂ of the references (fbp theory rs at
κ̃); Dx = G(x)dx the normal measure, H(x) = ½ erfc(x/√2) (Baldassi et al., PRL
127, 278301 (2021), supplement, equations 26 and 27; B12 and B13 in arXiv
version 1, which prints q and t0 for q̂ and t̂0 in 𝒢_S, and ends the root in A too
early).

--activation, --weights: committees with many hidden units (fbp theory
capacity), and spherical weights. In 𝒢_E every overlap is replaced by the
effective one and margins are divided by √(k(1) − k(0)),

  𝒢_E = ∫Dx ∫Dy [H(A)/H(B)] ln H((κ − (T/√Q) x − √Γ y)/√(1−P)),   Γ = P − T²/Q
        B = (κ̃−√Q x)/√(1−Q)
        A = [√Γ(κ̃−√Q x) − (𝒮−T) y]/√(Γ(1−Q) − (𝒮−T)²)
        Q = φ(q),  P = φ(p),  T = φ(t0),  𝒮 = φ(t1)

and 𝒢_S is the same, or for spherical weights, with the conjugates at their
stationary values,

  ½ ln(1−p) + [p − 2t1(t1−t0)/(1−q) + (t1−t0)²/(1−q)²]/2(1−p)

(Baldassi, Malatesta and Zecchina, PRL 123, 170602 (2019), C6 to C8, with
misprints; Baldassi et al., PRL 127, 278301 (2021), supplement, equations 34 to
37). For spherical weights an entropy is the logarithm of a fraction of the
sphere.

Columns
  weights, activation, labels  as asked for
  alpha      patterns per weight
  kappa_ref  margin κ̃ of the reference
  kappa      margin κ of the solutions around it
  d          their distance from it, (1−t1)/2
  entropy    φ_FP, nats per weight; where it is negative typical instances have
             no such solution
  slope      dφ_FP/dd
  p, t0      overlap of two solutions around one reference, and with another one
  p_hat, t0_hat, t1_hat  their conjugates
  bound      −d ln d − (1−d) ln(1−d), all configurations at this distance; for
             spherical weights ½ ln(4d(1−d))
  replicon   α⟨f''²⟩⟨(1−m²)²⟩, f and m of the cavity fields of a pattern and of
             a weight; replica symmetry is locally stable below 1
  d_c        where the branch ends: below it (κ̃ ≤ κ), or in a window below it
             (κ̃ slightly above κ), p → 1 and there is no saddle point; 0 if it
             does not end
  normalized  entropy minus bound
  r, r_hat   with labels of a teacher

--labels teacher: those of a teacher with random ±1 weights. The patterns have
the further weight 2θ(teacher's stability), the weights the further fields R̂
(reference) and r̂ (solutions around it), and φ_FP the further term −r r̂, with
r the overlap with the teacher, and r̂ its conjugate. At κ̃ = 0 the teacher is as
good a reference as any, and r = t0. References at κ̃ < 0 are those of larger
entropy, far from the teacher or near it (fbp theory rs --labels teacher), where
the note says so; of margin max those far away.

Status
  ok               a saddle point; the entropy may be negative. The note says
                   where replica symmetry of the references is unstable
  bound            patterns have no effect at this distance: entropy = bound
  beyond_capacity  kappa-ref is larger than κ_max(α) (fbp theory kappa-max): no
                   such reference, no numbers; or kappa is, and the numbers are
                   those of a saddle point of solutions that typical instances
                   do not have
  rs_ends          below d_c (not of sign units)
  no_solution      in the window, whose ends the note gives, or not found; or
                   kappa-ref above 12, which is not resolved, or max, which is
                   for binary weights

Accurate to 1e-8 or better for d from 1e-5 to 0.49 (committees: 1e-4), α from
0.05 to 0.82 and margins up to κ_max; with a teacher at κ̃ < 0 for α up to 4. A
curve around references near a teacher takes up to half a minute.`,
	Example: `  fbp theory franz-parisi --alpha 0.5 --d 0.005:0.35:70
  fbp theory franz-parisi --alpha 0.5 --kappa-ref 0,0.02,max --d 1e-4:0.4:60:log
  fbp theory franz-parisi --alpha 0.71,0.73 --kappa-ref max --d 0.001:0.05:50
  fbp theory franz-parisi --alpha 0.9 --d 0.005:0.35:70 --labels teacher
  fbp theory franz-parisi --activation sign,relu --alpha 0.6 --kappa-ref 0 \
    --d 0.1
  fbp theory franz-parisi --weights spherical --activation sign --alpha 1 \
    --kappa-ref 0 --d 0.1,0.3`,
	Choices: []Choice{weightsChoice, activationChoice, labelsChoice},
	Params:  []Param{loadParam, kappaRefParam, aroundKappa, distanceParam},
	Beside:  map[string]string{"distance": "d", "entropy": "entropy"},
	Columns: slices.Concat(curveColumns, []string{"normalized", "r", "r_hat"}),
	Labels:  map[string]string{"r": teacher, "r_hat": teacher},
	start: startCurve(func(c franzparisi.Curve, at []float64) (p franzparisi.Point, more []float64, note string, err error) {
		if p, err = c.At(at[3]); err != nil {
			return p, nil, "", err
		}
		more = []float64{p.Entropy - p.Bound}
		if c.R != 0 {
			more = append(more, p.R, p.RHat)
		} else if c.Committee.Replicon(c.Reference) > 1 {
			note = unstableNote
		}
		return p, more, note, nil
	}),
}

var curveColumns = []string{"alpha", "kappa_ref", "kappa", "d", "entropy", "slope", "p", "t0", "p_hat", "t0_hat", "t1_hat", "bound", "replicon", "d_c"}

// pointAt computes a point of a curve: the point itself, further cells (also with an
// error), a note.
type pointAt func(c franzparisi.Curve, at []float64) (p franzparisi.Point, more []float64, note string, err error)

func startCurve(point pointAt) func(variant) func([]float64) (answer, error) {
	return func(v variant) func([]float64) (answer, error) {
		l := v.labels()
		var curves shared[[3]float64, sharedCurve]
		return func(at []float64) (answer, error) {
			c := curves.get([3]float64(at), func() sharedCurve { return newSharedCurve(l, at[0], at[1], at[2]) })
			return c.row(at, point)
		}
	}
}

// sharedCurve is what the points of one curve share.
type sharedCurve struct {
	curve    franzparisi.Curve
	from, to float64 // no solution in between
	ended    bool
	beyond   bool // no solutions of margin κ
	err      error
}

func newSharedCurve(l theory.Labels, alpha, kappaRef, kappa float64) (s sharedCurve) {
	of := franzparisi.Of
	if kappaRef == Max {
		top, err := l.KappaMax(alpha)
		if err != nil {
			return sharedCurve{err: err}
		}
		if kappaRef = top.Kappa; l.Planted { // of margin κ_max are those far from the teacher
			of = func(_ theory.Labels, alpha, kappaRef, kappa float64) (franzparisi.Curve, error) {
				return franzparisi.PlantedFar(alpha, kappaRef, kappa)
			}
		}
	}
	if s.curve, s.err = of(l, alpha, kappaRef, kappa); noReference(l, s.curve, s.err, alpha, kappaRef) {
		s.err = theory.ErrBeyondCapacity
	}
	if s.err == nil {
		s.beyond = kappa > kappaRef && l.Beyond(alpha, kappa) && !(s.curve.Near && kappa < 0)
		if s.from, s.to, s.ended = s.curve.Ends(); s.ended {
			s.curve = s.curve.WithEnds(s.from, s.to)
		}
	}
	return s
}

// noReference tells whether typical instances have no reference of margin κ̃.
func noReference(l theory.Labels, c franzparisi.Curve, err error, alpha, kappaRef float64) bool {
	switch {
	case err == nil:
		return l.Empty(c.Reference)
	case errors.Is(err, theory.ErrNoConvergence):
		return !(l.Planted && kappaRef < 0) && l.Beyond(alpha, kappaRef)
	}
	return errors.Is(err, theory.ErrEnds)
}

func (s sharedCurve) row(at []float64, point pointAt) (answer, error) {
	if s.err != nil {
		if at[1] == Max {
			at = []float64{at[0], math.NaN(), at[2], at[3]}
		}
		return failure(s.err, at[:4]...)
	}
	dc := math.NaN()
	if s.ended {
		dc = s.to
	}
	p, more, note, err := point(s.curve, at)
	if err != nil {
		nan, d := math.NaN(), at[3]
		known := []float64{at[0], s.curve.Reference.Kappa, at[2], d, nan, nan, nan, nan, nan, nan, nan, nan, nan, dc}
		if d > 0 && d <= 0.5 {
			known[11], _ = s.curve.Committee.Weights.Bound(d)
		}
		a, err := failure(err, append(known, more...)...)
		switch {
		case err != nil || a.status != StatusEnds:
		case !s.ended || d > s.to:
			a.note = "p → 1 at this distance"
		case s.from > 0:
			a.status, a.note = StatusNoSolution, fmt.Sprintf("p → 1 for d from %.6g to %.6g", s.from, s.to)
		default:
			a.note = fmt.Sprintf("p → 1 below d_c = %.6g", s.to)
		}
		return a, err
	}
	if !s.ended {
		dc = 0
	}
	if s.curve.Near {
		note = "references near the teacher"
	}
	status := StatusOK
	switch {
	case p.Bounded:
		status = StatusBound
	case s.beyond:
		status, note = StatusBeyond, strings.TrimPrefix(note+"; "+theory.ErrBeyondCapacity.Error(), "; ")
	}
	cells := []float64{p.Alpha, p.KappaRef, p.Kappa, p.D, p.Entropy, p.Slope, p.P, p.T0, p.PHat, p.T0Hat, p.T1Hat, p.Bound, p.Replicon, dc}
	return answer{append(cells, more...), status, note}, nil
}
