package kern

import "math"

// The cavity magnetisations of a row, in Go, and the logarithms of their normalisations.

// cavityGo returns the sums of s and of (1 − s²)/4.
func cavityGo(s, h, u []float64, signs []uint64) (sum, variance float64) {
	var sums, variances [lanes]float64
	var x, e word
	for lo := 0; lo < len(s); lo += wordBits {
		n := min(wordBits, len(s)-lo)
		cavityFields(x[:n], h[lo:], u[lo:], signs[lo/wordBits])
		expsTwice(e[:n], x[:n])
		magnetize(s[lo:lo+n], x[:n], e[:n], &sums, &variances)
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
		magnetize(s[lo:lo+n], x[:n], e[:n], &sums, &variances)
	}
	return reduce(&sums), reduce(&variances)
}

// logCoshGo adds |x| to linear and multiplies (1 + |s|)/2 to product.
func logCoshGo(s, h, u []float64, signs []uint64, linear, product *[lanes]float64) {
	for i, m := range s {
		linear[i%lanes] += math.Abs(flip(h[i], signs, i) - u[i])
		product[i%lanes] *= math.FMA(0.5, math.Abs(m), 0.5)
	}
}

// cavityFields writes ξ_i h_i − u_i.
func cavityFields(x, h, u []float64, signs uint64) {
	if len(x) < wordBits {
		h, u = h[:len(x)], u[:len(x)]
		for i := range x {
			x[i] = fourSigns[signs&1][0]*h[i] - u[i]
			signs >>= 1
		}
		return
	}
	x4, h4, u4 := (*word)(x), (*word)(h), (*word)(u)
	for i := 0; i < wordBits; i += 4 {
		ξ := &fourSigns[signs&15]
		x4[i] = ξ[0]*h4[i] - u4[i]
		x4[i+1] = ξ[1]*h4[i+1] - u4[i+1]
		x4[i+2] = ξ[2]*h4[i+2] - u4[i+2]
		x4[i+3] = ξ[3]*h4[i+3] - u4[i+3]
		signs >>= 4
	}
}

// magnetize writes tanh x_i, given e^−2|x_i|, and adds to the lanes of both sums.
func magnetize(s, x, e []float64, sums, variances *[lanes]float64) {
	bits := bitsOf(x[:len(s)])
	e = e[:len(s)]
	if len(s) < wordBits {
		for i := range s {
			l := i & (lanes - 1)
			s[i] = magnetisation(bits[i], e[i], &sums[l], &variances[l])
		}
		return
	}
	s8, b8, e8 := (*word)(s), (*[wordBits]uint64)(bits), (*word)(e)
	for i := 0; i < wordBits; i += lanes {
		s8[i] = magnetisation(b8[i], e8[i], &sums[0], &variances[0])
		s8[i+1] = magnetisation(b8[i+1], e8[i+1], &sums[1], &variances[1])
		s8[i+2] = magnetisation(b8[i+2], e8[i+2], &sums[2], &variances[2])
		s8[i+3] = magnetisation(b8[i+3], e8[i+3], &sums[3], &variances[3])
		s8[i+4] = magnetisation(b8[i+4], e8[i+4], &sums[4], &variances[4])
		s8[i+5] = magnetisation(b8[i+5], e8[i+5], &sums[5], &variances[5])
		s8[i+6] = magnetisation(b8[i+6], e8[i+6], &sums[6], &variances[6])
		s8[i+7] = magnetisation(b8[i+7], e8[i+7], &sums[7], &variances[7])
	}
}

// magnetisation is m = tanh x of an x of these bits, given e = e^−2|x|. It adds m to sum and
// (1 − m²)/4 to variance.
func magnetisation(x uint64, e float64, sum, variance *float64) (m float64) {
	q := 1 / (1 + e)
	m = math.Float64frombits(math.Float64bits(float64(2*q)-1) | x&signBit) // 2q is exact
	*sum += m
	*variance = math.FMA(float64(e*q), q, *variance)
	return m
}

// withSigns writes r ≥ 0 with the signs of x; those may be the same slice.
func withSigns(r, e, x []float64) {
	e, x = e[:len(r)], x[:len(r)]
	for i, e := range e {
		r[i] = math.Float64frombits(math.Float64bits(e) | math.Float64bits(x[i])&signBit)
	}
}
