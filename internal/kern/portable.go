package kern

import (
	"math"
	"unsafe"
)

// The loops in Go. They define the bits that every other tier must give.

// A loop does one stage of all weights of a word of signs before the next one: what one
// weight waits for, others fill, and few numbers have to be kept from one operation to the
// next. (On amd64 below GOAMD64=v3 each math.FMA ends in a jump over the call for processors
// that do not have it.)

// word is scratch for the weights of a word of signs.
type word [wordBits]float64

// cavityGo returns the sums of s and of (1 − s²)/4.
func cavityGo(s, h, u []float64, signs []uint64) (sum, variance float64) {
	var sums, variances [lanes]float64
	var x, e word
	for lo := 0; lo < len(s); lo += wordBits {
		n := min(wordBits, len(s)-lo)
		cavityFields(x[:n], h[lo:], u[lo:], signs[lo/wordBits])
		expsTwice(e[:n], x[:n])
		cavityWordGo(s[lo:lo+n], x[:n], e[:n], &sums, &variances)
	}
	return reduce(&sums), reduce(&variances)
}

// cavityOddsGo is the cavity and the odds of a row.
func cavityOddsGo(s, h, u []float64, signs []uint64, r []float64) (sum, variance float64) {
	var sums, variances [lanes]float64
	var x, e word
	for lo := 0; lo < len(s); lo += wordBits {
		n := min(wordBits, len(s)-lo)
		cavityFields(x[:n], h[lo:], u[lo:], signs[lo/wordBits])
		expsTwice(e[:n], x[:n])
		withSigns(r[lo:lo+n], e[:n], x[:n])
		cavityWordGo(s[lo:lo+n], x[:n], e[:n], &sums, &variances)
	}
	return reduce(&sums), reduce(&variances)
}

// cavityFields writes ξ_i h_i − u_i.
func cavityFields(x, h, u []float64, word uint64) {
	h, u = h[:len(x)], u[:len(x)]
	for i, hi := range h {
		x[i] = math.Float64frombits(math.Float64bits(hi)^word<<63) - u[i]
		word >>= 1
	}
}

// cavityWordGo writes tanh x_i, given e^−2|x_i|.
func cavityWordGo(s, x, e []float64, sums, variances *[lanes]float64) {
	s, x = s[:len(e)], x[:len(e)]
	sum, variance := sums[:], variances[:]
	for i, e := range e {
		l := i & (lanes - 1)
		q := 1 / (1 + e)
		m := math.Float64frombits(math.Float64bits(float64(2*q)-1) | math.Float64bits(x[i])&signBit) // 2q is exact
		s[i] = m
		sum[l] += m
		variance[l] = math.FMA(float64(e*q), q, variance[l])
	}
}

// withSigns writes r ≥ 0 with the signs of x; those may be the same slice.
func withSigns(r, e, x []float64) {
	e, x = e[:len(r)], x[:len(r)]
	for i, e := range e {
		r[i] = math.Float64frombits(math.Float64bits(e) | math.Float64bits(x[i])&signBit)
	}
}

// expsTwice writes e^−2|x_i|, and e^−2·farTail beyond farTail: that is [expTwice].
func expsTwice(e, x []float64) {
	if manyRegisters {
		expsRegisters(e, x)
	} else {
		expsConstants(e, x)
	}
}

// expsConstants is [expsTwice] with the constants in the code, which takes the fewest
// registers: 16 have no room for more, as bench/rows.txt has it.
func expsConstants(e, x []float64) {
	x = x[:len(e)]
	for i := range e {
		y := math.Float64frombits(math.Float64bits(x[i]) | signBit) // −|x|
		if y < -farTail {
			y = -farTail
		}
		// written out: the call would be a tenth of the loop
		z := math.FMA(y, expLog2E, roundMagic)
		r := math.FMA(z-roundMagic, -expLn2, y)
		r2 := float64(r * r)
		odd := math.FMA(expC11, r2, expC9)
		even := math.FMA(expC10, r2, expC8)
		odd = math.FMA(odd, r2, expC7)
		even = math.FMA(even, r2, expC6)
		odd = math.FMA(odd, r2, expC5)
		even = math.FMA(even, r2, expC4)
		odd = math.FMA(odd, r2, expC3)
		even = math.FMA(even, r2, expC2)
		odd = math.FMA(odd, r2, expC1)
		even = math.FMA(even, r2, expC0)
		p := math.FMA(odd, r, even)
		e[i] = float64(p * math.Float64frombits(math.Float64bits(z)<<mantissaBits))
	}
}

// expTwice is e^2y, −farTail ≤ y ≤ 0; NaN stays NaN. It is gauss.Exp's reduction
// in one step (the second would add k·2e-17 of e^2y, negligible against 1) and
// its polynomial, even and odd powers apart: with the shorter chain of operations
// the processor overlaps several weights.
func expTwice(y float64) float64 {
	z := math.FMA(y, expLog2E, roundMagic)
	k := z - roundMagic
	r := math.FMA(k, -expLn2, y)
	r2 := float64(r * r)
	odd := math.FMA(expC11, r2, expC9)
	even := math.FMA(expC10, r2, expC8)
	odd = math.FMA(odd, r2, expC7)
	even = math.FMA(even, r2, expC6)
	odd = math.FMA(odd, r2, expC5)
	even = math.FMA(even, r2, expC4)
	odd = math.FMA(odd, r2, expC3)
	even = math.FMA(even, r2, expC2)
	odd = math.FMA(odd, r2, expC1)
	even = math.FMA(even, r2, expC0)
	p := math.FMA(odd, r, even)
	return float64(p * math.Float64frombits(math.Float64bits(z)<<mantissaBits))
}

// logCoshGo adds |x| to linear and multiplies (1 + |s|)/2 to product.
func logCoshGo(s, h, u []float64, signs []uint64, linear, product *[lanes]float64) {
	for i, m := range s {
		linear[i%lanes] += math.Abs(flip(h[i], signs, i) - u[i])
		product[i%lanes] *= math.FMA(0.5, math.Abs(m), 0.5)
	}
}

// updateGo takes coefficients that are already multiplied by the gain: Δu =
// gain·(Σ c_k s^k − u). For each class of degrees Horner's rule starts at the
// highest. Long rows, whose variance is high, are the usual case and have a
// separate loop.
func updateGo(h, u, s []float64, signs []uint64, c *[MaxDegree + 1]float64, degree int, gain float64) {
	loss := -gain
	for lo := 0; lo < len(s); lo += wordBits {
		word := signs[lo/wordBits]
		s := s[lo:min(lo+wordBits, len(s))]
		h, u := h[lo:], u[lo:]
		h, u = h[:len(s)], u[:len(s)]
		if degree <= 5 {
			update5Go(h, u, s, word, c, loss)
		} else {
			updateWordGo(h, u, s, word, c, degree, loss)
		}
	}
}

// update5Go and updateWordGo update the weights of one word of signs; loss is −gain.
func update5Go(h, u, s []float64, word uint64, c *[MaxDegree + 1]float64, loss float64) {
	c0, c1, c2, c3, c4, c5 := c[0], c[1], c[2], c[3], c[4], c[5]
	h, u = h[:len(s)], u[:len(s)]
	for i, x := range s {
		p := math.FMA(c5, x, c4)
		p = math.FMA(p, x, c3)
		p = math.FMA(p, x, c2)
		p = math.FMA(p, x, c1)
		p = math.FMA(p, x, c0)
		old := u[i]
		d := math.FMA(loss, old, p)
		u[i] = old + d
		h[i] += math.Float64frombits(math.Float64bits(d) ^ word<<63)
		word >>= 1
	}
}

func updateWordGo(h, u, s []float64, word uint64, c *[MaxDegree + 1]float64, degree int, loss float64) {
	c0, c1, c2, c3, c4, c5, c6, c7 := c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]
	h, u = h[:len(s)], u[:len(s)]
	for i, x := range s {
		p := c7
		if degree > 7 {
			p = c[11]
			if degree > 11 {
				p = math.FMA(c[15], x, c[14])
				p = math.FMA(p, x, c[13])
				p = math.FMA(p, x, c[12])
				p = math.FMA(p, x, c[11])
			}
			p = math.FMA(p, x, c[10])
			p = math.FMA(p, x, c[9])
			p = math.FMA(p, x, c[8])
			p = math.FMA(p, x, c7)
		}
		p = math.FMA(p, x, c6)
		p = math.FMA(p, x, c5)
		p = math.FMA(p, x, c4)
		p = math.FMA(p, x, c3)
		p = math.FMA(p, x, c2)
		p = math.FMA(p, x, c1)
		p = math.FMA(p, x, c0)
		old := u[i]
		d := math.FMA(loss, old, p)
		u[i] = old + d
		h[i] += math.Float64frombits(math.Float64bits(d) ^ word<<63)
		word >>= 1
	}
}

func addGo(h, u []float64, signs []uint64) {
	for lo := 0; lo < len(h); lo += wordBits {
		word := signs[lo/wordBits]
		h := h[lo:min(lo+wordBits, len(h))]
		u := u[lo:]
		u = u[:len(h)]
		for i, x := range u {
			h[i] += math.Float64frombits(math.Float64bits(x) ^ word<<63)
			word >>= 1
		}
	}
}

func negativesGo(m []float64, a, b, c, d *uint64, sums *[4]float64) {
	for k, p := range []*uint64{a, b, c, d} {
		var lane [lanes]float64
		signs := unsafe.Slice(p, words(len(m)))
		for lo := 0; lo < len(m); lo += wordBits {
			word := signs[lo/wordBits]
			for i, x := range m[lo:min(lo+wordBits, len(m))] {
				lane[i%lanes] += math.Float64frombits(math.Float64bits(x) & -(word & 1))
				word >>= 1
			}
		}
		sums[k] = reduce(&lane)
	}
}

// addNegativesGo adds −0 where the sign is positive, which changes no number.
func addNegativesGo(h []float64, x *[4]float64, a, b, c, d *uint64) {
	for k, p := range []*uint64{a, b, c, d} {
		bits, signs := math.Float64bits(x[k]), unsafe.Slice(p, words(len(h)))
		for lo := 0; lo < len(h); lo += wordBits {
			word := signs[lo/wordBits]
			h := h[lo:min(lo+wordBits, len(h))]
			for i := range h {
				chosen := -(word & 1)
				h[i] += math.Float64frombits(bits&chosen | signBit&^chosen)
				word >>= 1
			}
		}
	}
}

func addProductGo(h []float64, next int, x *float64, row, term int, m *float64, terms int) {
	n, rows := len(h), 4
	if next == 0 { // one row four times
		rows = 1
	}
	h = unsafe.Slice(&h[0], (rows-1)*next+n)
	factors, m0 := unsafe.Slice(x, (rows-1)*row+(terms-1)*term+1), unsafe.Slice(m, terms*n)
	for r := range rows {
		h := h[r*next:][:n]
		for t := range terms {
			c := factors[r*row+t*term]
			for i, y := range m0[t*n : (t+1)*n] {
				h[i] = math.FMA(c, y, h[i])
			}
		}
	}
}
