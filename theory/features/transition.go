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
	lnD := math.Log(0.005)
	least := func(alpha float64) (slope float64, ok bool) {
		p.Alpha = alpha
		if best, err = p.LargestMargin(); err != nil {
			return 0, false
		}
		s, err := Around(best, 0)
		if err != nil {
			return 0, false
		}
		const step = 0.3
		var y [3]float64
		for k := range y {
			at, err := s.At(math.Exp(lnD + step*float64(k-1)))
			if err != nil {
				return 0, false
			}
			y[k] = at.Slope
		}
		bend, tilt := y[2]-2*y[1]+y[0], (y[2]-y[0])/2 // a parabola
		if !(bend > 0) {
			return y[1], true
		}
		move := max(-1, min(-tilt/bend, 1))
		lnD += step * move
		return y[1] + tilt*move + bend*move*move/2, true
	}
	fail := fmt.Errorf("features: Transition(%+v): %w", p, theory.ErrNoConvergence)
	a := 0.85 * end.Alpha
	fa, ok := least(a)
	b := a * (1 + 0.02*math.Copysign(1, fa))
	for range 12 {
		fb, okB := least(b)
		if !ok || !okB {
			return Typical{}, fail
		}
		if math.Abs(fb) < 5e-5 { // of slopes at such distances no more is known
			return best, nil
		}
		next := b - fb*(b-a)/(fb-fa)
		if math.IsNaN(next) {
			return Typical{}, fail
		}
		a, fa, b = b, fb, max(0.95*b, min(next, 1.05*b, 0.995*end.Alpha))
	}
	return Typical{}, fail
}
