// Package features computes what the weights are that learn random features of latent patterns which a
// teacher has labelled, replica symmetric: typical solutions and their errors, where they end, and the local entropy around them. A
// latent pattern x of D numbers becomes N features ξ_i, which are taken for Gaussian, a u_i + b η_i with u_i = F_i·x/√D, independent η_i
// and a² + b² = 1. Solutions w, w' see the latent dimensions through s = Fᵀw/√N. The order parameters are
//
//	q = w·w'/N,   p_d = s·s/D,   p_0 = s·s'/D,   δ = p_d − p_0,   r = s·w_T/D,   w_T the teacher.
//
// The field w·ξ/√N of a pattern has a part √Q_0 z that solutions share, of covariance M with the teacher's field, and a part of
// variance V of its own:
//
//	Q_0 = a² p_0 + b² q,   V = a² δ + b² (1−q),   M = a r.
//
// A pattern of margin κ pulls with f(ω) = (G/H)((κ−ω)/√V)/√V at ω = √Q_0 z, and counts by the weight W of a label that is wrong with
// probability η. The forces are means over the patterns, m_0 over those whose field of the teacher is zero:
//
//	R1 = ∫Dz W f²,   R2 = −∫Dz W f',   m_0 = (1−2η) √(2/π) ∫Dz f(√(Q_0−M²) z),   W = 2[η + (1−2η) H(−M z/√(Q_0−M²))].
//
// Begin with [Problem.Solve], whose comment has the equations, and [Around].
//
// Source: Baldassi, Lauditi, Malatesta, Pacelli, Perugini, Zecchina, Phys. Rev. E 106, 014116 (2022),
// arXiv:2110.00683; derived anew.
package features

import (
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/theory"
	"fbp/theory/rs"
	"fbp/theory/saddle"
)

// Linear is a = E[z g(z)]/σ of the function of that name.
func Linear(function string) float64 { return gauss.ActivationOf(function).Linear() }

// Problem is what is learned: αN patterns of D = αN/α_T latent dimensions, with the margin κ.
type Problem struct {
	Weights    theory.Weights
	A          float64 // of the function, see [Linear]
	Alpha      float64 // patterns per weight
	AlphaT     float64 // per latent dimension
	Kappa      float64
	LabelNoise float64 // probability η that a label is the wrong one
}

// Typical is the replica-symmetric point of a problem, with s = Fᵀw/√N of solutions w and w'.
type Typical struct {
	Problem
	Q, V     float64 // overlap w·w'/N, and 1 − q
	QHat     float64 // its conjugate
	PD, P0   float64 // s·s/D and s·s'/D
	R        float64 // s·w_T/D, w_T the teacher
	Entropy  float64 // nats per weight; on the sphere, of the fraction
	Replicon float64 // replica symmetry is stable where this and Inner are below 1
	Inner    float64 // replicon of the latent layer alone
}

// state is a point of the search, in coordinates of which every choice of numbers makes sense: ln q̂, ln δ, ln(p_0 − r²) and r.
type state struct {
	Problem
	q, v, qHat        float64 // q, 1 − q and q̂
	delta, square, r  float64 // δ = p_d − p_0, p_0 − r² and r
	q0, vs, m, spread float64 // Q_0, V, M and √(Q_0 − M²)
}

// at computes the state at these coordinates.
func (p Problem) at(lnQHat, lnDelta, lnSquare, r float64) state {
	s := state{Problem: p, qHat: math.Exp(lnQHat), delta: math.Exp(lnDelta), square: math.Exp(lnSquare), r: r}
	o := p.Weights.OverlapOf(s.qHat)
	s.q, s.v = o.Q, o.V
	a2, b2 := p.A*p.A, 1-p.A*p.A
	rest := a2*s.square + b2*s.q
	s.m, s.spread = p.A*r, math.Sqrt(rest)
	s.q0, s.vs = rest+s.m*s.m, a2*s.delta+b2*s.v
	return s
}

// field are the patterns, with the weight W, at the overlap Q_0.
func (s state) field() (rs.Field, rs.Overlap) {
	return rs.Field{Margin: s.Kappa, Channel: theory.Satisfied{}, Steep: s.m / s.spread, Noise: s.LabelNoise}, rs.Overlap{Q: s.q0, V: s.vs}
}

// forces are R1, R2 and m_0, see the package.
func (s state) forces() (r1, r2, m0 float64) {
	f, o := s.field()
	r2 = -f.Average(o, func(x float64) float64 { _, c := f.Channel.Slopes(x); return c }) / s.vs
	width := math.Sqrt(s.vs)
	m0 = math.Sqrt(2/math.Pi) * gauss.Average(func(z float64) float64 { return gauss.Mills((s.Kappa - s.spread*z) / width) },
		gauss.Around(s.Kappa/s.spread, width/s.spread)...) / width
	return f.Force(o), r2, (1 - 2*s.LabelNoise) * m0
}

// next is the image of the state in the saddle-point equations of [Problem.Solve], in the coordinates.
func (s state) next(image []float64) bool {
	r1, r2, m0 := s.forces()
	a2 := s.A * s.A
	delta := 1 / (1/s.v + s.AlphaT*a2*r2)
	r := s.AlphaT * s.A * m0 * delta
	square := delta * delta * (s.q/(s.v*s.v) + s.AlphaT*a2*r1)
	ratio := delta / s.v
	qHat := s.Alpha*r1*(1-a2+a2*ratio*ratio) + s.Alpha/s.AlphaT*(r*r/(s.v*s.v)+s.q*math.Pow(s.AlphaT*a2*r2*ratio, 2))
	image[0], image[1], image[2], image[3] = math.Log(qHat), math.Log(delta), math.Log(square), r
	return !math.IsNaN(image[0]+image[1]+image[2]+r) && !math.IsInf(image[0]+image[1]+image[2], 0)
}

// check refuses a problem that is none, whatever its α.
func (p Problem) check() error {
	if !(p.AlphaT > 0 && p.A > 0 && p.A < 1 && p.LabelNoise >= 0 && p.LabelNoise <= 0.5) || math.IsInf(p.AlphaT+p.Kappa, 0) || math.IsNaN(p.Kappa) {
		return fmt.Errorf("features: %+v: %w", p, theory.ErrDomain)
	}
	return nil
}

// Solve is the replica-symmetric point, with the forces R1, R2 and m_0 of the package,
//
//	δ = 1/(1/(1−q) + α_T a² R2),   r = α_T a m_0 δ,   p_0 = r² + δ² [q/(1−q)² + α_T a² R1],   δ = p_d − p_0
//	q̂ = α R1 [b² + a² δ²/(1−q)²] + (α/α_T) [r²/(1−q)² + q (α_T a² R2 δ/(1−q))²],   q = ∫Dz tanh²(√q̂ z) or q/(1−q)² = q̂
//	φ = −½ q̂ (1−q) + ∫Dz ln 2cosh(√q̂ z) + (α/2α_T) T + α∫Dz W ln H
//	T = ln(δ/(1−q)) + (p_0 − r²)/δ − q/(1−q) − p_d/(1−q) + qδ/(1−q)² + 1
//
// found from small α upwards if not at once. Accurate to 1e-9. The error wraps theory.ErrDomain or theory.ErrNoConvergence.
func (p Problem) Solve() (Typical, error) {
	if err := p.check(); err != nil || !(p.Alpha > 0) || math.IsInf(p.Alpha, 0) {
		return Typical{}, fmt.Errorf("features: Solve(%+v): %w", p, theory.ErrDomain)
	}
	if t, ok := p.from([]float64{math.Log(1e-2 * min(p.Alpha, 1)), -0.1, -2, 0.3 * (1 - 2*p.LabelNoise)}); ok {
		return t, nil
	}
	x := []float64{-6, -0.1, -2, 0.1 * (1 - 2*p.LabelNoise)}
	own := p
	for own.Alpha = min(0.01, p.Alpha); ; own.Alpha = min(own.Alpha*1.2, p.Alpha) {
		t, ok := own.from(x)
		switch {
		case !ok:
			return Typical{}, fmt.Errorf("features: Solve(%+v): %w", p, theory.ErrNoConvergence)
		case own.Alpha == p.Alpha:
			return t, nil
		}
	}
}

// from looks for the point from a start in the chart, and leaves it there.
func (p Problem) from(x []float64) (Typical, bool) {
	problem := saddle.Problem{
		Next:   func(x, image []float64) bool { return p.at(x[0], x[1], x[2], x[3]).next(image) },
		Warmup: 12,
		Far:    func(x []float64) bool { return x[0] > 25 },
	}
	if _, ok := problem.Solve(x); !ok {
		return Typical{}, false
	}
	return p.at(x[0], x[1], x[2], x[3]).typical(), true
}

// typical evaluates everything at the solution; latent is T.
func (s state) typical() Typical {
	t := Typical{Problem: s.Problem, Q: s.q, V: s.v, QHat: s.qHat, P0: s.square + s.r*s.r, R: s.r}
	t.PD = t.P0 + s.delta
	field, o := s.field()
	a2 := s.A * s.A
	latent := math.Log(s.delta/s.v) + s.square/s.delta - s.q/s.v - t.PD/s.v + s.q*s.delta/(s.v*s.v) + 1
	t.Entropy = s.Weights.LogSum(s.qHat) - s.qHat*s.v/2 + s.Alpha/(2*s.AlphaT)*latent + s.Alpha*field.Log(o)
	stiff := field.Stiff(o)
	e := s.delta * s.delta / (s.v * s.v)
	t.Inner = a2 * a2 * s.AlphaT * stiff * s.delta * s.delta
	both := 1 - a2 + a2*e
	t.Replicon = s.Weights.Stiffness(s.qHat) * (s.Alpha*stiff*both*both/(1-t.Inner) + s.Alpha/s.AlphaT*math.Pow(1-s.delta/s.v, 2)/(s.v*s.v))
	return t
}

// Error is that of a solution on new patterns, whose labels have no noise, (1/π) arccos(a r/√(a² p_d + b²)).
func (t Typical) Error() float64 {
	return math.Acos(t.A*t.R/math.Sqrt(t.A*t.A*t.PD+1-t.A*t.A)) / math.Pi
}

// VoteError is that of the vote of all solutions, (1/π) arccos(a r/√Q_0).
func (t Typical) VoteError() float64 {
	return math.Acos(t.A*t.R/math.Sqrt(t.A*t.A*t.P0+(1-t.A*t.A)*t.Q)) / math.Pi
}
