package kern

import "math"

// Messages may be kept in single precision: half the memory, and twice as many
// weights per register. The sums over a row (ω, V) and the coefficients are in
// double precision. The fields that rows read and write are single too; the
// caller must keep them from drifting away from the sums of the messages.

// narrowTail is the |x| beyond which e^−2|x| is replaced by e^−2·narrowTail,
// negligible against 1 in single precision.
const narrowTail = 40

// roundMagic32 added to a single x, |x| < 2^22, leaves the nearest integer k in
// the low mantissa bits, and there k + 127.
const roundMagic32 = 0x1.8p23 + 127

// e^2r = 1 + r Σ_k narrowC_k r^(k−1) on |r| ≤ ¼ ln 2, by interpolation of
// (e^2r − 1)/r at Chebyshev points: error 1e-8.
const (
	narrowC1 = 2.0000000215560796
	narrowC2 = 2.0000000053863256
	narrowC3 = 1.3333204156606913
	narrowC4 = 0.6666634388042192
	narrowC5 = 0.26781298136517406
	narrowC6 = 0.08917535998756299
)

// CavityNarrow is [Cavity] with messages and magnetisations in single
// precision. The sums are those of the rounded magnetisations.
func CavityNarrow(s, h, u []float32, signs []uint64) (omega, v float64) {
	h, u, signs = first(len(s), h), first(len(s), u), first(words(len(s)), signs)
	sum, variance := cavityNarrow(s, h, u, signs)
	return sum, 4 * variance
}

// UpdateNarrow is [Update] with messages and magnetisations in single
// precision. The fields follow the messages as stored.
func UpdateNarrow(h, u, s []float32, signs []uint64, c *[MaxDegree + 1]float64, degree int, damping float64) {
	h, u, signs = first(len(s), h), first(len(s), u), first(words(len(s)), signs)
	gain := 1 - damping
	var damped [MaxDegree + 1]float32
	for k, a := range c[:degree+1] {
		damped[k] = float32(gain * a)
	}
	updateNarrow(h, u, s, signs, &damped, degree, float32(gain))
}

// AddNarrow is [Add] with messages in single precision.
func AddNarrow(h []float64, u []float32, signs []uint64) {
	addNarrow(h, first(len(h), u), first(words(len(h)), signs))
}

// Widen writes x to y in double precision.
func Widen(y []float64, x []float32) {
	for i, xi := range x[:len(y)] {
		y[i] = float64(xi)
	}
}

// Narrow writes x to y in single precision.
func Narrow(y []float32, x []float64) {
	for i, xi := range x[:len(y)] {
		y[i] = float32(xi)
	}
}

// The loops in Go. They define the bits that every other tier must give.

// cavityNarrowGo adds magnetisations i and i+8 of every sixteen in single
// precision first.
func cavityNarrowGo(s, h, u []float32, signs []uint64) (sum, variance float64) {
	var sums, variances [lanes]float64
	for lo := 0; lo < len(s); lo += 2 * lanes {
		var pairs, pairVariances [lanes]float32
		for i := lo; i < min(lo+2*lanes, len(s)); i++ {
			x := flip32(h[i], signs, i) - u[i]
			y := math.Float32frombits(math.Float32bits(x) | sign32) // −|x|
			if y < -narrowTail {
				y = -narrowTail
			}
			e := expTwiceNarrow(y)
			q := 1 / (1 + e)
			// 2q is within a factor two of 1, so that the difference is exact.
			m := math.Float32frombits(math.Float32bits(2*q-1)&^sign32 | math.Float32bits(x)&sign32)
			s[i] = m
			pairs[i%lanes] += m
			pairVariances[i%lanes] += float32(float32(e*q) * q)
		}
		for l := range lanes {
			sums[l] += float64(pairs[l])
			variances[l] += float64(pairVariances[l])
		}
	}
	return reduce(&sums), reduce(&variances)
}

// sign32 is the sign of a single.
const sign32 = 1 << 31

// expTwiceNarrow is e^2y, −narrowTail ≤ y ≤ 0; NaN stays NaN.
func expTwiceNarrow(y float32) float32 {
	const (
		log2E, minusLn2 = float64(float32(expLog2E)), -float64(float32(expLn2))
		c1, c2          = float64(float32(narrowC1)), float64(float32(narrowC2))
		c3, c4          = float64(float32(narrowC3)), float64(float32(narrowC4))
		c5, c6          = float64(float32(narrowC5)), float64(float32(narrowC6))
	)
	z, a := near32(float64(y), log2E, roundMagic32)
	r, b := near32(z-roundMagic32, minusLn2, float64(y))
	p, c := near32(c6, r, c5)
	p, d := near32(p, r, c4)
	p, e := near32(p, r, c3)
	p, f := near32(p, r, c2)
	p, g := near32(p, r, c1)
	p, h := near32(p, r, 1)
	if int64(a|b|c|d|e|f|g|h) < 0 {
		z = fma32(float64(y), log2E, roundMagic32)
		r = fma32(z-roundMagic32, minusLn2, float64(y))
		p = fma32(c6, r, c5)
		for _, c := range [...]float64{c4, c3, c2, c1, 1} {
			p = fma32(p, r, c)
		}
	}
	return float32(p) * math.Float32frombits(math.Float32bits(float32(z))<<23)
}

func updateNarrowGo(h, u, s []float32, signs []uint64, c *[MaxDegree + 1]float32, degree int, gain float32) {
	degree = class(degree)
	var wide [MaxDegree + 1]float64
	Widen(wide[:], c[:])
	for i, x := range s {
		x := float64(x)
		p, doubt := wide[degree], uint64(0)
		for k := degree - 1; k >= 0; k-- {
			var d uint64
			p, d = near32(p, x, wide[k])
			doubt |= d
		}
		old := u[i]
		change, d := near32(-float64(gain), float64(old), p)
		if int64(doubt|d) < 0 {
			p = wide[degree]
			for k := degree - 1; k >= 0; k-- {
				p = fma32(p, x, wide[k])
			}
			change = fma32(-float64(gain), float64(old), p)
		}
		u[i] = old + float32(change)
		h[i] += flip32(u[i]-old, signs, i)
	}
}

// flip32 is flip in single precision.
func flip32(x float32, signs []uint64, i int) float32 {
	return math.Float32frombits(math.Float32bits(x) ^ uint32(signs[uint(i)/wordBits]>>(uint(i)%wordBits))<<31)
}

func addNarrowGo(h []float64, u []float32, signs []uint64) {
	for i, x := range u {
		h[i] += flip(float64(x), signs, i)
	}
}

// fma32 is x·y + z of three singles, rounded once to a single. In double precision the
// product is exact and the sum nearly so; rounded to odd, it loses nothing.
func fma32(x, y, z float64) float64 {
	product := float64(x * y)
	return float64(float32(roundToOdd(product, z, product+z)))
}

// near32 is [fma32] unless the highest bit of doubt is set: the double lies halfway between
// two singles, or is so small that they lie closer, or so large that there are none. Rounding
// its bits takes a processor less time than converting it twice, and near32 is small enough
// to become part of its callers.
func near32(x, y, z float64) (near float64, doubt uint64) {
	const (
		halfway = 1 << 28            // of the lower bits
		least   = (1023 - 125) << 52 // the bits of 2^−125
		below   = 252<<52 - 1        // and from there to 2^127
	)
	sum := x*y + z // the product is exact
	bits := math.Float64bits(sum)
	near = math.Float64frombits((bits + halfway) &^ (2*halfway - 1))
	bits &^= 1 << 63
	over := bits - least
	return near, ((bits&(2*halfway-1) ^ halfway) - 1) | (over|(below-over))&^(bits-1) // 0 is exact
}

// roundToOdd is the sum of a and b, rounded to the neighbour of odd mantissa
// where it is not exact: no later rounding can take it for a tie. sum is the
// nearest double.
func roundToOdd(a, b, sum float64) float64 {
	high := sum - a
	lost, bits := (a-(sum-high))+(b-high), math.Float64bits(sum)
	switch {
	case lost == 0 || math.IsNaN(lost) || bits&1 == 1:
		return sum
	case (lost > 0) == (sum > 0):
		return math.Float64frombits(bits + 1)
	default:
		return math.Float64frombits(bits - 1)
	}
}

// class is the degree up to which the loop for a degree goes.
func class(degree int) int {
	switch {
	case degree <= 5:
		return 5
	case degree <= 7:
		return 7
	case degree <= 11:
		return 11
	default:
		return MaxDegree
	}
}
