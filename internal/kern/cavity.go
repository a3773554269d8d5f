package kern

import (
	"math"

	"fbp/gauss"
)

const (
	// lanes is the number of partial sums of a row: one AVX-512 register.
	lanes = 8
	// wordBits is the number of signs in a word of a pattern.
	wordBits = 64
	// signBit is the sign bit of a double.
	signBit = 1 << 63
	// a double 2^k is k + exponentBias, shifted by mantissaBits.
	exponentBias = 1023
	mantissaBits = 52
	// roundMagic added to a double x, |x| < 2^51, leaves the nearest integer k in
	// the low mantissa bits, and there k + exponentBias.
	roundMagic = 0x1.8p52 + exponentBias
	// farTail is an x at which e^−2x no longer changes 1 ± e^−2x and is still a
	// normal number.
	farTail = 350
)

// The reduction and the polynomial of gauss.Exp in the variable 2r, so that e^2y
// needs no doubling.
const (
	expLog2E = 2 * gauss.Log2E
	expLn2   = gauss.Ln2Hi / 2
	expLn2Lo = gauss.Ln2Lo / 2

	expC0  = gauss.ExpC0
	expC1  = gauss.ExpC1 * (1 << 1)
	expC2  = gauss.ExpC2 * (1 << 2)
	expC3  = gauss.ExpC3 * (1 << 3)
	expC4  = gauss.ExpC4 * (1 << 4)
	expC5  = gauss.ExpC5 * (1 << 5)
	expC6  = gauss.ExpC6 * (1 << 6)
	expC7  = gauss.ExpC7 * (1 << 7)
	expC8  = gauss.ExpC8 * (1 << 8)
	expC9  = gauss.ExpC9 * (1 << 9)
	expC10 = gauss.ExpC10 * (1 << 10)
	expC11 = gauss.ExpC11 * (1 << 11)
)

// words is the number of words that hold the signs of n weights.
func words(n int) int { return (n + wordBits - 1) / wordBits }

// first returns the first n elements of x. It panics if x is shorter, whatever
// its capacity, because assembly checks nothing.
func first[E any](n int, x []E) []E { return x[:n:len(x)] }

// flip changes the sign of x when bit i of the row is set.
func flip(x float64, signs []uint64, i int) float64 {
	return math.Float64frombits(math.Float64bits(x) ^ signs[uint(i)/wordBits]>>(uint(i)%wordBits)<<63)
}

// Cavity writes the gauged cavity magnetisations s_i = tanh(ξ_i h_i − u_i) of
// one row, i < len(s), and returns their row sums
//
//	ω = Σ_i s_i,   V = Σ_i (1 − s_i²).
//
// h and u must be at least as long as s. With e = e^−2|x| and q = 1/(1+e),
// |s| = 2q − 1 to 2e-16 absolute, and 1 − s² = 4 e q² keeps V accurate when
// every weight is frozen.
func Cavity(s, h, u []float64, signs []uint64) (omega, v float64) {
	h, u, signs = first(len(s), h), first(len(s), u), first(words(len(s)), signs)
	sum, variance := cavity(s, h, u, signs)
	return sum, 4 * variance
}

// MagnetizeBlock is the number of weights whose variances are added up before they are
// added to those of others.
const MagnetizeBlock = 8 * wordBits

// nothing is used for messages and signs where there are none.
var nothing struct {
	u     [MagnetizeBlock]float64
	signs [MagnetizeBlock / wordBits]uint64
}

// Magnetize writes m_i = tanh h_i, i < len(m), and returns Σ_i (1 − m_i²), both
// as accurate as in [Cavity]. That sum is the one of the results for one
// [MagnetizeBlock] after the other.
func Magnetize(m, h []float64) (v float64) {
	h = first(len(m), h)
	for lo := 0; lo < len(m); lo += len(nothing.u) {
		hi := min(len(m), lo+len(nothing.u))
		_, variance := cavity(m[lo:hi], h[lo:hi], nothing.u[:hi-lo], nothing.signs[:words(hi-lo)])
		v += variance
	}
	return 4 * v
}

// reduce adds up eight lanes: halves, quarters, pairs.
func reduce(l *[lanes]float64) float64 {
	return ((l[0] + l[4]) + (l[2] + l[6])) + ((l[1] + l[5]) + (l[3] + l[7]))
}

// logCoshBlock is the number of factors ½ ≤ q ≤ 1 whose products cannot underflow.
const logCoshBlock = 512 * lanes

// LogCosh returns Σ_i ln 2cosh(ξ_i h_i − u_i), i < len(s), the logarithms of a
// row's cavity normalisations, from what [Cavity] wrote to s:
//
//	ln 2cosh x = |x| − ln q,   q = 1/(1 + e^−2|x|) = (1 + |tanh x|)/2.
//
// The logarithm is taken of products over at most 512 weights per lane.
func LogCosh(s, h, u []float64, signs []uint64) float64 {
	h, u, signs = first(len(s), h), first(len(s), u), first(words(len(s)), signs)
	var linear [lanes]float64
	logs := 0.0
	for lo := 0; lo < len(s); lo += logCoshBlock {
		hi := min(len(s), lo+logCoshBlock)
		product := [lanes]float64{1, 1, 1, 1, 1, 1, 1, 1}
		logCosh(s[lo:hi], h[lo:hi], u[lo:hi], signs[lo/wordBits:], &linear, &product)
		for _, p := range product {
			logs += gauss.Log(p)
		}
	}
	return reduce(&linear) - logs
}
