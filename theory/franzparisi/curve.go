package franzparisi

import (
	"cmp"
	"fmt"
	"math"
	"sync"

	"fbp/theory"
)

// Point is a replica-symmetric saddle point of the Franz-Parisi entropy.
type Point struct {
	Alpha    float64 // patterns per weight
	KappaRef float64 // margin of the reference, κ̃
	Kappa    float64 // margin of the solutions around it
	D        float64 // their normalised Hamming distance from it

	Entropy float64 // φ_FP, nats per weight; negative where typical instances have no such solution
	Slope   float64 // dφ_FP/dd
	Bound   float64 // −d ln d − (1−d) ln(1−d), all configurations at distance D; Entropy is never above it
	P       float64 // overlap of two solutions around the same reference
	T0      float64 // overlap of a solution with another reference
	PHat    float64
	T0Hat   float64
	T1Hat   float64
	R       float64 // overlap with the teacher, 0 for random labels
	RHat    float64
	// Replicon is α⟨f''²⟩⟨(1−m²)²⟩; the saddle point is locally stable against
	// replica symmetry breaking among the surrounding solutions below 1.
	Replicon float64
	// Bounded: no pattern matters, and Entropy is Bound to all its digits.
	Bounded bool
}

// Curve is the Franz-Parisi entropy as a function of distance: the
// logarithm, averaged over instances and over typical references of margin κ̃, of
// the number of solutions with margin κ at distance d from the reference. With
// t1 = 1 − 2d and (q, q̂) of RS(α, κ̃),
//
//	φ_FP = −p̂(1−p)/2 + t0 t̂0 − t1 t̂1 + 𝒢_S + α 𝒢_E
//	𝒢_S = ∫Dx Σ_w̃ e^{√q̂ w̃ x} ∫Dy ln 2cosh(√(p̂−t̂0²/q̂) y + (t̂0/√q̂) x + (t̂1−t̂0) w̃) / 2cosh(√q̂ x)
//	𝒢_E = ∫Dx ∫Dy [H(A)/H(B)] ln H((κ − (t0/√q) x − √γ y)/√(1−p))
//	B = (κ̃−√q x)/√(1−q),  A = [√γ(κ̃−√q x) − (t1−t0) y]/√(γ(1−q) − (t1−t0)²),  γ = p − t0²/q
//
// (Baldassi et al., PRL 127, 278301 (2021), equations 26 and 27 of the supplement,
// B12 and B13 in arXiv version 1, where B13a prints q and t0 for q̂ and t̂0, and the
// root in B13b ends too early: it covers γ(1−q) − (t1−t0)²). The saddle point is
// solved in two unknowns, Var δ and Cov(δ, T) of δ = 1 − w̃ m, in which nothing
// cancels at small d; the other parameters follow.
//
// Entropy is accurate to 1e-10, Slope and the overlaps to 1e-9, for α from 0.05 to
// 0.82, κ̃ and κ from 0 to κ_max and d from 1e-5 to 0.49. At returns the same bits
// however a curve is evaluated, and may be called from several goroutines; it takes
// about 3 ms.
type Curve struct {
	Committee theory.Committee
	Reference theory.RSPoint // the typical reference, RS(α, κ̃)
	Kappa     float64
	R, RHat   float64 // overlap of the reference with a teacher and its conjugate; 0 for random labels
	Near      bool    // the reference is of the branch near the teacher, theory.RSPlantedTypical

	ended interval // where At need not look for a solution; the zero value is empty
}

// interval is an open interval of distances.
type interval struct{ from, to float64 }

func (i interval) holds(d float64) bool { return i.from < d && d < i.to }

// Random returns the curve for αN patterns, references of margin kappaRef and
// solutions of margin kappa. The error is that of RS(alpha, kappaRef), or wraps
// ErrDomain for a kappa that is not finite.
func Random(alpha, kappaRef, kappa float64) (Curve, error) {
	return OfCommittee(theory.Committee{}, alpha, kappaRef, kappa)
}

// OfCommittee returns the curve of a committee: Curve with 𝒢_E taken at the effective
// overlaps φ(q), φ(p), φ(t0), φ(t1) and with margins in units of √(k(1) − k(0)) (PRL 127,
// 278301 (2021), equations 34 to 37 of the supplement; PRL 123, 170602 (2019), C8, which
// prints √Σ0·Γ for √(Σ0Γ)). For spherical weights
//
//	𝒢_S = (A − 1 − ln A + ⟨F²⟩/A)/2,  ⟨F²⟩ = p̂ + 2(t̂1−t̂0) t̂0 (1−q) + (t̂1−t̂0)²,
//
// A = 1/(1−p) (ibid., C6, with the conjugates of the norms eliminated), and the entropy is
// the logarithm of the fraction of the sphere.
func OfCommittee(m theory.Committee, alpha, kappaRef, kappa float64) (Curve, error) {
	reference, err := m.RS(alpha, kappaRef)
	return Curve{Committee: m, Reference: reference, Kappa: kappa}, cmp.Or(finite(kappa), err)
}

// finite refuses other margins.
func finite(kappa float64) error {
	if math.IsNaN(kappa) || math.IsInf(kappa, 0) {
		return fmt.Errorf("franzparisi: want finite kappa, have %v: %w", kappa, theory.ErrDomain)
	}
	return nil
}

// Planted is Random with labels of a teacher with random ±1 weights:
// the measure of the patterns has the factor 2θ(v_T), v_T the teacher's stability; the
// reference is that of RSPlantedTypical, with R and R̂, and solutions around it have an overlap
// r with the teacher. To φ_FP comes −r r̂, to the fields on the weights R̂ and r̂,
//
//	𝒢_S = ∫Dx Σ_w̃ e^{(√q̂ x + R̂) w̃} ∫Dy ln 2cosh(√(p̂−t̂0²/q̂) y + (t̂0/√q̂) x + r̂ + (t̂1−t̂0) w̃) / 2cosh(√q̂ x + R̂),
//
// and to 𝒢_E the factor 2H(−(R x/√q + b y)/√(1−R²/q−b²)), b = (r − t0 R/q)/√γ. At κ̃ = 0 the
// teacher is one of the references, R = q and r = t0. Accuracy is that of Curve; a
// point takes about 10 ms, near the teacher up to a second.
func Planted(alpha, kappaRef, kappa float64) (Curve, error) {
	p, near, err := theory.RSPlantedTypical(alpha, kappaRef)
	return Curve{Reference: p.RSPoint, Kappa: kappa, R: p.R, RHat: p.RHat, Near: near}, cmp.Or(finite(kappa), err)
}

// PlantedFar is Planted with references of RSPlanted, far from the teacher, also where at κ̃ < 0
// those near it are more.
func PlantedFar(alpha, kappaRef, kappa float64) (Curve, error) {
	p, err := theory.RSPlanted(alpha, kappaRef)
	return Curve{Reference: p.RSPoint, Kappa: kappa, R: p.R, RHat: p.RHat}, cmp.Or(finite(kappa), err)
}

// Of is the curve for given labels, as of OfCommittee or Planted.
func Of(l theory.Labels, alpha, kappaRef, kappa float64) (Curve, error) {
	if l.Planted {
		return Planted(alpha, kappaRef, kappa)
	}
	return OfCommittee(l.Machine, alpha, kappaRef, kappa)
}

// unfeltAt: where (κ̃(1−2d)−κ)²/(8d(1−d)) exceeds it, no pattern matters, to
// e^−60 = 1e-26.
const unfeltAt = 60

// At returns the saddle point at distance d. The error wraps ErrDomain unless
// 0 < d ≤ ½, ErrEnds where p → 1 and the replica-symmetric branch has ended (see
// Ends), ErrNoConvergence where the search fails.
func (c Curve) At(d float64) (Point, error) {
	fail := func(err error) (Point, error) {
		return Point{}, fmt.Errorf("franzparisi: Curve.At(alpha = %v, kappa_ref = %v, kappa = %v, d = %v): %w",
			c.Reference.Alpha, c.Reference.Kappa, c.Kappa, d, err)
	}
	if !(d > 0 && d <= 0.5) {
		return fail(fmt.Errorf("want 0 < d ≤ 0.5: %w", theory.ErrDomain))
	}
	if c.unfelt(d) {
		return c.bound(d), nil
	}
	if c.ended.holds(d) {
		return fail(errEnded)
	}
	if c.Committee.Weights == theory.Binary && c.Reference.Kappa/c.Committee.Activation.Scale() > mostKappaRef {
		return fail(errNarrow)
	}
	p, err := c.problem(d).find(func() bool { return c.toEnd(d) < 0 })
	if err != nil {
		return fail(err)
	}
	return p, nil
}

// mostKappaRef is the largest margin of references that is resolved: with that at κ_max
// of α = 0.003, 14.5, slopes are off by 8e-5, with that of α = 0.005, 11.2, by 3e-9.
const mostKappaRef = 12

var errNarrow = fmt.Errorf("references of margin above %v are not resolved: %w", mostKappaRef, theory.ErrNoConvergence)

var errEnded = fmt.Errorf("p → 1: %w", theory.ErrEnds)

// find looks for the saddle point; ended tells, at some cost, whether there is none.
func (f *problem) find(ended func() bool) (Point, error) {
	f.hopeless = sync.OnceValue(ended)
	for _, start := range [...]float64{-1, 5, 10} { // the later ones for p close to 1, near an end of the branch
		if x, ok := f.solve(start); ok {
			return f.point(x).Point, nil
		}
		if f.hopeless() {
			return Point{}, errEnded
		}
	}
	if x, ok := f.settle(); ok {
		return f.point(x).Point, nil
	}
	return Point{}, theory.ErrNoConvergence
}

// unfelt tells whether no pattern matters at distance d.
func (c Curve) unfelt(d float64) bool {
	a := c.Committee.Activation
	o := a.Effective(theory.Overlap{Q: 1 - 2*d, V: 2 * d})
	gap := (c.Reference.Kappa*o.Q - c.Kappa) / a.Scale()
	return c.Reference.Q == 0 || gap > 0 && gap*gap > 2*unfeltAt*o.V*(1+o.Q)
}

// felt is the distance from which on patterns may matter, or least if it is larger.
func (c Curve) felt(least float64) float64 {
	if !c.unfelt(least) {
		return least
	}
	lo, hi := math.Log(least), math.Log(0.5)
	for hi-lo > 0.01 {
		if middle := (lo + hi) / 2; c.unfelt(math.Exp(middle)) {
			lo = middle
		} else {
			hi = middle
		}
	}
	return math.Exp(lo)
}

func (c Curve) bound(d float64) Point {
	t1 := 1 - 2*d
	bound, slope := c.Committee.Weights.Bound(d)
	return Point{
		Alpha: c.Reference.Alpha, KappaRef: c.Reference.Kappa, Kappa: c.Kappa, D: d,
		Entropy: bound, Bound: bound, Slope: slope, P: t1 * t1, T0: c.Reference.Q * t1, T1Hat: slope / 2, R: c.R * t1,
		Bounded: true,
	}
}
