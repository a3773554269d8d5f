package kern

import "math"

// The loops of [Flips], in Go. They define the bits that every other tier must give. In the order of a row: [Odds] of all weights,
// splitOdds by their direction, fourFactors and multiply for the distribution count of the number of flips in a direction,
//
//	Σ_c count_c z^c = Π_j (1 − p_j + p_j z),   p_j = λ x_j/(1 + λ x_j),
//
// correlate for the moments g_n = Σ_c count_c payoff_{c+n}, flipMessages for the messages, and mergeMessages.

const (
	// block is the number of odds whose factors are made together: four for each
	// lane.
	block = 4 * lanes
	// countBlock is the number of counts that are multiplied together, at most.
	countBlock = 3 * lanes
)

// Odds writes r_i = e^−2|x_i| with the sign of the gauged cavity field x_i = ξ_i h_i
// − u_i, i < len(r).
func Odds(r, h, u []float64, signs []uint64) {
	odds(r, first(len(r), h), first(len(r), u), first(words(len(r)), signs))
}

func oddsGo(r, h, u []float64, signs []uint64) {
	var x word
	for lo := 0; lo < len(r); lo += wordBits {
		n := min(wordBits, len(r)-lo)
		x, r := x[:n], r[lo:lo+n]
		cavityFields(x, h[lo:], u[lo:], signs[lo/wordBits])
		expsTwice(r, x)
		withSigns(r, r, x)
	}
}

// splitOddsGo writes the negative odds, without sign, to up, whose flips raise the sum, and the others to down, and
// returns the number of the negative ones. Both have a block to spare, of which
// anything may be written.
func splitOddsGo(up, down, odds []float64) (n int) {
	m := 0
	for _, x := range odds {
		b := math.Float64bits(x)
		up[n], down[m] = math.Float64frombits(b&^signBit), x
		n += int(b >> 63)
		m += int(1 - b>>63)
	}
	return n
}

// fourFactorsGo writes the coefficients a_0 … a_4 of factors of four weights each,
//
//	a_0 + a_1 z + … + a_4 z⁴ = Π_{j of four} (1 − p_j + p_j z),   p = λx/(1 + λx) for odds x,
//
// and returns mean Σ p and variance Σ p(1−p) of the number of flips, and the largest x. Weights i, i + 8, i + 16, i + 24 of a
// block of 32 are factor i of eight. Factors lie power by power: stream k, stride doubles long, has the a_k of all factors, with
// eight factors 1 before and eight after them.
func fourFactorsGo(factors []float64, stride int, odds []float64, tilt float64) (mean, variance, most float64) {
	var streams [5][]float64
	for power := range streams {
		streams[power] = factors[power*stride:][:stride]
		clear(streams[power][:lanes])
		clear(streams[power][stride-lanes:])
	}
	for l := range lanes {
		streams[0][l], streams[0][stride-lanes+l] = 1, 1
	}
	var means, variances, largest [lanes]float64
	for at := lanes; len(odds) > 0; odds, at = odds[block:], at+lanes {
		odds := odds[:block]
		for l := range lanes {
			var p, s [4]float64
			for j := range p {
				x := odds[lanes*j+l]
				y := float64(tilt * x)
				largest[l] = larger(largest[l], x)
				s[j] = 1 / (1 + y)
				p[j] = float64(y * s[j])
				means[l] += p[j]
				variances[l] = math.FMA(p[j], s[j], variances[l])
			}
			a0, b0, c0 := two(p[0], s[0], p[1], s[1])
			a1, b1, c1 := two(p[2], s[2], p[3], s[3])
			streams[0][at+l] = a0 * a1
			streams[1][at+l] = math.FMA(a0, b1, float64(b0*a1))
			streams[2][at+l] = math.FMA(a0, c1, math.FMA(b0, b1, float64(c0*a1)))
			streams[3][at+l] = math.FMA(b0, c1, float64(c0*b1))
			streams[4][at+l] = c0 * c1
		}
	}
	for _, x := range largest {
		most = larger(most, x)
	}
	return reduce(&means), reduce(&variances), most
}

// two is (s + p z)(t + q z), by powers of z.
func two(p, s, q, t float64) (a, b, c float64) {
	return float64(s * t), math.FMA(s, q, float64(p*t)), float64(p * q)
}

// meanFlipsGo is the mean of fourFactorsGo.
func meanFlipsGo(odds []float64, tilt float64) (mean float64) {
	var means [lanes]float64
	for i, x := range odds {
		y := float64(tilt * x)
		means[i%lanes] += float64(y * (1 / (1 + y)))
	}
	return reduce(&means)
}

// multiplyGo multiplies a block of counts c_n, a multiple of four, by all factors, one after the other:
//
//	c_n ← a_0 c_n + a_1 c_{n−1} + a_2 c_{n−2} + a_3 c_{n−3} + a_4 c_{n−4}.
//
// carry has, for each factor, the four counts before the block as they are before that factor, and gets the last four of
// the block.
func multiplyGo(count, factors []float64, stride int, carry []float64) {
	stream := func(power int) []float64 { return factors[power*stride:][lanes : stride-lanes] }
	s0, s1, s2, s3, s4 := stream(0), stream(1), stream(2), stream(3), stream(4)
	for i, a0 := range s0 {
		a1, a2, a3, a4 := s1[i], s2[i], s3[i], s4[i]
		before := (*[4]float64)(carry[4*i:])
		c4, c3, c2, c1 := before[0], before[1], before[2], before[3]
		*before = [4]float64(count[len(count)-4:])
		for rest := count; len(rest) >= 4; rest = rest[4:] {
			x0, x1, x2, x3 := rest[0], rest[1], rest[2], rest[3]
			rest[0] = math.FMA(a4, c4, math.FMA(a1, c1, float64(a0*x0))) + math.FMA(a3, c3, float64(a2*c2))
			rest[1] = math.FMA(a4, c3, math.FMA(a1, x0, float64(a0*x1))) + math.FMA(a3, c2, float64(a2*c1))
			rest[2] = math.FMA(a4, c2, math.FMA(a1, x1, float64(a0*x2))) + math.FMA(a3, c1, float64(a2*x0))
			rest[3] = math.FMA(a4, c1, math.FMA(a1, x2, float64(a0*x3))) + math.FMA(a3, x0, float64(a2*x1))
			c4, c3, c2, c1 = x0, x1, x2, x3
		}
	}
}

// correlateGo writes Σ_c a_c b_n+c for n < len(out), terms of even and of odd c added
// up apart. The length of out is a multiple of eight and that of a even; b has as many
// elements as both.
func correlateGo(out, a, b []float64) {
	for n := range out {
		even, odd := 0.0, 0.0
		b := b[n:][:len(a)]
		for c := 0; c < len(a); c += 2 {
			even = math.FMA(a[c], b[c], even)
			odd = math.FMA(a[c+1], b[c+1], odd)
		}
		out[n] = even + odd
	}
}

// flipMessagesGo writes the messages to weights of one direction, of odds x, as [Flips.Messages] derives them. g_n are the
// moments of (f − sure)/swing, λ is tilt, and sign is a zero whose sign the messages get,
//
//	± ½ ln (λ turned/stay),   T = Σ_n (−λx)^n g_n+1,
//	turned = sure + swing (1 + λx) T,   stay = sure + swing (1 + λx) (g_0 − λx T).
//
// The vector code takes two blocks of weights at a time, and multiples of eight moments.
func flipMessagesGo(m, odds, g []float64, tilt, sure, swing, sign float64) {
	var ups, downs word
	for len(m) > 0 {
		n := min(len(m), wordBits)
		turned, stay := ups[:n], downs[:n]
		seriesOf(turned, odds, g, tilt)
		for i, t := range turned {
			x := float64(tilt * odds[i])
			scale := float64((1 + x) * swing)
			turned[i], stay[i] = bounded(float64(math.FMA(scale, t, sure)*tilt), math.FMA(scale, math.FMA(-x, t, g[0]), sure))
		}
		halfLogRatios(turned, turned, stay)
		for i, u := range turned {
			m[i] = math.Float64frombits(math.Float64bits(u) ^ math.Float64bits(sign))
		}
		m, odds = m[n:], odds[n:]
	}
}

// seriesOf writes T = Σ_n (−λx)^n g_n+1 for the odds x, by Horner's rule, four at a time.
func seriesOf(t, odds, g []float64, tilt float64) {
	odds = odds[:len(t)]
	minus := -tilt // once, not at every step
	for ; len(t) >= 4; t, odds = t[4:], odds[4:] {
		x0, x1, x2, x3 := float64(minus*odds[0]), float64(minus*odds[1]), float64(minus*odds[2]), float64(minus*odds[3])
		last := g[len(g)-1]
		t0, t1, t2, t3 := last, last, last, last
		for n := len(g) - 2; n > 0; n-- {
			t0, t1 = math.FMA(x0, t0, g[n]), math.FMA(x1, t1, g[n])
			t2, t3 = math.FMA(x2, t2, g[n]), math.FMA(x3, t3, g[n])
		}
		t[0], t[1], t[2], t[3] = t0, t1, t2, t3
	}
	for i, r := range odds {
		x := float64(minus * r)
		t[i] = g[len(g)-1]
		for n := len(g) - 2; n > 0; n-- {
			t[i] = math.FMA(x, t[i], g[n])
		}
	}
}

// mergeMessagesGo undoes [splitOddsGo]: u_i is the next of up where odds are negative, and the next
// of down elsewhere. Both have a block to spare.
func mergeMessagesGo(u, odds, up, down []float64) {
	n, m := 0, 0
	for i, x := range odds {
		b := math.Float64bits(x)
		against := -(b >> 63)
		u[i] = math.Float64frombits(math.Float64bits(up[n])&against | math.Float64bits(down[m])&^against)
		n += int(b >> 63)
		m += int(1 - b>>63)
	}
}

// halfLog is ½ ln(n/d), with both n/d and d/n at least leastRatio.
func halfLog(n, d float64) float64 { return halfLogRatio(bounded(n, d)) }

// bounded are n and d, with both n/d and d/n at least leastRatio.
func bounded(n, d float64) (a, b float64) {
	a = larger(larger(n, float64(leastRatio*d)), leastRatio)
	b = larger(larger(d, float64(leastRatio*n)), leastRatio)
	return a, b
}
