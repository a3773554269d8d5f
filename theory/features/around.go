package features

import (
	"fmt"
	"math"

	"fbp/theory"
	"fbp/theory/franzparisi"
	"fbp/theory/saddle"
)

// Surroundings are the solutions of margin Kappa around typical references, binary weights: the Franz-Parisi entropy of package
// franzparisi on random features.
//
// References R and solutions W around them have overlaps, the patterns act on them with forces, and all are matrices over replicas
// of the [block] kind, given by pairs (x_δ, x_o): what a replica has with itself, or with its own reference, beyond others, and with others.
//
//	      RR           RW              WW
//	𝐪     (1−q, q)     (t_1−t_0, t_0)  (1−q_1, q_1)   overlaps of the weights, t_1 = 1 − 2d
//	K     (−R2, R1)    (E_1−E_0, E_0)  (−B, A)        forces, times α_T a²
//	𝐦     α_T a (m_0, m_w), of R and of W             forces by the teacher
//
// with R1, R2 and m_0 of the references, see the package, and A, B, E_0, E_1 and m_w of the solutions, see pairForces. From these
// [newLayer] makes C, the covariances of s, 𝐫 and Y, what the latent layer adds to the conjugates:
//
//	q̂_1 = α b² A + (α/α_T) Y_WW,o,   t̂_0 = α b² E_0 + (α/α_T) Y_RW,o.
//
// The weights in fields of these conjugates are those of franzparisi.WeightsAround.
type Surroundings struct {
	Reference Typical
	Kappa     float64

	own        state   // of a reference
	r1, r2, m0 float64 // its forces
}

// Point is the Franz-Parisi entropy at one distance.
type Point struct {
	D              float64
	Entropy, Slope float64 // nats per weight, dφ/dd
	Q1, T0         float64 // q_1 of two solutions around one reference, t_0 of a solution with another reference
	PD, R          float64 // s·s/D of a solution, and s·w_T/D
	A              float64 // a of the function
}

// Error is that of a solution on new patterns.
func (p Point) Error() float64 {
	return math.Acos(p.A*p.R/math.Sqrt(p.A*p.A*p.PD+1-p.A*p.A)) / math.Pi
}

// LeastMargin is the least margin of solutions around others: far below, patterns hardly matter and the equations
// take minutes.
const LeastMargin = -1.0

// Around has what solutions around a reference share. The error wraps theory.ErrDomain.
func Around(reference Typical, kappa float64) (Surroundings, error) {
	if reference.Weights != theory.Binary || reference.LabelNoise != 0 || min(kappa, reference.Kappa) < LeastMargin || math.IsNaN(kappa) || math.IsInf(kappa, 0) {
		return Surroundings{}, fmt.Errorf("features: Around(%+v, %v): %w", reference.Problem, kappa, theory.ErrDomain)
	}
	s := Surroundings{Reference: reference, Kappa: kappa}
	s.own = reference.at(math.Log(reference.QHat), math.Log(reference.PD-reference.P0), math.Log(reference.P0-reference.R*reference.R), reference.R)
	s.r1, s.r2, s.m0 = s.own.forces()
	return s, nil
}

// At is the entropy at the distance d, 0 < d ≤ ½,
//
//	φ = −½ q̂_1 (1−q_1) + t_0 t̂_0 − t_1 t̂_1 + 𝒢_S + (α/2α_T) T_w + α 𝒢_E,   t_1 = 1 − 2d
//	dφ/dd = 2 t̂_1 − 2 [α b² E_1 + (α/α_T) (Y_RW,δ + Y_RW,o)]
//	T_w = ln(C_WW,δ/(1−q_1)) + (C_WW,o − C_WR C_RR⁻¹ C_RW)/C_WW,δ − (q_1 − 𝐪_WR v)/(1−q_1) − τ + 1,   v = 𝐪_RR⁻¹ 𝐪_RW
//	τ = (vᵀ p_RR v − 2 vᵀ p_RW + p_d)/(1−q_1) − (q_1 − 𝐪_WR v) C_WW,δ/(1−q_1)²,   p = C + 𝐫 𝐫ᵀ
//
// with 𝒢_S = ⟨ln 2cosh F⟩ of the weights, 𝒢_E = ⟨ln H⟩ of pairForces and the matrices of [Surroundings]. It is reached from larger
// distances if not at once. Accurate to 1e-8, slopes and overlaps
// to 1e-6. The error wraps theory.ErrDomain or theory.ErrNoConvergence.
func (s Surroundings) At(d float64) (Point, error) {
	if !(d > 0 && d <= 0.5) {
		return Point{}, fmt.Errorf("features: At(%v): %w", d, theory.ErrDomain)
	}
	left := budget{looks: mostLooks}
	for _, x := range [][]float64{s.start(), make([]float64, unknowns)} { // or as if patterns hardly mattered
		if p, ok := s.search(x, d, &left); ok {
			return p, nil
		}
	}
	p, ok := s.searchFromAfar(d, &left)
	switch {
	case ok:
		return p, nil
	case left.frozen:
		return Point{}, fmt.Errorf("features: At(d = %v): solutions around the reference become one: %w", d, theory.ErrNoConvergence)
	}
	return Point{}, fmt.Errorf("features: At(d = %v): %w", d, theory.ErrNoConvergence)
}

// searchFromAfar follows the branch from d = 0.3, in steps that become smaller where it is lost.
func (s Surroundings) searchFromAfar(d float64, left *budget) (Point, bool) {
	x := s.start()
	at, factor, last := 0.3, 0.7, []float64(nil)
	for range 12 { // steps: where there is no branch, each is long
		p, ok := s.search(x, at, left)
		switch {
		case ok && at == d:
			return p, true
		case ok:
			last = append(last[:0:0], x...)
			at = max(d, at*factor)
			if d > 0.3 {
				at = min(d, 2*at)
			}
		case last == nil:
			return Point{}, false
		default:
			copy(x, last)
			at /= factor
			factor = math.Sqrt(factor)
			at = max(d, at*factor)
		}
	}
	return Point{}, false
}

// small is where the chart asinh(x/small) of the unknowns turns from linear to logarithmic.
const small = 1e-6

// The unknowns: forces of the patterns A, B, E_0, E_1, m_w, and the conjugates q̂_1, t̂_0. Overlaps that follow from these
// are those of a Gaussian process; iterated overlaps need not be.
const unknowns = 7

// start is a point of the chart that belongs to no distance: as if solutions were references.
func (s Surroundings) start() []float64 {
	r := s.Reference
	x := []float64{s.r1, s.r2, s.r1 / 2, s.r1 / 2, s.m0 / 2, r.QHat, r.QHat / 2}
	for k := range x {
		x[k] = math.Asinh(x[k] / small)
	}
	return x
}

// budget are the points of the chart that may be looked at for one distance, some ten milliseconds each: twice what any
// solution wants. frozen tells that forces became larger than frozenForces.
type budget struct {
	looks  int
	frozen bool
}

const mostLooks = 120

// frozenForces is asinh of forces of 1e4, at which solutions around a reference become one: close to references of the same
// margin the branch ends in that, and each look takes longer than the last one.
const frozenForces = 24.0

// search looks for the point from a start in the chart, and leaves it there.
func (s Surroundings) search(x []float64, d float64, left *budget) (Point, bool) {
	const damping, most = 0.7, 100
	tries := 0
	next := func(x, image []float64) bool {
		left.looks--
		if tries++; left.looks < 0 || tries > most {
			return false
		}
		if saddle.Largest(x) > frozenForces {
			left.frozen = true
			return false
		}
		b, ok := s.look(x, d)
		if !ok {
			return false
		}
		for k, y := range b.next() {
			image[k] = x[k] + damping*(math.Asinh(y/small)-x[k])
		}
		return true
	}
	problem := saddle.Problem{Next: next, Warmup: 6}
	if _, ok := problem.Solve(x); !ok {
		return Point{}, false
	}
	b, ok := s.look(x, d)
	return b.point(), ok
}

// pairState is a point of the search, as [state] of the references: the unknowns A, B, E_0, E_1, m_w, q̂_1 and t̂_0, and what follows from them.
type pairState struct {
	Surroundings
	d            float64
	a, b, e0, e1 float64
	mw           float64
	q1Hat, t0Hat float64
	weights      franzparisi.Weights
	layer        layer
	patterns     pairPatterns
}

// look goes once through the equations, from a point of the chart: weights of the conjugates, then the latent layer, then the patterns.
func (s Surroundings) look(x []float64, d float64) (b pairState, ok bool) {
	var y [unknowns]float64
	for k := range x {
		y[k] = small * math.Sinh(x[k])
	}
	b = pairState{Surroundings: s, d: d, a: y[0], b: y[1], e0: y[2], e1: y[3], mw: y[4], q1Hat: y[5], t0Hat: y[6]}
	r := s.Reference
	q1Hat := b.q1Hat
	if math.Abs(q1Hat) < 1e-9 { // patterns hardly matter, and the field is 0 to rounding
		q1Hat = max(q1Hat, 1e-24)
		most := math.Sqrt(r.QHat*q1Hat) * (1 - 1e-15)
		b.t0Hat = max(-most, min(b.t0Hat, most))
	}
	if !(q1Hat > 0 && b.t0Hat*b.t0Hat <= r.QHat*q1Hat) {
		return b, false
	}
	if b.weights, ok = franzparisi.WeightsAround(r.Q, r.QHat, q1Hat, b.t0Hat, d); !ok {
		return b, false
	}
	v1, t0, t1 := b.weights.V, b.weights.T0, 1-2*d
	b.layer = newLayer(symmetric(pair{r.V, r.Q}, pair{t1 - t0, t0}, pair{v1, 1 - v1}),
		symmetric(pair{-s.r2, s.r1}, pair{b.e1 - b.e0, b.e0}, pair{-b.b, b.a}).scaled(r.AlphaT*r.A*r.A),
		vector{r.AlphaT * r.A * s.m0, r.AlphaT * r.A * b.mw})
	b.patterns, ok = s.patternsAround(b.layer)
	return b, ok
}

// next is the image of the unknowns, in their order: the forces of the patterns, and the equations of q̂_1 and t̂_0.
func (b pairState) next() [unknowns]float64 {
	r, f := b.Reference, b.patterns.forces()
	b2, ratio := 1-r.A*r.A, r.Alpha/r.AlphaT
	return [unknowns]float64{
		f.a, f.b, f.e0, f.e1, f.mw,
		r.Alpha*b2*b.a + ratio*b.layer.push.around.rest, r.Alpha*b2*b.e0 + ratio*b.layer.push.out.rest,
	}
}

// point evaluates φ and its slope at the solution; latent is T_w.
func (b pairState) point() Point {
	r, w := b.Reference, b.weights
	t1, v1, q1 := 1-2*b.d, w.V, 1-w.V
	p, c := b.layer.overlaps(), b.layer.spread
	pd := p.around.diag + p.around.rest
	v := b.layer.weights.refs.inverse().times(b.layer.weights.out)
	free := q1 - b.layer.weights.out.dot(v)
	tau := (v.dot(pair{r.PD - r.P0, r.P0}.times(v))-2*v.dot(p.out)+pd)/v1 - free*p.around.diag/(v1*v1)
	latent := math.Log(c.around.diag/v1) + (c.around.rest-c.out.dot(c.refs.inverse().times(c.out)))/c.around.diag - free/v1 - tau + 1
	ratio := r.Alpha / r.AlphaT
	return Point{
		D: b.d, Q1: q1, T0: w.T0, PD: pd, R: b.layer.teacher.around, A: r.A,
		Entropy: -b.q1Hat*v1/2 + w.T0*b.t0Hat - t1*w.T1Hat + w.Entropy + ratio/2*latent + r.Alpha*b.patterns.forces().entropy,
		Slope:   2*w.T1Hat - 2*(r.Alpha*(1-r.A*r.A)*b.e1+ratio*(b.layer.push.out.diag+b.layer.push.out.rest)),
	}
}
