package parisi

import (
	"errors"
	"fmt"
	"math"

	"fbp/theory"
)

// Capacity is where typical instances cease to have solutions, q_M → 1.
type Capacity struct {
	Machine theory.Committee
	Kappa   float64
	Alpha   float64
	// Error is what finer cells may change of Alpha.
	Error float64
	// Farthest is q_m, the overlap of the farthest solutions. GapEnd is the overlap from which on x(q) rises, where
	// there is a gap above q_m whose end is known to 0.01. Relaxed is the minimum over functions that need not rise, Alpha where there is
	// no gap. All four are NaN where replica symmetry is stable; GapEnd where there is no gap, and Error and Relaxed
	// with a number of steps.
	Farthest, GapEnd, Relaxed float64
	unstable                  theory.RSPoint // of de Almeida and Thouless
}

// ErrJump: a discontinuous transition precedes that of de Almeida and Thouless.
var ErrJump = errors.New("replica symmetry ends by a discontinuous transition, beyond which nothing is computed")

// Full returns the capacity with full replica symmetry breaking for spherical weights,
//
//	α_c = min over y(q) of A/(−2B),   y = x/(1−q_M), q_M → 1
//
// over functions that do not fall. There s → −∞, and A and B of the package are as large as 1/(1−q_M): what is finite of them are, with
// λ(q) in units of 1−q_M,
//
//	A = q_m/λ(q_m) + ∫dq/λ,   B = ∫Dz f(φ(q_m), √φ(q_m) z),   f(1, h) = −(κ−h)₊²/2φ'(1).
//
// For sign units, φ'(1) = ∞, every finite number of steps gives ∞, and the minimum over functions is finite. Of 8 and 16 cells,
// extrapolated: accurate to 1e-6 relative, for sign units to 1e-4. Where replica symmetry is stable it is that of RS. The error is ErrJump for perceptrons below
// κ = −2.05.
func Full(c theory.Committee, kappa float64) (Capacity, error) {
	result, stable, err := instability(c, kappa)
	if stable || err != nil {
		return result, err
	}
	p, cells := atCapacity(c.Activation, kappa)
	m, err := p.minimise(cells, 1, cells(4, 1).start(2*result.unstable.D, p.decay))
	if err != nil {
		return result, failed("Full", c, kappa, err)
	}
	result.Relaxed = m.value
	if m.chain.falls() {
		gap, err := p.minimise(cells, 2, cells(4, 2).refine(m.chain, m.gap(), p.decay))
		if err != nil {
			return result, failed("Full", c, kappa, err)
		}
		if gap.endError < shallow {
			m, result.GapEnd = gap, gap.ends[1]
		}
	}
	if !(m.value > result.unstable.Alpha && m.value < result.Alpha) {
		return result, failed("Full", c, kappa, theory.ErrNoConvergence)
	}
	result.Alpha, result.Error, result.Farthest = m.value, m.error, m.ends[0]
	result.Relaxed = min(result.Relaxed, m.value) // of a shallow fall they differ by less than their errors
	return result, nil
}

// Steps returns the capacity with k steps of replica symmetry breaking, an upper bound, accurate to 1e-8 for k ≤ 5, to 1e-10 for k = 1,
//
//	α_c = min over q0, y of −{ln(1+y(1−q0)) + yq0/(1+y(1−q0))} / 2∫Dz0 ln ∫Dz1 exp(−y x₊²/2φ'(1)),   x = κ + √Q0 z0 + √(1−Q0) z1
//
// with κ/√(k(1) − k(0)) in the place of κ (PRL 123, 170602 (2019), B7, which lacks the minus, and B8). For spherical ReLU units it is
// 2.66428, not the 2.92 that is printed there; one step at finite q1 confirms it. Infinite for sign units; that of RS where replica symmetry is
// stable. The error is ErrJump as that of Full, for k > 1.
func Steps(c theory.Committee, kappa float64, k int) (Capacity, error) {
	result, stable, err := instability(c, kappa)
	if k == 1 && errors.Is(err, ErrJump) {
		err = nil
	}
	if stable || err != nil {
		return result, err
	}
	if math.IsInf(c.Activation.SlopeAt1(), 1) {
		result.Alpha = math.Inf(1)
		return result, nil
	}
	p, cells := atCapacity(c.Activation, kappa)
	if k == 1 {
		chain, value, ok := p.single(math.Log(result.Alpha))
		if !ok {
			return result, failed("Steps", c, kappa, theory.ErrNoConvergence)
		}
		result.Alpha, result.Farthest = math.Exp(value), 1-chain.V[0]
		return result, nil
	}
	chain, x, value, err := p.least(cells(k, 1), cells(k, 1).start(2*result.unstable.D, p.decay))
	if err == nil && k > 2 { // at first the gap alone, if there is one
		gap := logit(chain.V[chain.comesBack()] / chain.V[0])
		chain, _, _, err = p.least(cells(k, 2), cells(k, 2).refine(chain, []float64{x[0], gap}, p.decay))
	}
	if err == nil {
		chain, _, value, err = p.least(cells(k, k), cells(k, k).near(chain))
	}
	if err == nil && chain.alike() {
		err = fmt.Errorf("two of the steps are one: %w", theory.ErrNoConvergence)
	}
	if err != nil {
		return result, failed("Steps", c, kappa, err)
	}
	result.Alpha, result.Farthest = math.Exp(value), 1-chain.V[0]
	return result, nil
}

// shallow is the error of the end of a gap, with 16 cells, from which on that is not known to 0.01: x then falls so
// little behind q_m that α does not depend on it either.
const shallow = 0.02

// instability is the capacity where replica symmetry is stable, and else where it ceases to be.
func instability(c theory.Committee, kappa float64) (result Capacity, stable bool, err error) {
	result = Capacity{Machine: c, Kappa: kappa, Error: math.NaN(), Farthest: math.NaN(), GapEnd: math.NaN(), Relaxed: math.NaN()}
	if c.Weights != theory.Spherical {
		return result, false, fmt.Errorf("parisi: %v: want spherical weights: %w", c, theory.ErrDomain)
	}
	result.Alpha, err = c.Capacity(kappa)
	if err != nil {
		return result, false, err
	}
	result.unstable, err = c.Instability(kappa)
	if errors.Is(err, theory.ErrStable) || err == nil && kappa >= 0 && result.unstable.Alpha >= result.Alpha {
		return result, true, nil
	}
	if err == nil && c.Activation.Linear() {
		var x float64
		if x, err = c.Breaking(result.unstable); x >= 1 {
			return result, false, ErrJump
		}
	}
	return result, false, err
}

func failed(name string, c theory.Committee, kappa float64, err error) error {
	return fmt.Errorf("parisi: %s(%v, kappa = %v): %w", name, c, kappa, err)
}

func logit(x float64) float64 { return math.Log(x / (1 - x)) }

// closest is 1 − q_k for sign units, of which (1−q)^¼ is what counts.
const closest = 1e-24

// atCapacity is the problem at capacity, and its laws of k cells of which the outer free overlaps are free. The orders are those of
// the errors with 8 to 24 cells.
func atCapacity(a theory.Activation, kappa float64) (p problem, cells func(k, free int) law) {
	p = problem{activation: a, kappa: kappa / a.Scale(), capacity: true, last: 1, spread: a.SlopeAt1(), decay: 0.7, order: 4}
	end, power := 0.0, 5.0
	if math.IsInf(p.spread, 1) {
		end, power = closest, 14
		p.decay, p.order, p.last, p.spread = 0.23, 3.1, end, a.Effective(theory.Overlap{Q: 1, V: end}).V
	}
	return p, func(k, free int) law { return powerLaw(k, free, power, end) }
}

// minimum is what few and many cells give.
type minimum struct {
	value    float64    // extrapolated
	error    float64    // how far from that of 16 cells
	ends     [2]float64 // q_m and the next overlap, extrapolated
	endError float64    // how far the second one is from that of 16 cells
	chain    Chain      // of 16 cells
	overlaps []float64
}

// gap are the overlaps of a law that keeps q_m and a gap behind it.
func (m minimum) gap() []float64 {
	v := m.chain.V
	return []float64{m.overlaps[0], logit(v[m.chain.comesBack()] / v[0])}
}

// minimise finds the least α at capacity, or the least entropy, with 4, 8 and 16 cells, from the parameters x of 4 cells. Errors
// of q_m fall as k^−2.
func (p problem) minimise(cells func(k, free int) law, free int, x []float64) (m minimum, err error) {
	var value [3]float64
	var ends [3][2]float64
	for n := range value {
		l := cells(4<<n, free)
		m.chain, x, value[n], err = p.least(l, x)
		if err != nil {
			return m, err
		}
		if p.capacity {
			value[n] = math.Exp(value[n])
		}
		ends[n], m.overlaps = [2]float64{1 - m.chain.V[0], 1 - m.chain.V[1]}, x[:l.free]
		if n < 2 {
			x = cells(8<<n, free).refine(m.chain, m.overlaps, p.decay)
		}
	}
	correction := (value[2] - value[1]) / (math.Pow(2, p.order) - 1)
	m.value, m.error = value[2]+correction, math.Abs(correction)
	for j := range m.ends {
		m.ends[j] = ends[2][j] + (ends[2][j]-ends[1][j])/3
	}
	m.endError = math.Abs(m.ends[1] - ends[2][1])
	return m, nil
}
