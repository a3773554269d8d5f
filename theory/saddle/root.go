package saddle

import "math"

// Root finds x with f(x) = 0 between a and b, where f has opposite signs fa and
// fb. It interpolates by an inverse parabola where that is safe and halves the
// bracket where it is not (Chandrupatla, Adv. Eng. Softw. 28, 145 (1997)), and
// ends when |f| ≤ ftol or no number lies between the ends of the bracket. ok is
// false after 100 steps.
func Root(f func(float64) float64, a, fa, b, fb, ftol float64) (x float64, ok bool) {
	c, fc := a, fa
	t := 0.5
	for range 100 {
		x = a + t*(b-a)
		fx := f(x)
		if math.IsNaN(fx) {
			return x, false
		}
		if math.Signbit(fx) == math.Signbit(fa) {
			c, fc = a, fa
		} else {
			c, fc, b, fb = b, fb, a, fa
		}
		a, fa = x, fx
		best, fbest := a, fa
		if math.Abs(fb) < math.Abs(fa) {
			best, fbest = b, fb
		}
		limit := 1e-16 * math.Abs(best) / math.Abs(b-c) // half the resolution, in units of the bracket
		if math.Abs(fbest) <= ftol || limit > 0.5 || a == b || math.Nextafter(a, b) == b {
			return best, true
		}
		xi, phi := (a-b)/(c-b), (fa-fb)/(fc-fb)
		t = 0.5
		if phi*phi < xi && (1-phi)*(1-phi) < 1-xi {
			t = fa/(fb-fa)*fc/(fb-fc) + (c-a)/(b-a)*fa/(fc-fa)*fb/(fc-fb)
		}
		t = min(1-limit, max(limit, t))
	}
	return x, false
}
