package kern

import "math"

// Update replaces the message of every edge of a row by the value of the row
// polynomial at s_i, mixed with the old message,
//
//	u_i ← δ u_i + (1−δ) Σ_k c_k s_i^k,   h_i ← h_i + ξ_i (u_i' − u_i),
//
// i < len(s). Coefficients above
// the degree must be zero.
func Update(h, u, s []float64, signs []uint64, c *[MaxDegree + 1]float64, degree int, damping float64) {
	h, u, signs = first(len(s), h), first(len(s), u), first(words(len(s)), signs)
	gain := 1 - damping
	var damped [MaxDegree + 1]float64
	for k, a := range c[:degree+1] {
		damped[k] = float64(gain * a)
	}
	update(h, u, s, signs, &damped, gain, degree)
}

// AddMessages adds gain times the messages m to the messages u of a row, and to
// the fields.
func AddMessages(h, u, m []float64, signs []uint64, gain float64) {
	addMessages(first(len(m), h), first(len(m), u), m, first(words(len(m)), signs), gain)
}

// Settle replaces the messages u of a row by m, u_i ← δ u_i + (1−δ) m_i with gain
// 1 − δ, and adds what changed to the fields.
func Settle(h, u, m []float64, signs []uint64, gain float64) {
	settle(first(len(m), h), first(len(m), u), m, first(words(len(m)), signs), gain)
}

func settleGo(h, u, m []float64, signs []uint64, gain float64) {
	for i, message := range m {
		d := math.FMA(-gain, u[i], float64(gain*message))
		u[i] += d
		h[i] += flip(d, signs, i)
	}
}

func addMessagesGo(h, u, m []float64, signs []uint64, gain float64) {
	for i, message := range m {
		d := float64(gain * message)
		u[i] += d
		h[i] += flip(d, signs, i)
	}
}
