package franzparisi

import (
	"errors"
	"fmt"
	"math"

	"fbp/theory"
	"fbp/theory/saddle"
)

// OneStepPoint is a saddle point of the Franz-Parisi entropy with one step of
// replica symmetry breaking among the surrounding solutions. P and PHat of its
// Point are averages over replicas, P = m P0 + (1−m) P1; Replicon is the larger of
// α⟨⟨f”²⟩⟩⟨⟨(1−m²)²⟩⟩ within clusters and α⟨(∂⟨f'⟩/∂ω)²⟩⟨(∂⟨m⟩/∂F)²⟩ between them.
type OneStepPoint struct {
	Point
	M            float64 // Parisi parameter: the weight of a pair in different clusters
	P0, P1       float64 // overlap of two solutions in different clusters, in the same one
	P0Hat, P1Hat float64
	// Barrier is the p1 above which the saddle-point equations flow to p1 = 1, where
	// every cluster is one solution and φ is that of RS divided by m; NaN if not met.
	Barrier float64
}

// ErrFrozen marks points where replica symmetry is unstable and the equations flow
// to p1 = 1.
var ErrFrozen = errors.New("replica symmetry is unstable, and the saddle-point equations flow to p1 = 1")

// OneStep returns the saddle point at distance d with one step of replica symmetry
// breaking among the surrounding solutions, the references being replica-symmetric:
// for a fixed Parisi parameter m,
//
//	φ_FP = −(m/2)(p1 p̂1 − p0 p̂0) − p̂1(1−p1)/2 + t0 t̂0 − t1 t̂1 + 𝒢_S + α 𝒢_E
//	𝒢_S = (1/m) ∫Dx Σ_w̃ e^{√q̂ w̃ x} ∫Dy ln ∫Dz [2cosh F]^m / 2cosh(√q̂ x)
//	F = √(p̂0−t̂0²/q̂) y + (t̂0/√q̂) x + √(p̂1−p̂0) z + (t̂1−t̂0) w̃
//	𝒢_E = (1/m) ∫Dx ∫Dy [H(A)/H(B)] ln ∫Dz H^m((κ − √(p1−p0) z − (t0/√q) x − √γ y)/√(1−p1))
//
// with A and B of Curve, γ = p0 − t0²/q (Baldassi et al., PRL 127, 278301 (2021),
// equations 30 and 31 of the supplement, B16 and B17 in arXiv version 1, where B17a
// prints q and t0 for q̂ and t̂0, and the root in B17b ends too early). At m = 1, and
// for p1 = p0, φ is that of At.
//
// The equations always have the solution p1 = p0 of At, and p1 = 1. Which others
// they have is found by scanning p1: the one returned is stable under their own
// iteration in p1, and of these the one of smallest p1. So p1 = p0, with the bits of
// At, wherever replica symmetry is stable (Replicon < 1). Accuracy is that of At, for
// p1 > p0 1e-9 in the entropy; a call takes up to a second.
//
// The error is that of At, wraps ErrDomain unless 0 < m ≤ 1, or wraps ErrFrozen where
// no stable solution has p1 < 1.
func (c Curve) OneStep(d, m float64) (OneStepPoint, error) {
	fail := func(err error) (OneStepPoint, error) {
		return OneStepPoint{}, fmt.Errorf("franzparisi: Curve.OneStep(alpha = %v, kappa_ref = %v, kappa = %v, d = %v, m = %v): %w",
			c.Reference.Alpha, c.Reference.Kappa, c.Kappa, d, m, err)
	}
	if !(m > 0 && m <= 1) {
		return fail(fmt.Errorf("want 0 < m ≤ 1: %w", theory.ErrDomain))
	}
	rs, err := c.At(d)
	if err != nil {
		return OneStepPoint{}, err
	}
	point := OneStepPoint{Point: rs, M: m, P0: rs.P, P1: rs.P, P0Hat: rs.PHat, P1Hat: rs.PHat, Barrier: math.NaN()}
	if rs.Bounded {
		return point, nil
	}
	f := c.problem(d)
	f.setClusters(m)
	b := breaking{f: f, start: f.chart(rs)}
	split, barrier := b.scan(rs.Replicon > 1)
	if !math.IsNaN(barrier) {
		// r² at the barrier; the solution there is unstable, a saddle in another sense
		if _, x := b.drift(barrier); x != nil {
			o := f.order(x)
			point.Barrier = 1 - o.r2
		}
	}
	if math.IsNaN(split) {
		if rs.Replicon > 1 {
			return fail(ErrFrozen)
		}
		return point, nil
	}
	_, x := b.drift(split)
	if x == nil {
		return fail(theory.ErrNoConvergence)
	}
	if _, ok := (saddle.Problem{Next: f.next, Size: f.size}).Solve(x); !ok {
		return fail(theory.ErrNoConvergence)
	}
	broken := f.point(x)
	broken.Barrier = point.Barrier
	return broken, nil
}

// breaking looks for solutions with p1 > p0. Its coordinate is
// x2 = ln (p1−p0)/(1−p1); at each x2 the other unknowns are solved, and the drift is
// what the equation for x2 would add to it: ln of the replicon as x2 → −∞,
// positive again as p1 → 1.
type breaking struct {
	f     *problem
	start []float64 // x0 and x1 nearby
}

// drift returns it with the solution at x2; nil if there is none.
func (b *breaking) drift(x2 float64) (drift float64, x []float64) {
	full, image := []float64{0, 0, x2}, make([]float64, 3)
	s := saddle.Problem{
		Warmup: 2,
		Size:   b.f.size,
		Far:    func(x []float64) bool { return x[0] > endedX0 },
		Next: func(x, out []float64) bool {
			full[0], full[1] = x[0], x[1]
			ok := b.f.next(full, image)
			copy(out, image[:2])
			return ok
		},
	}
	y := append([]float64(nil), b.start...)
	if _, ok := s.Solve(y); !ok || !b.f.next([]float64{y[0], y[1], x2}, image) {
		return math.NaN(), nil
	}
	b.start = y
	return image[2] - x2, []float64{y[0], y[1], x2}
}

const (
	breakFrom  = -5.0
	breakStep  = 1.0
	breakLast  = 8.0
	breakDrift = 3.0 // from which on the flow to p1 = 1 does not turn round
)

// scan returns, to 1e-5 or so, x2 of the first stable solution, where the drift falls through zero,
// and of the barrier, where it rises through zero for good; NaN if not there.
func (b *breaking) scan(unstable bool) (split, barrier float64) {
	split, barrier = math.NaN(), math.NaN()
	zero := func(a, fa, c, fc float64) float64 {
		x, _ := saddle.Root(func(x float64) float64 { f, _ := b.drift(x); return f }, a, fa, c, fc, 1e-5)
		return x
	}
	near := append([]float64(nil), b.start...)
	x := breakFrom
	last, _ := b.drift(x)
	for left := x; unstable && last < 0 && left > -30; left -= 2 { // just unstable: p1 close to p0
		if f, _ := b.drift(left - 2); f > 0 {
			split = zero(left-2, f, x, last)
			break
		}
	}
	copy(b.start, near)
	for x < breakLast && last < breakDrift {
		next, _ := b.drift(x + breakStep)
		switch {
		case math.IsNaN(next):
			return split, barrier
		case last > 0 && next <= 0:
			if math.IsNaN(split) {
				split = zero(x, last, x+breakStep, next)
			}
			barrier = math.NaN()
		case last <= 0 && next > 0:
			barrier = zero(x, last, x+breakStep, next)
		}
		last, x = next, x+breakStep
	}
	return split, barrier
}
