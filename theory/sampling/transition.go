package sampling

import (
	"errors"
	"math"

	"fbp/gauss"
	"fbp/theory"
	"fbp/theory/saddle"
)

// Path is the path of localization from a typical point to q = 1. Localization draws samples where Λ < 1
// on all of it: the free entropy at time t, of slope φ' = −(t(q) − t)/2, then has one maximum.
type Path struct {
	Typical
	// Lambda is the maximum of Λ; infinite where it grows without bound towards q = 1, as for binary weights with
	// b < 1.
	Lambda float64
	// Spinodal is the time t_sp at which the branch that begins in t = 0 ends, Λ = 1, and Transition the earlier
	// time t_c at which another state takes over. NaN where localization works, or for the reason in Lost.
	Transition, Spinodal float64
	Lost                 error

	panels []panel
}

var (
	errFromStart = errors.New("replica symmetry is unstable from t = 0 on")
	errOther     = errors.New("another state takes over at t = 0 already")
	errTooClose  = errors.New("the transition is closer to q = 1 than can be resolved")
)

// panel has the path at Chebyshev's points of an interval of Q; between them it is interpolated.
type panel struct {
	lo, hi float64
	states [points]State
}

const (
	points  = 11
	deepest = -600.0 // the smallest ln(1 − q)
	settled = -60.0  // where b ≥ 1 has its asymptotic form, in which Λ falls; what lies closer to q = 1 weighs nothing
)

var nodes = saddle.NewChebyshev(points - 1)

// at is the state at Q by interpolation.
func (p *panel) at(field float64) State {
	var w [points]float64
	s := State{Field: field}
	var logV, logStiff, logLambda float64
	for k, weight := range nodes.Weights((2*field-p.lo-p.hi)/(p.hi-p.lo), w[:]) {
		n := p.states[k]
		if weight == 1 {
			return n
		}
		logV += weight * math.Log(n.V)
		logStiff += weight * math.Log(n.Stiff)
		logLambda += weight * math.Log(n.Lambda)
		s.Time += weight * n.Time
	}
	s.V, s.Stiff, s.Lambda = math.Exp(logV), math.Exp(logStiff), math.Exp(logLambda)
	s.Q = 1 - s.V
	return s
}

// first and end are the states at the ends.
func (p *panel) first() State { return p.states[0] }
func (p *panel) end() State   { return p.states[points-1] }

// PathOf follows the path of a typical point. Times are accurate to 1e-8, Lambda to 1e-9.
func PathOf(t Typical) Path {
	p := Path{Typical: t, Transition: math.NaN(), Spinodal: math.NaN()}
	p.follow()
	_, p.Lambda = p.largest()
	last := p.panels[len(p.panels)-1].end()
	growing := t.Weights == theory.Binary && t.Power < 1
	if growing {
		p.Lambda = math.Inf(1)
	}
	if p.Lambda <= 1 {
		return p
	}
	start := p.panels[0].first()
	if start.Lambda > 1 {
		p.Spinodal, p.Lost = 0, errFromStart
		return p
	}
	crossings := p.crossings()
	if len(crossings) == 0 {
		p.Lost = errTooClose
		return p
	}
	p.Spinodal = crossings[0].Time
	p.transition(crossings, last.Lambda > 1)
	return p
}

// follow makes the panels. ln(1−q) falls by about one on each, by more where it is far from 0 and the path varies with
// its logarithm.
func (p *Path) follow() {
	state := p.At(0)
	top := math.Log(p.V)
	crossed := math.Inf(-1) // ln(1−q) where Λ passes 1
	for range 400 {
		logV := math.Log(state.V)
		if state.Lambda > 1 && math.IsInf(crossed, -1) {
			crossed = logV
		}
		floor := settled
		switch {
		case p.Weights == theory.Spherical:
			floor = top - 30
		case p.Power < 1:
			floor = max(deepest, crossed-70/(1+p.Power))
		}
		if logV < floor {
			return
		}
		next := panel{lo: state.Field}
		next.hi = next.lo + 0.8*max(1, -logV/10)*state.V/state.Stiff
		for k, x := range nodes.Points {
			switch k {
			case 0:
				next.states[k] = state
			default:
				next.states[k] = p.At(next.lo + (next.hi-next.lo)*(1+x)/2)
			}
		}
		p.panels = append(p.panels, next)
		state = next.end()
	}
}

// largest is where Λ is largest, and its value there.
func (p *Path) largest() (field, lambda float64) {
	start := p.panels[0].first()
	field, lambda = start.Field, start.Lambda
	for i := range p.panels {
		l := &p.panels[i]
		best := l.first()
		for _, s := range l.states {
			if s.Lambda > best.Lambda {
				best = s
			}
		}
		if best.Lambda < lambda*(1-0.05) {
			continue
		}
		x, least := saddle.Minimum(func(x float64) float64 { return -l.at(x).Lambda }, l.lo, l.hi, 1e-7*(l.hi-l.lo))
		if -least > lambda {
			field, lambda = x, -least
		}
		if best.Lambda > lambda {
			field, lambda = best.Field, best.Lambda
		}
	}
	return field, lambda
}

// crossings are the states at which Λ passes 1, alternately up and down.
func (p *Path) crossings() (list []State) {
	for i := range p.panels {
		l := &p.panels[i]
		for k := range points - 1 {
			a, b := l.states[k], l.states[k+1]
			i := saddle.Interval{A: a.Field, FA: a.Lambda - 1, B: b.Field, FB: b.Lambda - 1}
			if i.Changes() {
				x, _ := i.Root(func(x float64) float64 { return l.at(x).Lambda - 1 }, 1e-14)
				list = append(list, l.at(x))
			}
		}
	}
	return list
}

// state is that at Q, by interpolation.
func (p *Path) state(field float64) State {
	for i := range p.panels {
		if field <= p.panels[i].hi {
			return p.panels[i].at(field)
		}
	}
	return p.panels[len(p.panels)-1].end()
}

// rule integrates over q on every panel.
var rule = saddle.AddPanel(saddle.AddPanel(gauss.Rule{}, -1, 0), 0, 1)

// area is ∫ (t(q') − t) dq' between two values of Q.
func (p *Path) area(t, from, to float64) (sum float64) {
	for i := range p.panels {
		l := &p.panels[i]
		lo, hi := max(l.lo, from), min(l.hi, to)
		if lo >= hi {
			continue
		}
		for k, x := range rule.X {
			s := l.at((lo+hi)/2 + (hi-lo)/2*x)
			sum += (hi - lo) / 2 * rule.W[k] * s.Stiff * (s.Time - t)
		}
	}
	return sum
}

// onBranch is the Q of a time between two fields, where the time grows or falls; or that of the end that comes closest.
func (p *Path) onBranch(t, from, to float64) float64 {
	a, b := p.state(from).Time-t, p.state(to).Time-t
	if a == 0 || (a > 0) == (b > 0) {
		if math.Abs(a) <= math.Abs(b) {
			return from
		}
		return to
	}
	x, _ := saddle.Root(func(x float64) float64 { return p.state(x).Time - t }, from, a, to, b, 0)
	return x
}

// transition finds the first time at which another maximum of the free entropy is as high as that of the branch
// from t = 0: ∫(t(q) − t)dq between them vanishes. The others are branches between two crossings, and q = 1 where
// that is stable.
func (p *Path) transition(crossings []State, corner bool) {
	last := p.panels[len(p.panels)-1].hi
	spinodal := crossings[0]
	p.Lost = errOther
	consider := func(excess func(t float64) float64, from, to float64) {
		a, b := excess(from), excess(to)
		if !(a > 0 && b < 0) {
			return
		}
		t, ok := saddle.Root(excess, from, a, to, b, 0)
		if ok && !(t > p.Transition) {
			p.Transition, p.Lost = t, nil
		}
	}
	branch := func(t float64) float64 { return p.onBranch(t, 0, spinodal.Field) }
	if corner {
		consider(func(t float64) float64 { return p.area(t, branch(t), last) }, 0, spinodal.Time)
	}
	for k := 1; k < len(crossings); k += 2 {
		// what lies beyond the last panel is q = 1 to all digits
		from, to, end := crossings[k], last, spinodal.Time
		if k+1 < len(crossings) {
			to, end = crossings[k+1].Field, min(end, crossings[k+1].Time)
		}
		consider(func(t float64) float64 { return p.area(t, branch(t), p.onBranch(t, from.Field, to)) }, max(0, from.Time), end)
	}
}
