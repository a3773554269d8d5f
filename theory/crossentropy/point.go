package crossentropy

import (
	"errors"
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/loss"
	"fbp/theory"
	"fbp/theory/saddle"
)

// Point is a replica-symmetric saddle point of a loss at inverse temperature β.
type Point struct {
	Alpha, Beta float64 // patterns per weight; Beta may be infinite
	Q           float64 // overlap of two typical configurations
	V           float64 // 1 − Q
	QHat        float64 // its conjugate
	DQ          float64 // β(1 − Q), finite at zero temperature
	Energy      float64 // loss per weight, α⟨f⟩
	Entropy     float64 // nats per weight; negative where typical instances have no such configurations
	// Stability is α ∫Du ((ln Z)'')² ∫Dx sech⁴(√q̂ x): replica symmetry is locally stable below 1.
	Stability float64
	// ErrorRate is the fraction of patterns with negative stability.
	ErrorRate float64
}

// state is the search for a saddle point at given β.
type state struct {
	l     loss.Loss
	alpha float64
	c     channel
	cold  bool // the search met v < coldestV
}

// At returns the saddle point of αN random patterns at inverse temperature β > 0,
//
//	φ = −q̂(1−q)/2 + ∫Dx ln 2cosh(√q̂ x) + α ∫Du ln Z(√q u),   Z(ω) = ∫Dx e^{−βf(ω + √(1−q) x)}
//	q = ∫Dx tanh²(√q̂ x),   q̂ = α ∫Du ((ln Z)')²,   (ln Z)' = ⟨x⟩/√(1−q),
//
// the logarithm per weight of ∫ e^{−β Σ f}: entropy φ + β energy (PNAS 117, 161 (2020),
// appendix B.1; B.3 for Stability, where (ln Z)” = (⟨x²⟩ − ⟨x⟩² − 1)/(1−q) and the square of
// tanh is missing in print). β = +Inf is Zero. It is solved until |ln q̂' − ln q̂| < 1e-12;
// Q, V and QHat have a relative accuracy of 1e-10, Energy and Entropy an absolute one of
// 1e-9, ErrorRate a relative one of 1e-8 (below 1e-300: 0), for every γ of the cross-entropy.
// One call takes about 5 ms, more where 1 − q is small.
//
// The error wraps theory.ErrDomain, theory.ErrNoConvergence or ErrCold.
func At(l loss.Loss, alpha, beta float64) (Point, error) {
	fail := func(err error) (Point, error) {
		return Point{}, fmt.Errorf("crossentropy: At(alpha = %v, beta = %v): %w", alpha, beta, err)
	}
	if !(alpha > 0 && beta > 0) || math.IsInf(alpha, 0) {
		return fail(fmt.Errorf("want finite alpha > 0, beta > 0: %w", theory.ErrDomain))
	}
	if math.IsInf(beta, 1) {
		return Zero(l, alpha)
	}
	s := state{l: l, alpha: alpha}
	lnQHat, ok := s.solve(beta, math.NaN())
	if !ok {
		return fail(s.missing())
	}
	return s.point(beta, lnQHat), nil
}

// ErrCold marks temperatures at which float64 numbers do not resolve a configuration any
// more, 1 − q < 1e-5, where the entropy is a small difference of large numbers, or β > 1e260.
var ErrCold = errors.New("too cold for the accuracy stated: 1 − q < 1e-5, or β > 1e260; there is beta = inf")

const coldestV = 1e-5 // of 1 − q

// missing is the error of a search that failed.
func (s *state) missing() error {
	if s.cold {
		return ErrCold
	}
	return theory.ErrNoConvergence
}

// solve finds ln q̂ at β, near the given one if it is a number.
func (s *state) solve(beta, near float64) (lnQHat float64, ok bool) {
	s.c.l = s.l
	mismatch := func(y float64) float64 {
		v := theory.Binary.OverlapOf(math.Exp(y)).V
		if v < coldestV/4 { // a step too far, or the solution is there
			s.cold = true
			return math.NaN()
		}
		s.c.set(beta, v)
		return math.Log(s.alpha*s.c.average(func(m moments) float64 { return m.mean * m.mean })) - y
	}
	step := 0.01
	if math.IsNaN(near) {
		s.c.set(beta, 1-1e-12)
		near, step = math.Log(s.alpha*math.Pow(s.c.at(0).mean, 2)), 0.5
	}
	x, f := near, mismatch(near)
	if math.IsNaN(f) && step < 0.1 { // the guess was too far
		return s.solve(beta, math.NaN())
	}
	if y, ok := secant(mismatch, x, f); ok && step < 0.1 {
		return y, s.resolved()
	}
	step = math.Copysign(max(step, min(2, 1.2*math.Abs(f))), f)
	lnQHat, ok = saddle.Bracket(mismatch, x, f, step, 1.5, step*math.Inf(1)).Root(mismatch, 1e-13)
	return lnQHat, ok && math.Abs(mismatch(lnQHat)) < 1e-10 && s.resolved()
}

// resolved tells whether the q of the last mismatch is not too close to 1.
func (s *state) resolved() bool {
	s.cold = s.c.v < coldestV
	return !s.cold
}

// secant looks for a zero near x, where f falls about as x rises. It gives up where that
// leads too far from the start.
func secant(f func(float64) float64, x, fx float64) (zero float64, ok bool) {
	const exact, most = 1e-13, 1
	next := x + fx
	for range 12 {
		if math.Abs(fx) < exact {
			return x, true
		}
		if !(math.Abs(next-x) < most) {
			return x, false
		}
		fNext := f(next)
		slope := (fNext - fx) / (next - x)
		x, fx, next = next, fNext, next-fNext/slope
	}
	return x, false
}

// point evaluates everything at the solution.
func (s *state) point(beta, lnQHat float64) Point {
	p := s.partial(beta, lnQHat)
	p.ErrorRate = s.c.errorRate()
	return p
}

// partial is point without the error rate.
func (s *state) partial(beta, lnQHat float64) Point {
	qHat := math.Exp(lnQHat)
	o := theory.Binary.OverlapOf(qHat)
	p := Point{Alpha: s.alpha, Beta: beta, Q: o.Q, V: o.V, QHat: qHat, DQ: beta * o.V}
	s.c.set(beta, o.V)
	// ln Z + β⟨f⟩ is an entropy: the two are summed field by field, where most of them cancels
	entropy, stiff, sq := 0.0, 0.0, math.Sqrt(o.Q)
	for i, u := range s.c.fields.X {
		w, m := s.c.fields.W[i]*gauss.G(u), s.c.at(sq*u)
		p.Energy += s.alpha * w * m.energy
		entropy += w * (m.log + beta*m.energy)
		stiff += w * m.spread * m.spread
	}
	p.Entropy = theory.Binary.LogSum(qHat) - qHat*o.V/2 + s.alpha*entropy
	p.Stability = s.alpha * stiff * theory.Binary.Stiffness(qHat)
	return p
}

// errorRate is ∫Du P(y < 0|ω). Errors may be far out in the tail of the fields, and of the
// stability given the field, so that both are summed around the maxima of their own.
func (c *channel) errorRate() float64 {
	const farthest = 38 // e^{−722}: beyond, nothing is left in a float64
	all := channel{l: c.l, beta: c.beta, v: c.v, farthest: farthest}
	wrong := all
	lo, _ := all.window(-farthest)
	_, hi := all.window(reach)
	all.resolve(lo, hi, false)
	if likeliest := proximal(c.l, -farthest, c.beta*c.v); likeliest >= 0 { // the largest integrand of an error is at its edge
		if wrong.exponent(0, -farthest)-all.exponent(likeliest, -farthest) < -745 {
			return 0 // not even such a field makes an error
		}
		lo = wrong.edge(0, -farthest, -1, wrong.exponent(0, -farthest)-negligible)
	}
	wrong.resolve(lo, 0, true)

	sq := math.Sqrt(1 - c.v)
	_, slope, _ := c.l.At(0)
	fields := c.fieldRule(-farthest, reach, saddle.Feature{At: c.beta * c.v * slope / sq, Width: math.Sqrt(c.v) / sq})
	logs, top := make([]float64, len(fields.X)), math.Inf(-1)
	for i, u := range fields.X {
		logs[i] = wrong.at(sq*u).log - all.at(sq*u).log - u*u/2
		top = max(top, logs[i])
	}
	sum := 0.0
	for i, e := range logs {
		sum += fields.W[i] * math.Exp(e-top)
	}
	return math.Exp(top) * sum / math.Sqrt(2*math.Pi)
}
