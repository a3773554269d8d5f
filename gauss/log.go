package gauss

import "math"

// 2 atanh(s) ≈ 2s + s z Q(z) with z = s² and Q(z) = Σ logC_j z^j on
// |s| ≤ (√2−1)/(√2+1), the minimax polynomial for the relative error of the
// sum (testdata/coefficients.py): 1.4e-18.
const (
	logC0 = 0x1.5555555555592p-1
	logC1 = 0x1.999999997fee9p-2
	logC2 = 0x1.24924941e0bf2p-2
	logC3 = 0x1.c71c52164eb53p-3
	logC4 = 0x1.74663c5322ebap-3
	logC5 = 0x1.39a1fba411a41p-3
	logC6 = 0x1.2f02e573484bcp-3
)

const (
	bitsSqrtHalf = 0x3fe6a09e667f3bcd // √½ as a double
	bitsMinimum  = 0x0010000000000000 // smallest normal double
	bitsInf      = 0x7ff0000000000000
)

// Log returns the natural logarithm with the same bits on every machine.
//
// x = 2^k (1+f) with √½ ≤ 1+f < √2, ln x = k ln 2 + 2 atanh(f/(2+f)). Relative
// error below 3e-16 everywhere, also near x = 1. Log(0) = -Inf, Log(+Inf) = +Inf,
// Log of a negative number or NaN is NaN; subnormal numbers are in range.
func Log(x float64) float64 {
	b := math.Float64bits(x)
	shift := 0.0
	if b-bitsMinimum >= bitsInf-bitsMinimum { // all but the positive normal numbers
		switch {
		case x == 0:
			return math.Inf(-1)
		case x < 0 || math.IsNaN(x):
			return math.NaN()
		case math.IsInf(x, 1):
			return x
		}
		b = math.Float64bits(float64(x * 0x1p54)) // subnormal: the product is exact
		shift = -54
	}
	k, f := splitLog(b)
	return scaleLog(k+shift, logOfOnePlus(f))
}

// Log1p returns ln(1+x) with the same bits on every machine, also accurate for
// small x: relative error below 4e-16. Log1p(-1) = -Inf, Log1p(+Inf) = +Inf, NaN
// for x < -1 and NaN.
func Log1p(x float64) float64 {
	if x > -0.29 && x < 0.41 { // 1+f = 1+x already lies in [√½, √2)
		return logOfOnePlus(x)
	}
	switch {
	case x == -1:
		return math.Inf(-1)
	case x < -1 || math.IsNaN(x):
		return math.NaN()
	case x >= 0x1p54:
		return Log(x)
	}
	u := 1 + x
	k, f := splitLog(math.Float64bits(u))
	// the rounding error of the sum 1 + x, relative to u; exact because of the
	// order of the operands
	var lost float64
	if x > 1 {
		lost = 1 - (u - x)
	} else {
		lost = x - (u - 1)
	}
	return scaleLog(k, logOfOnePlus(f)+lost/u)
}

// splitLog writes the positive normal double with bits b as 2^k (1+f),
// √½ ≤ 1+f < √2; f is exact.
func splitLog(b uint64) (k, f float64) {
	e := int64(b-bitsSqrtHalf) >> 52
	return float64(e), math.Float64frombits(b-uint64(e)<<52) - 1
}

// logOfOnePlus is ln(1+f) for √½ ≤ 1+f ≤ √2. With s = f/(2+f) it is
// f − s (f − z Q), in which the largest term is exact.
func logOfOnePlus(f float64) float64 {
	s := f / (2 + f)
	z := float64(s * s)
	return f - float64(s*(f-float64(z*logQ(z))))
}

// logQ is the polynomial Q(z), with even and odd powers separate, which shortens
// the chain of dependent operations.
func logQ(z float64) float64 {
	w := float64(z * z)
	even := float64(logC6*w) + logC4
	even = float64(even*w) + logC2
	even = float64(even*w) + logC0
	odd := float64(logC5*w) + logC3
	odd = float64(odd*w) + logC1
	return even + float64(odd*z)
}

// scaleLog returns k ln 2 + y.
func scaleLog(k, y float64) float64 {
	return math.FMA(k, Ln2Hi, math.FMA(k, Ln2Lo, y))
}
