package parisi

import (
	"fmt"
	"math"
	"slices"

	"fbp/gauss"
	"fbp/theory"
	"fbp/theory/clusters"
)

// State is that of typical solutions of a perceptron between the instability of replica symmetry and the capacity.
type State struct {
	Alpha, Kappa float64
	Entropy      float64
	// Levels are those of q_m … q_M.
	Levels []Level
	// GapEnd is the overlap from which on x(q) rises, where there is a gap above q_m, else NaN.
	GapEnd float64
	// OneStep tells that there are two overlaps only, q_m and q_M: x does not rise between them, and GapEnd is q_M, that of all
	// levels but the first.
	OneStep bool
	// MeanOverlap is ∫q dx = 1 − λ(q_m).
	MeanOverlap float64
	// AtMargin is P(κ+), the density of stabilities at the margin.
	AtMargin float64

	last  []*level
	stiff []float64 // λ^−3 + α⟨f”³⟩ of each level
}

// Level is x(q) and λ(q) at one overlap, and the replicon αλ²⟨f”²⟩, which is 1 where x rises.
type Level struct{ Q, X, Lambda, Replicon float64 }

// At returns the state at α. Of 4, 8 and 16 cells: the entropy is extrapolated, accurate to 1e-7 up to (α_c−α)/α_c = 0.03; q_m and q_M to 2e-4,
// GapEnd to 0.01.
// x(q) is not that of the steps, but
//
//	x = α⟨f”'²⟩/2[λ^−3 + α⟨f”³⟩]
//
// which holds where x rises. The error wraps theory.ErrStable below the instability of replica symmetry, and theory.ErrBeyondCapacity from
// the capacity on; and theory.ErrNoConvergence, also where the end of the gap is not known to 0.01.
func (c Capacity) At(alpha float64) (State, error) {
	none := State{Alpha: alpha, Kappa: c.Kappa}
	fail := func(err error) (State, error) {
		return none, fmt.Errorf("parisi: At(kappa = %v, alpha = %v): %w", c.Kappa, alpha, err)
	}
	switch {
	case !c.Machine.Activation.Linear():
		return fail(theory.ErrDomain)
	case alpha >= c.Alpha:
		return fail(theory.ErrBeyondCapacity)
	case math.IsNaN(c.Farthest) || alpha <= c.unstable.Alpha:
		return fail(theory.ErrStable)
	}
	p := problem{activation: c.Machine.Activation, kappa: c.Kappa, alpha: alpha, order: 4}
	// The first guess: 1 − q_m is about that of the instability, and grows by half up to capacity; (1−q_M)/(1−q_m) vanishes there
	// with the exponent 1.416 of jamming; x is 0.15 in all four cells.
	v := 2 * c.unstable.D
	near := (c.Alpha - alpha) / (c.Alpha - c.unstable.Alpha) // 1 at the instability, 0 at capacity
	x := []float64{logit(min(v*(1.05+0.5*(1-near)), (1+v)/2)), logit(0.9 * math.Pow(near, 1.416)), 0, 0, 0, 0}
	for i := range 4 {
		x[2+i] = math.Log(0.15)
	}
	m, err := p.minimise(geometricLaw, 1, x)
	if err != nil {
		return fail(err)
	}
	s := p.state(m.chain)
	if s.falls() { // x would fall
		if one, ok := p.oneStep(m.chain); ok {
			one.Kappa = c.Kappa
			return one, nil
		}
		v, i := m.chain.V, m.chain.comesBack()
		x = geometricLaw(4, 2).refine(m.chain, append(m.gap(), logit(v[16]/v[i])), 0)
		if m, err = p.minimise(geometricLaw, 2, x); err != nil {
			return fail(err)
		}
		s = p.state(m.chain)
		s.GapEnd, s.Levels[0].X = s.Levels[1].Q, m.chain.Y[0]
		if err := s.checkGap(); err != nil {
			return fail(err)
		}
	}
	for i := range s.Levels[1:] {
		s.Levels[i+1].X = max(s.Levels[i+1].X, s.Levels[i].X)
	}
	s.Kappa, s.Entropy = c.Kappa, m.value
	return s, nil
}

// oneStep is the state with one step of breaking, near a relaxed chain, if it is stable: between the instability of replica symmetry
// and a second one, from which on x rises beyond a gap. Its overlaps are q_m and q_M.
func (p problem) oneStep(c Chain) (State, bool) {
	k := len(c.Y)
	chain, _, entropy, err := p.least(geometricLaw(1, 1), []float64{logit(c.V[0]), logit(c.V[k] / c.V[0]), math.Log(c.Y[k/2])})
	if err != nil {
		return State{}, false
	}
	s := p.state(chain)
	if first, last := &s.Levels[0], &s.Levels[1]; first.Replicon < 1 && last.Replicon < 1 {
		s.OneStep, s.Entropy, s.GapEnd = true, entropy, last.Q
		first.X, last.X = chain.Y[0], chain.Y[0]
		for range k - 1 {
			s.Levels = append(s.Levels, s.Levels[1])
		}
	}
	return s, s.OneStep
}

// state is that of a chain.
func (p problem) state(c Chain) State {
	s := State{Alpha: p.alpha, GapEnd: math.NaN()}
	_, _, s.last = p.patternsTerm(c)
	k := len(c.Y)
	lambda := c.responses(c.V[k])
	s.last[k].third(nil, 0)
	for i := k - 1; i >= 0; i-- {
		s.last[i].third(s.last[i+1], c.Y[i])
	}
	for i, level := range s.last {
		var bend2, bend3, third2, slope float64
		for n, weight := range level.probability {
			f1, f2, f3 := level.f1[n], level.f2[n], level.f3[n]
			slope -= weight * f1
			bend2 += weight * f2 * f2
			bend3 += weight * f2 * f2 * f2
			third2 += weight * f3 * f3
		}
		a := lambda[i]
		stiff := 1/(a*a*a) + p.alpha*bend3
		s.stiff = append(s.stiff, stiff)
		s.Levels = append(s.Levels, Level{1 - c.V[i], p.alpha * third2 / (2 * stiff), a, p.alpha * a * a * bend2})
		s.AtMargin = slope
	}
	s.MeanOverlap = 1 - lambda[0]
	return s
}

// third computes the third derivative by u of f, that of ln H or from the next level inwards,
//
//	f”' = ⟨f”'⟩_t + 3y⟨f'; f”⟩_t + y²⟨f'; f'; f'⟩_t
func (l *level) third(inner *level, y float64) {
	l.f3 = make([]float64, len(l.u))
	if inner == nil {
		for n, u := range l.u {
			x := u / l.width
			m := gauss.Mills(x)
			slope := clusters.MillsSlope(x, m)
			l.f3[n] = -(slope*(2*m-x) - m) / (l.width * l.width * l.width)
		}
		return
	}
	for n, r := range l.rows {
		var bend float64
		for m, weight := range r.weight {
			bend += weight * inner.f2[r.from+m]
		}
		for m, weight := range r.weight {
			d, e := inner.f1[r.from+m]-l.f1[n], inner.f2[r.from+m]-bend
			l.f3[n] += weight * (inner.f3[r.from+m] + 3*y*d*e + y*y*d*d*d)
		}
	}
}

// Density is P(Δ), the density of stabilities of typical solutions,
//
//	P(Δ) = ∫dh P(q_M, h) G((Δ−h)/w)/[w H((κ−h)/w)],   w = √(1−q_M)
//
// Eight widths w from the margin the levels of larger w are used, which resolve it there.
func (s State) Density(stability float64) float64 {
	gap := stability - s.Kappa
	if gap < 0 {
		return 0
	}
	i := len(s.last) - 1
	for i > 0 && 8*s.last[i].width < gap {
		i--
	}
	l := s.last[i]
	sum := 0.0
	for n, weight := range l.probability {
		x := (gap + l.u[n]) / l.width
		log := -x * x / 2
		if i == len(s.last)-1 {
			log -= l.f[n]
		}
		sum += weight * math.Exp(log)
	}
	return sum / (l.width * math.Sqrt(2*math.Pi))
}

// falls tells whether x falls from one level to another by more than it is known to: it is accurate to 1e-3 as a whole, and
// from level to level ten times as well.
func (s State) falls() bool {
	most := 0.0
	for _, l := range s.Levels {
		if l.X < most-1e-4 {
			return true
		}
		most = max(most, l.X)
	}
	return false
}

// errNotMarginal and errGapEnd are reasons why a state with a gap is not given.
var (
	errNotMarginal = fmt.Errorf("where x(q) rises the replicon is not 1: %w", theory.ErrNoConvergence)
	errFalls       = fmt.Errorf("x(q) falls: %w", theory.ErrNoConvergence)
	errGapEnd      = fmt.Errorf("the end of the gap is not known to 0.01: %w", theory.ErrNoConvergence)
)

// checkGap tells why a state with a gap is not right: that x rises beyond it was asked of the steps, not of the x of states.
// Towards its end, with x = x(q_m), the replicon comes to 1 with the slope 2λ²[x(q_1) − x(q_m)](λ^−3 + α⟨f”³⟩), by which errors of the
// replicon are divided to be those of q_1.
func (s State) checkGap() error {
	end := s.Levels[1]
	slope := 2 * end.Lambda * end.Lambda * (end.X - s.Levels[0].X) * s.stiff[1]
	switch {
	case slices.ContainsFunc(s.Levels[1:], func(l Level) bool { return math.Abs(l.Replicon-1) > 3e-3 }):
		return errNotMarginal
	case s.falls():
		return errFalls
	case slope < leastSlope:
		return errGapEnd
	}
	return nil
}

// leastSlope is that of the replicon at which the end of a gap is right to 0.01: at κ = −1.5 it is 0.0099 for α = 23 and 0.0071 for
// α = 22, whose ends, .643 and .629, are in line with those of larger α; for α = 21 repeated searches differ by more.
const leastSlope = 0.006
