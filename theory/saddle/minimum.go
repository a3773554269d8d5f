package saddle

// Minimum is the minimum of f between lo and hi, by golden sections: to a tolerance of x, which f
// does not see where it is flat; or to rounding.
func Minimum(f func(float64) float64, lo, hi, tolerance float64) (x, least float64) {
	const golden = 0.6180339887498949
	a, b := hi-golden*(hi-lo), lo+golden*(hi-lo)
	fa, fb := f(a), f(b)
	for range 150 { // 0.618^150 of any interval is nothing
		if !(hi-lo > tolerance) {
			break
		}
		if fa < fb {
			hi, b, fb = b, a, fa
			a = hi - golden*(hi-lo)
			fa = f(a)
		} else {
			lo, a, fa = a, b, fb
			b = lo + golden*(hi-lo)
			fb = f(b)
		}
	}
	if fa < fb {
		return a, fa
	}
	return b, fb
}
