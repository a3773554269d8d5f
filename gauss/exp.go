package gauss

import "math"

// The constants of the exponential. They are exported because the vector kernels
// evaluate the same reduction and the same polynomial in the same order, so that
// both give the same bits. All are exact doubles.
const (
	Log2E = 0x1.71547652b82fep+0  // 1/ln 2, rounded
	Ln2Hi = 0x1.62e42fefa39efp-1  // ln 2, rounded: all 53 bits, since the step is fused
	Ln2Lo = 0x1.abc9e3b39803fp-56 // ln 2 − Ln2Hi, rounded

	// exp(r) ≈ Σ ExpC_j r^j on |r| ≤ ½ ln 2, the minimax polynomial of degree 11
	// for the relative error with its first three coefficients held at those of
	// Taylor, found by Remez exchange in 60 digits (testdata/coefficients.py).
	// Relative error after rounding the coefficients: 5.9e-18, 1/18 of half an
	// ulp.
	ExpC0  = 1.0
	ExpC1  = 1.0
	ExpC2  = 0.5
	ExpC3  = 0x1.5555555555501p-3
	ExpC4  = 0x1.555555555320ep-5
	ExpC5  = 0x1.111111112882dp-7
	ExpC6  = 0x1.6c16c17cc0bcdp-10
	ExpC7  = 0x1.a01a011c3794bp-13
	ExpC8  = 0x1.a019ab35b4eb8p-16
	ExpC9  = 0x1.71df55237c9fbp-19
	ExpC10 = 0x1.289f81a94e0fap-22
	ExpC11 = 0x1.ad2029f4a3f23p-26
)

const (
	expFast     = 708.0            // |x| below it: 2^k is a normal double
	expOverflow = 709.782712893384 // the largest x with a finite exponential
	expZero     = -746.0           // below it e^x rounds to zero (it does from −745.1332 on)
)

// Exp returns e^x with the same bits on every machine.
//
// With k = RoundToEven(x/ln 2) and r = x − k ln 2 (two fused steps; the first
// is exact), e^x = 2^k e^r, and e^r is the polynomial ExpC by Horner's rule in
// fused multiply-adds. Relative error below 1.4e-16 (0.6 ulp) for normal
// results; underflow is gradual: subnormal results are rounded once more, to
// within one unit of 2^-1074. Exp(-Inf) = 0, Exp(x) = +Inf above
// 709.7827, Exp(NaN) = NaN.
func Exp(x float64) float64 {
	if !(math.Abs(x) < expFast) {
		return expEdge(x)
	}
	k := math.RoundToEven(float64(x * Log2E))
	r := math.FMA(-k, Ln2Hi, x)
	r = math.FMA(-k, Ln2Lo, r)
	return float64(expPoly(r) * pow2(int64(k)))
}

// expPoly is the polynomial of Exp on |r| ≤ ½ ln 2.
func expPoly(r float64) float64 {
	return math.FMA(math.FMA(expTail(r), r, ExpC1), r, ExpC0)
}

// expTail is that polynomial without its first two terms, over r².
func expTail(r float64) float64 {
	p := math.FMA(ExpC11, r, ExpC10)
	p = math.FMA(p, r, ExpC9)
	p = math.FMA(p, r, ExpC8)
	p = math.FMA(p, r, ExpC7)
	p = math.FMA(p, r, ExpC6)
	p = math.FMA(p, r, ExpC5)
	p = math.FMA(p, r, ExpC4)
	p = math.FMA(p, r, ExpC3)
	return math.FMA(p, r, ExpC2)
}

// pow2 returns 2^k for the exponents of normal doubles, −1022 ≤ k ≤ 1023.
func pow2(k int64) float64 { return math.Float64frombits(uint64(k+1023) << 52) }

// expEdge is Exp where 2^k may not be a normal double: it scales in two steps,
// of which only the last can round.
func expEdge(x float64) float64 {
	switch {
	case x > expOverflow:
		return math.Inf(1)
	case x < expZero:
		return 0
	case math.IsNaN(x):
		return x
	}
	k := math.RoundToEven(float64(x * Log2E))
	r := math.FMA(-k, Ln2Hi, x)
	r = math.FMA(-k, Ln2Lo, r)
	half := int64(k) >> 1
	return float64(float64(expPoly(r)*pow2(half)) * pow2(int64(k)-half))
}
