package franzparisi

import "math"

// sphereSide is the weights' side of the Franz-Parisi saddle point for spherical
// weights. A weight in the field F has mean F/A and variance 1/A = 1 − p; the
// reference's own has the field √q̂ x and the variance 1 − q. With c = t̂1 − t̂0 all
// averages are moments of Gaussians,
//
//	t1 = (1−p)(t̂0(1−q) + c),  t0 − q t1 = (1−p) t̂0 (1−q)²,
//	p = (1−p)²⟨F²⟩,  ⟨F²⟩ = p̂ + 2c t̂0 (1−q) + c²,
//
// so that p − t1² = (1−p)² B, B = p̂ − t̂0²(1−q)².
type sphereSide struct {
	q, v   float64 // of references
	h      conjugates
	c      float64
	square float64 // ⟨F²⟩
	r2     float64 // 1 − p
}

func (e *sphereSide) atDistance(h conjugates, d float64) (c float64, ok bool) {
	t1, all := 1-2*d, 4*d*(1-d)
	b := h.p - h.t0*h.t0*e.v*e.v
	e.r2 = 2 * all / (1 + math.Sqrt(1+4*b*all)) // r²² B + r² = 1 − t1²
	e.c = t1/e.r2 - h.t0*e.v
	e.h, e.square = h, h.p+2*e.c*h.t0*e.v+e.c*e.c
	return e.c, e.r2 > 0
}

func (e *sphereSide) moments(float64) moments {
	b := e.h.p - e.h.t0*e.h.t0*e.v*e.v
	return moments{s2: e.r2 * e.r2 * b, tau: e.r2 * e.h.t0 * e.v * e.v, r2: e.r2}
}

// entropy is (A − 1 − ln A + ⟨F²⟩/A)/2.
func (e *sphereSide) entropy() float64 {
	return (1/e.r2 - 1 + math.Log(e.r2) + e.square*e.r2) / 2
}

// stationary is what the weights add to φ_FP with conjugates that are stationary,
//
//	½ ln(1−p) + [p − t1² + (τ/(1−q))²]/2(1−p),   τ = t0 − q t1 = k √(q(1−q)).
func (e *sphereSide) stationary(o orderParameters) float64 {
	return (math.Log(o.r2) + (o.v+o.k*o.k+o.k*o.k*e.q/e.v)/o.r2) / 2
}

func (e *sphereSide) stiffness() (within, between float64) { return e.r2 * e.r2, e.r2 * e.r2 }
