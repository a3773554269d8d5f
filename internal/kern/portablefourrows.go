package kern

import (
	"math"
	"unsafe"
)

// The loops of [FourRows], in Go.

// chosen is 1 where a bit of four is set, or else 0.
var chosen = func() (t [16][4]float64) {
	for signs := range t {
		for i := range t[signs] {
			t[signs][i] = float64(signs >> i & 1)
		}
	}
	return t
}()

func negativesGo(m []float64, a, b, c, d *uint64, sums *[4]float64) {
	for k, p := range []*uint64{a, b, c, d} {
		var lane [lanes]float64
		signs := unsafe.Slice(p, words(len(m)))
		whole := len(m) / wordBits * wordBits
		for lo := 0; lo < whole; lo += wordBits {
			negativesWhole(m[lo:lo+wordBits], signs[lo/wordBits], &lane)
		}
		negativesOf(m[whole:], signs[whole/wordBits:], &lane)
		if sums[k] = reduce(&lane); math.IsNaN(sums[k]) { // 0 times infinity
			lane = [lanes]float64{}
			negativesOf(m, signs, &lane)
			sums[k] = reduce(&lane)
		}
	}
}

// negativesOf adds what the signs choose.
func negativesOf(m []float64, signs []uint64, lane *[lanes]float64) {
	for i, x := range m {
		if signs[i/wordBits]>>(i%wordBits)&1 > 0 {
			lane[i%lanes] += x
		}
	}
}

// negativesWhole does so for a whole word; a product with 0 or 1 is exact.
func negativesWhole(m []float64, signs uint64, lane *[lanes]float64) {
	l0, l1, l2, l3, l4, l5, l6, l7 := lane[0], lane[1], lane[2], lane[3], lane[4], lane[5], lane[6], lane[7]
	m8 := (*word)(m)
	for i := 0; i < wordBits; i += lanes {
		lo, hi := &chosen[signs&15], &chosen[signs>>4&15]
		l0 += lo[0] * m8[i]
		l1 += lo[1] * m8[i+1]
		l2 += lo[2] * m8[i+2]
		l3 += lo[3] * m8[i+3]
		l4 += hi[0] * m8[i+4]
		l5 += hi[1] * m8[i+5]
		l6 += hi[2] * m8[i+6]
		l7 += hi[3] * m8[i+7]
		signs >>= lanes
	}
	*lane = [lanes]float64{l0, l1, l2, l3, l4, l5, l6, l7}
}

// addNegativesGo adds −0 where the sign is positive, which changes no number.
func addNegativesGo(h []float64, x *[4]float64, a, b, c, d *uint64) {
	var terms [4][16][4]float64
	for k, t := range x {
		for signs := range terms[k] {
			for i := range terms[k][signs] {
				if terms[k][signs][i] = math.Copysign(0, -1); signs>>i&1 > 0 {
					terms[k][signs][i] = t
				}
			}
		}
	}
	n := words(len(h))
	rows := [...][]uint64{unsafe.Slice(a, n), unsafe.Slice(b, n), unsafe.Slice(c, n), unsafe.Slice(d, n)}
	for k := range n {
		w0, w1, w2, w3 := rows[0][k], rows[1][k], rows[2][k], rows[3][k]
		h := h[k*wordBits : min((k+1)*wordBits, len(h))]
		if len(h) < wordBits {
			for i := range h {
				h[i] = h[i] + terms[0][w0&1][0] + terms[1][w1&1][0] + terms[2][w2&1][0] + terms[3][w3&1][0]
				w0, w1, w2, w3 = w0>>1, w1>>1, w2>>1, w3>>1
			}
			continue
		}
		h4 := (*word)(h)
		for i := 0; i < wordBits; i += 4 {
			t0, t1, t2, t3 := &terms[0][w0&15], &terms[1][w1&15], &terms[2][w2&15], &terms[3][w3&15]
			h4[i] = h4[i] + t0[0] + t1[0] + t2[0] + t3[0]
			h4[i+1] = h4[i+1] + t0[1] + t1[1] + t2[1] + t3[1]
			h4[i+2] = h4[i+2] + t0[2] + t1[2] + t2[2] + t3[2]
			h4[i+3] = h4[i+3] + t0[3] + t1[3] + t2[3] + t3[3]
			w0, w1, w2, w3 = w0>>4, w1>>4, w2>>4, w3>>4
		}
	}
}
