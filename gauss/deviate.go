package gauss

import "math"

// The three rational approximations of InverseH, PPND16 of M. J. Wichura, Applied
// Statistics 37, 477 (1988), algorithm AS 241, as they stand in erfinv.go of Go's
// package math (there for erfinv, with powers of √2 in them): numerators
// and denominators in 0.180625 − (p−½)², and in √(−ln p) − 1.6 and − 5. The table
// in testdata is not from them.
var (
	centreOver = [8]float64{3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
		4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3}
	centreUnder = [8]float64{1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
		2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3}
	sideOver = [8]float64{1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
		1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4}
	sideUnder = [8]float64{1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
		1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9}
	farOver = [8]float64{6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
		2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7}
	farUnder = [8]float64{1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
		7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15}
)

// InverseH returns the x above which a unit Gaussian lies with probability p,
// H(x) = p, with the same bits on every machine. Relative error below 1e-15 of
// normal p. InverseH(0) = +Inf, InverseH(½) = 0, InverseH(1) = -Inf; NaN outside
// of [0, 1].
func InverseH(p float64) float64 {
	q := 0.5 - p
	if math.Abs(q) <= 0.425 {
		r := 0.180625 - float64(q*q)
		return float64(q * ratio(&centreOver, &centreUnder, r))
	}
	tail := p // the smaller of the two; 1 − p is exact
	if q < 0 {
		tail = 1 - p
	}
	switch {
	case !(tail >= 0): // NaN too
		return math.NaN()
	case tail == 0:
		return math.Copysign(math.Inf(1), q)
	}
	r := math.Sqrt(-Log(tail))
	x := 0.0
	if r <= 5 {
		x = ratio(&sideOver, &sideUnder, r-1.6)
	} else {
		x = ratio(&farOver, &farUnder, r-5)
	}
	return math.Copysign(x, q)
}

// ratio is the ratio of two polynomials, coefficients from the lowest power on.
func ratio(over, under *[8]float64, x float64) float64 {
	a, b := over[7], under[7]
	for k := 6; k >= 0; k-- {
		a = float64(a*x) + over[k]
		b = float64(b*x) + under[k]
	}
	return a / b
}

// Deviate turns 64 random bits, as Uint64 of a stream has them, into a normal
// deviate of mean 0 and variance 1 with the same bits on every machine. One bit is
// the sign; the others are the probability (k + ½)/2^64 of a larger one, k < 2^63,
// so that the largest deviate is 9.1.
func Deviate(bits uint64) float64 {
	p := float64((float64(int64(bits>>1)) + 0.5) * 0x1p-64)
	return math.Copysign(InverseH(p), 0.5-float64(bits&1))
}
