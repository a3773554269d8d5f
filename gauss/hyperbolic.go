package gauss

import "math"

// Expm1 returns e^x − 1 with the same bits on every machine, also accurate for
// small x: relative error below 4e-16. Expm1(-Inf) = -1, Expm1(+Inf) = +Inf,
// Expm1(NaN) = NaN, Expm1(±0) = 0.
func Expm1(x float64) float64 {
	switch {
	case math.Abs(x) <= Ln2Hi/2:
		return expm1Poly(x)
	case x < -40:
		return -1
	case !(x < 40): // 1 is below half an ulp of e^x; also NaN and +Inf
		return Exp(x)
	}
	k := math.RoundToEven(float64(x * Log2E))
	r := math.FMA(-k, Ln2Hi, x)
	r = math.FMA(-k, Ln2Lo, r)
	e := pow2(int64(k))
	return math.FMA(e, expm1Poly(r), e-1)
}

// expm1Poly is e^r − 1 on |r| ≤ ½ ln 2, the polynomial ExpC without its constant.
func expm1Poly(r float64) float64 { return math.FMA(float64(r*r), expTail(r), r) }

// ExpAndRest returns e^x and 1 − e^x, the bits of Exp(x) and of −Expm1(x), for x ≤ 0 with one
// reduction and most of one polynomial for both.
func ExpAndRest(x float64) (e, rest float64) {
	if !(x > -expFast && x <= 0) {
		return Exp(x), -Expm1(x)
	}
	k := math.RoundToEven(float64(x * Log2E))
	r := math.FMA(-k, Ln2Hi, x)
	r = math.FMA(-k, Ln2Lo, r)
	power, p := pow2(int64(k)), expTail(r)
	return float64(math.FMA(math.FMA(p, r, ExpC1), r, ExpC0) * power), -math.FMA(power, math.FMA(float64(r*r), p, r), power-1)
}

// Tanh returns tanh x with the same bits on every machine:
// t/(t+2) with t = e^{2|x|} − 1, ±1 from |x| = 20 on, where 1 − tanh is below
// half an ulp. Relative error below 4e-16; odd; Tanh(±Inf) = ±1, Tanh(NaN) =
// NaN.
func Tanh(x float64) float64 {
	a := math.Abs(x)
	if a >= 20 {
		return math.Copysign(1, x)
	}
	t := Expm1(float64(2 * a))
	return math.Copysign(t/(t+2), x)
}

// Atanh returns the field whose magnetisation is x, atanh x = ½ ln((1+x)/(1−x)),
// with the same bits on every machine. Relative error below 5e-16, also for small
// x and near ±1. Atanh(±1) = ±Inf; NaN for |x| > 1.
func Atanh(x float64) float64 {
	a := math.Abs(x)
	if a < 0.17 {
		z := float64(x * x)
		return x + float64(float64(0.5*x)*float64(z*logQ(z)))
	}
	// 1−a is exact from ½ on; below, its rounding is relative to a small term
	return math.Copysign(float64(0.5*Log1p(2*a/(1-a))), x)
}

// Log2Cosh returns ln(2 cosh x) = |x| + ln(1 + e^{−2|x|}), the free entropy of
// a binary weight in the field x. Relative error below 3e-16; +Inf at ±Inf.
func Log2Cosh(x float64) float64 {
	a := math.Abs(x)
	if a > 20 { // the logarithm is below half an ulp
		return a
	}
	return a + Log1p(Exp(float64(-2*a)))
}

// Sech2 returns 1 − tanh² x = 4e/(1+e)², e = e^{−2|x|}, the variance of a binary
// weight in the field x. The difference itself loses all digits when the weight
// is polarised; this form keeps a relative error below 6e-16 until it underflows
// at |x| = 372.
func Sech2(x float64) float64 {
	e := Exp(float64(-2 * math.Abs(x)))
	d := 1 + e
	return 4 * e / float64(d*d)
}
