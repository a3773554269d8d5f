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
	lnD, step := math.Log(0.005), 0.3
	least := func(alpha float64) (slope float64, ok bool) {
		p.Alpha = alpha
		if best, err = p.LargestMargin(); err != nil {
			return 0, false
		}
		s, err := Around(best, 0)
		if err != nil {
			return 0, false
		}
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
		step = max(0.05, step/2) // the vertex of a wide one is not the minimum: at .3 the slope there is 4e-4 larger
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
		if math.Abs(fb) < 1e-5 { // α is 20 times as accurate; of slopes at such distances 1e-6 is known
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
