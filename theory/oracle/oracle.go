// Package oracle is what the tests of theories compare with: averages by another quadrature
// and with package math alone, and tables of values that were computed elsewhere.
package oracle

import "math"

// Trapezoid is ∫Dx f by the trapezoid rule with package math. It converges exponentially
// for integrands analytic in a strip around the axis; the narrowest here, tanh at
// q̂ = 2e4, has the half width π/(2√q̂) = 11 steps.
func Trapezoid(f func(x float64) float64) float64 {
	const h = 1e-3
	s := 0.0
	for n := -10000; n <= 10000; n++ {
		x := float64(n) * h
		s += h * f(x) * math.Exp(-x*x/2) / math.Sqrt(2*math.Pi)
	}
	return s
}

// LogH is ln H(a) with package math.
func LogH(a float64) float64 {
	if a < 20 {
		return math.Log(math.Erfc(a/math.Sqrt2) / 2)
	}
	z := 1 / (a * a) // asymptotic series; the first term left out is 945 z⁵ < 1e-10 of ln H ≈ −200
	return -a*a/2 - math.Log(a*math.Sqrt(2*math.Pi)) + math.Log1p(-z*(1-3*z*(1-5*z*(1-7*z))))
}

// Mills is G(a)/H(a) with package math.
func Mills(a float64) float64 {
	return math.Exp(-a*a/2-LogH(a)) / math.Sqrt(2*math.Pi)
}
