package crossentropy

import (
	"errors"
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/loss"
	"fbp/theory"
	"fbp/theory/rs"
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

// state is the patterns of a loss at given β.
type state struct {
	c    channel
	cold bool // the search met v < coldestV
}

func newState(l loss.Loss, beta float64) *state { return &state{c: channel{l: l, beta: beta}} }

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
	s := newState(l, beta)
	p, err := rs.Branch{Weights: theory.Binary, Patterns: s}.Solve(alpha)
	if err != nil || !s.resolved() {
		return fail(s.missing())
	}
	return s.point(p), nil
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

// Force is ∫Du ((ln Z)')². It is not known where the search is a step too far, or the solution is there.
func (s *state) Force(o rs.Overlap) float64 {
	if o.V < coldestV/4 {
		s.cold = true
		return math.NaN()
	}
	if o.Q == 0 { // there is no rule over fields
		s.c.set(s.c.beta, 1-1e-12)
		m := s.c.at(0)
		return m.mean * m.mean
	}
	s.c.set(s.c.beta, o.V)
	return s.c.average(func(m moments) float64 { return m.mean * m.mean })
}

// Log is ∫Du ln Z.
func (s *state) Log(o rs.Overlap) float64 {
	s.c.set(s.c.beta, o.V)
	return s.c.average(func(m moments) float64 { return m.log })
}

// resolved tells whether the q of the last mismatch is not too close to 1.
func (s *state) resolved() bool {
	s.cold = s.c.v < coldestV
	return !s.cold
}

// point evaluates everything at the solution.
func (s *state) point(solution rs.Point) Point {
	p := s.partial(solution)
	p.ErrorRate = s.c.errorRate()
	return p
}

// partial is point without the error rate.
func (s *state) partial(at rs.Point) Point {
	beta := s.c.beta
	p := Point{Alpha: at.Alpha, Beta: beta, Q: at.Q, V: at.V, QHat: at.QHat, DQ: beta * at.V}
	s.c.set(beta, at.V)
	// ln Z + β⟨f⟩ is an entropy: the two are summed field by field, where most of them cancels
	entropy, stiff, sq := 0.0, 0.0, math.Sqrt(at.Q)
	for i, u := range s.c.fields.X {
		w, m := s.c.fields.W[i]*gauss.G(u), s.c.at(sq*u)
		p.Energy += at.Alpha * w * m.energy
		entropy += w * (m.log + beta*m.energy)
		stiff += w * m.spread * m.spread
	}
	p.Entropy = theory.Binary.LogSum(at.QHat) - at.QHat*at.V/2 + at.Alpha*entropy
	p.Stability = rs.Branch{Weights: theory.Binary}.Replicon(at, stiff)
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
