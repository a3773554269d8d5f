package kern

import (
	"math"
	"unsafe"
)

// The loops in Go, here, in the other files portable*.go and beside the functions that call them. They define the bits that every
// other tier must give. Here is what they share, and the loop of [Update].

// A loop does one stage of all weights of a word of signs before the next one: what one
// weight waits for, others fill, and few numbers have to be kept from one operation to the
// next. (On amd64 below GOAMD64=v3 each math.FMA ends in a jump over the call for processors
// that do not have it.)

// word is scratch for the weights of a word of signs. Of a whole word a loop does several
// weights at a time: with its length known, no index is checked.
type word [wordBits]float64

// fourSigns are the signs ξ = ±1 of four weights; ξ is −1 where its bit is set. A product with
// ξ is exact, so that fused or not the bits are the same, and fewer operations than to
// change a sign bit.
var fourSigns = func() (f [16][4]float64) {
	for signs := range f {
		for i := range f[signs] {
			f[signs][i] = 1 - 2*float64(signs>>i&1)
		}
	}
	return f
}()

// bitsOf is x as bits, which can be read without a detour through the registers of numbers.
func bitsOf(x []float64) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(x))), len(x))
}

// updateGo takes coefficients that are already multiplied by the gain: Δu =
// gain·(Σ c_k s^k − u). For each class of degrees Horner's rule starts at the
// highest. Long rows, whose variance is high, are the usual case and have a
// separate loop.
func updateGo(h, u, s []float64, signs []uint64, c *[MaxDegree + 1]float64, gain float64, degree int) {
	loss := -gain
	for lo := 0; lo < len(s); lo += wordBits {
		word := signs[lo/wordBits]
		s := s[lo:min(lo+wordBits, len(s))]
		h, u := h[lo:], u[lo:]
		h, u = h[:len(s)], u[:len(s)]
		switch {
		case degree > 5:
			updateWord(h, u, s, word, c, degree, loss)
		case len(s) < wordBits:
			update5(h, u, s, word, c, loss)
		default:
			updateWhole5(h, u, s, word, c, loss)
		}
	}
}

// updateWhole5, update5 and updateWord update the weights of one word of signs, the first of
// a whole one; loss is −gain.
func updateWhole5(h, u, s []float64, signs uint64, c *[MaxDegree + 1]float64, loss float64) {
	c0, c1, c2, c3, c4, c5 := c[0], c[1], c[2], c[3], c[4], c[5]
	h4, u4, s4 := (*word)(h), (*word)(u), (*word)(s)
	for i := 0; i < wordBits; i += 4 {
		ξ := &fourSigns[signs&15]
		u4[i], h4[i] = moved(u4[i], h4[i], ξ[0], quintic(s4[i], c0, c1, c2, c3, c4, c5), loss)
		u4[i+1], h4[i+1] = moved(u4[i+1], h4[i+1], ξ[1], quintic(s4[i+1], c0, c1, c2, c3, c4, c5), loss)
		u4[i+2], h4[i+2] = moved(u4[i+2], h4[i+2], ξ[2], quintic(s4[i+2], c0, c1, c2, c3, c4, c5), loss)
		u4[i+3], h4[i+3] = moved(u4[i+3], h4[i+3], ξ[3], quintic(s4[i+3], c0, c1, c2, c3, c4, c5), loss)
		signs >>= 4
	}
}

func update5(h, u, s []float64, signs uint64, c *[MaxDegree + 1]float64, loss float64) {
	c0, c1, c2, c3, c4, c5 := c[0], c[1], c[2], c[3], c[4], c[5]
	h, u = h[:len(s)], u[:len(s)]
	for i, x := range s {
		u[i], h[i] = moved(u[i], h[i], fourSigns[signs&1][0], quintic(x, c0, c1, c2, c3, c4, c5), loss)
		signs >>= 1
	}
}

// quintic is Σ_k c_k x^k by Horner's rule.
func quintic(x, c0, c1, c2, c3, c4, c5 float64) float64 {
	return math.FMA(math.FMA(math.FMA(math.FMA(math.FMA(c5, x, c4), x, c3), x, c2), x, c1), x, c0)
}

// moved is a message after Δu = p − gain·u, and its field; loss is −gain.
func moved(u, h, ξ, p, loss float64) (float64, float64) {
	d := math.FMA(loss, u, p)
	return u + d, h + ξ*d
}

func updateWord(h, u, s []float64, signs uint64, c *[MaxDegree + 1]float64, degree int, loss float64) {
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
		u[i], h[i] = moved(u[i], h[i], fourSigns[signs&1][0], p, loss)
		signs >>= 1
	}
}

func addWhole(h, u []float64, signs uint64) {
	h4, u4 := (*word)(h), (*word)(u)
	for i := 0; i < wordBits; i += 4 {
		ξ := &fourSigns[signs&15]
		h4[i] += ξ[0] * u4[i]
		h4[i+1] += ξ[1] * u4[i+1]
		h4[i+2] += ξ[2] * u4[i+2]
		h4[i+3] += ξ[3] * u4[i+3]
		signs >>= 4
	}
}
