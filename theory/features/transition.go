package features

import (
	"fmt"
	"math"

	"fbp/theory"
)

// Transition is the α at a fixed α_T from which on the entropy around references of the largest margin no longer grows
// with distance everywhere below its maximum: the least slope of solutions of margin 0 is zero there. best is the
// reference. Accurate to 1e-5. The error wraps theory.ErrNoConvergence.
func (p Problem) Transition() (best Typical, err error) {
	p.Kappa = 0
	end, err := p.Capacity()
	if err != nil {
		return Typical{}, err
	}
	v := valley{lnD: math.Log(0.005), step: 0.3}
	slope := func(alpha float64) float64 { // NaN if not found
		p.Alpha = alpha
		if best, err = p.LargestMargin(); err != nil {
			return math.NaN()
		}
		s, err := Around(best, 0)
		if err != nil {
			return math.NaN()
		}
		return v.least(s)
	}
	a := 0.85 * end.Alpha
	fa := slope(a)
	b := a * (1 + 0.02*math.Copysign(1, fa))
	for range 12 { // secants
		fb := slope(b)
		if math.Abs(fb) < 1e-5 && !math.IsNaN(fa) { // α is 20 times as accurate; of slopes at such distances 1e-6 is known
			return best, nil
		}
		next := b - fb*(b-a)/(fb-fa)
		if math.IsNaN(next) {
			break
		}
		a, fa, b = b, fb, max(0.95*b, min(next, 1.05*b, 0.995*end.Alpha))
	}
	return Typical{}, fmt.Errorf("features: Transition(%+v): %w", p, theory.ErrNoConvergence)
}

// valley is the distance at which the slope is least, which changes little with α.
type valley struct{ lnD, step float64 }

// least moves to the vertex of the parabola through three slopes, by a step at most, and returns the slope there; NaN if a
// slope is not found.
func (v *valley) least(s Surroundings) float64 {
	var y [3]float64
	for k := range y {
		at, err := s.At(math.Exp(v.lnD + v.step*float64(k-1)))
		if err != nil {
			return math.NaN()
		}
		y[k] = at.Slope
	}
	bend, tilt := y[2]-2*y[1]+y[0], (y[2]-y[0])/2
	if !(bend > 0) {
		return y[1]
	}
	move := max(-1, min(-tilt/bend, 1))
	v.lnD += v.step * move
	v.step = max(0.05, v.step/2) // the vertex of a wide one is not the minimum: at .3 the slope there is 4e-4 larger
	return y[1] + tilt*move + bend*move*move/2
}
