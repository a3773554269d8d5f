package kern

import "math"

// Sign is ξ_i = ±1.
func Sign(signs []uint64, i int) float64 { return flip(1, signs, i) }

// Add adds gauged messages to fields: h_i ← h_i + ξ_i u_i, i < len(h).
func Add(h, u []float64, signs []uint64) {
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

// AddScaled adds one number, signed by the pattern: h_i ← h_i + ξ_i c.
func AddScaled(h []float64, c float64, signs []uint64) {
	for i := range h {
		h[i] += flip(c, signs, i)
	}
}

// Dot is Σ_i ξ_i m_i in eight lanes.
func Dot(m []float64, signs []uint64) float64 {
	var sums [lanes]float64
	for i, mi := range m {
		sums[i&(lanes-1)] += flip(mi, signs, i)
	}
	return reduce(&sums)
}
