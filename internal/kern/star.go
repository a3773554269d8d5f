package kern

import "math"

// leastDecay is e^−2γ of the strongest bond that is not treated as infinite, γ =
// 311.9: below it, e^−2·farTail would not be negligible.
const leastDecay = 0x1p-900

// Through is the field that x causes across a bond of strength γ, given A =
// e^−2γ:
//
//	γ ⊛ x = atanh(tanh γ tanh x) = ½ sign(x) ln (N/D),  N = 1 + AB, D = A + B, B = e^−2|x|.
//
// With N/D = 2^k m, m near 1, it is k ½ ln 2 + atanh((N − 2^k D)/(N + 2^k D)):
// neither the product of the tanhs, which saturates, nor logarithms that cancel
// are formed. Error below 5e-16, relative where the result exceeds 1; rounding
// keeps the order N ≥ D, so that the sign is right. γ > 311 is treated as
// infinite.
func Through(x, decay float64) float64 {
	if decay < leastDecay {
		return x
	}
	return through(x, decay)
}

// Star writes the field by which other replicas act on each weight, all coupled
// to a common centre with strength γ; others is their number, given A = e^−2γ:
//
//	u_i = γ ⊛ (others · (γ ⊛ (h_i − e_i))),   i < len(u).
//
// h_i − e_i is the present field without that of the replicas. h and e must be at
// least as long as u. No vector code: a run would be 3 to 5 per cent faster.
func Star(u, h, e []float64, decay, others float64) {
	h, e = first(len(u), h), first(len(u), e)
	if decay < leastDecay {
		for i, hi := range h {
			u[i] = others * (hi - e[i])
		}
		return
	}
	var x, s, powers word
	for lo := 0; lo < len(u); lo += wordBits {
		n := min(wordBits, len(u)-lo)
		x, u, h, e := x[:n], u[lo:lo+n], h[lo:lo+n], e[lo:lo+n]
		for i, hi := range h {
			x[i] = hi - e[i]
		}
		throughs(x, s[:n], powers[:n], decay)
		for i := range x {
			x[i] = float64(others * x[i])
		}
		throughs(x, s[:n], powers[:n], decay)
		copy(u, x)
	}
}

const (
	half    = 1 << (mantissaBits - 1)
	integer = 0x1p52 // added to an integer k ≥ 0, puts it into the mantissa
)

// through is Through for decay ≥ leastDecay.
func through(x, decay float64) float64 {
	s, power := bond(expTwice(max(-math.Abs(x), -farTail)), decay)
	return math.Copysign(halfLogOf(s, power), x)
}

// throughs replaces numbers x by through x, stage by stage; s and powers are scratch of the
// same length.
func throughs(x, s, powers []float64, decay float64) {
	s, powers = s[:len(x)], powers[:len(x)]
	expsTwice(s, x)
	for i, b := range s {
		s[i], powers[i] = bond(b, decay)
	}
	for i, z := range s {
		x[i] = math.Copysign(halfLogOf(z, powers[i]), x[i])
	}
}

// bond splits N/D into 2^k m, given B, and returns (m − 1)/(m + 1) and k. This is the rounded
// difference of the bits of N and D, which approximate their logarithms to base 2 to
// 0.09. Hence 2/3 < m < 3/2, and ten terms of the series of atanh suffice.
func bond(b, decay float64) (s, power float64) {
	n, d := math.FMA(decay, b, 1), decay+b
	k := (math.Float64bits(n) - math.Float64bits(d) + half) >> mantissaBits
	d = math.Float64frombits(math.Float64bits(d) + k<<mantissaBits)
	return (n - d) / (n + d), math.Float64frombits(math.Float64bits(integer)+k) - integer
}

// halfLogOf is ½ ln(2^k (1 + s)/(1 − s)).
func halfLogOf(s, power float64) float64 {
	return math.FMA(power, expLn2, math.FMA(power, expLn2Lo, atanh(s)))
}

// atanh is the first ten terms of its series.
func atanh(s float64) float64 {
	z := float64(s * s)
	w := float64(z * z)
	odd := math.FMA(1.0/21, w, 1.0/17)
	even := math.FMA(1.0/19, w, 1.0/15)
	odd = math.FMA(odd, w, 1.0/13)
	even = math.FMA(even, w, 1.0/11)
	odd = math.FMA(odd, w, 1.0/9)
	even = math.FMA(even, w, 1.0/7)
	odd = math.FMA(odd, w, 1.0/5)
	even = math.FMA(even, w, 1.0/3)
	p := math.FMA(odd, z, even)
	return math.FMA(float64(s*z), p, s)
}
