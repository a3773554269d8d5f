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
	// signBit is where a double keeps its sign.
	signBit = 1 << 63
	// roundMagic added to a double below 2^51 leaves its nearest integer in the
	// low mantissa bits, ties to even.
	roundMagic = 0x1.8p52
	// a double 2^k is k + exponentBias, shifted by mantissaBits.
	exponentBias = 1023
	mantissaBits = 52
	// farTail is where e^−2x has long stopped to change 1 ± e^−2x and is still a
	// normal number.
	farTail = 350
)

// The polynomial of gauss.Exp in the variable 2r, so that e^2y needs no doubling.
const (
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

// flip changes the sign of x when bit i of the row is set.
func flip(x float64, signs []uint64, i int) float64 {
	return math.Float64frombits(math.Float64bits(x) ^ signs[uint(i)/wordBits]>>(uint(i)%wordBits)<<63)
}

// Cavity writes the gauged cavity magnetisations s_i = tanh(ξ_i h_i − u_i) of
// one row, i < len(s), and returns their row sums
//
//	ω = Σ_i s_i,   V = Σ_i (1 − s_i²).
//
// h and u must be at least as long as s. With e = e^−2|x|, |s| = (1−e)/(1+e) to
// 2e-16 absolute, and 1 − s² = 4e/(1+e)² keeps V accurate to rounding when every
// weight is frozen. The exponential is gauss.Exp's reduction and polynomial, in
// Estrin's order: the short chain is what lets several weights overlap in flight.
func Cavity(s, h, u []float64, signs []uint64) (omega, v float64) {
	var sums, variances [lanes]float64
	for lo := 0; lo < len(s); lo += wordBits {
		word := signs[lo/wordBits]
		s := s[lo:min(lo+wordBits, len(s))]
		h, u := h[lo:], u[lo:]
		h, u = h[:len(s)], u[:len(s)]
		for i := range s {
			x := math.Float64bits(math.Float64frombits(math.Float64bits(h[i])^word<<63) - u[i])
			word >>= 1
			y := math.Float64frombits(x | signBit) // −|x|
			if y < -farTail {
				y = -farTail
			}
			z := math.FMA(y, 2*gauss.Log2E, roundMagic)
			k := z - roundMagic
			r := math.FMA(k, -gauss.Ln2Hi/2, y)
			r = math.FMA(k, -gauss.Ln2Lo/2, r)
			r2 := float64(r * r)
			r4 := float64(r2 * r2)
			a := math.FMA(math.FMA(expC3, r, expC2), r2, math.FMA(expC1, r, 1))
			b := math.FMA(math.FMA(expC7, r, expC6), r2, math.FMA(expC5, r, expC4))
			c := math.FMA(math.FMA(expC11, r, expC10), r2, math.FMA(expC9, r, expC8))
			p := math.FMA(math.FMA(c, r4, b), r4, a)
			e := p * math.Float64frombits((math.Float64bits(z)+exponentBias)<<mantissaBits) // NaN stays NaN
			q := 1 / (1 + e)
			m := math.Float64frombits(math.Float64bits((1-e)*q) | x&signBit)
			s[i] = m
			sums[i%lanes] += m
			variances[i%lanes] += float64(e * float64(q*q))
		}
	}
	return reduce(&sums), 4 * reduce(&variances)
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
// The logarithm is taken of products over up to 512 weights a lane.
func LogCosh(s, h, u []float64, signs []uint64) float64 {
	var linear [lanes]float64
	logs := 0.0
	for lo := 0; lo < len(s); lo += logCoshBlock {
		product := [lanes]float64{1, 1, 1, 1, 1, 1, 1, 1}
		for i := lo; i < min(len(s), lo+logCoshBlock); i++ {
			linear[i%lanes] += math.Abs(flip(h[i], signs, i) - u[i])
			product[i%lanes] *= 0.5 * (1 + math.Abs(s[i]))
		}
		for _, p := range product {
			logs += gauss.Log(p)
		}
	}
	return reduce(&linear) - logs
}
