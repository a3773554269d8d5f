package kern

import "math"

// Update gives every edge of a row its new message, the value of the row
// polynomial at s_i, mixed with the old one,
//
//	u_i ← δ u_i + (1−δ) Σ_k c_k s_i^k,   h_i ← h_i + ξ_i (u_i' − u_i),
//
// and returns the largest |u_i' − u_i|. It sweeps i < len(s). Coefficients above
// the degree must be zero.
func Update(h, u, s []float64, signs []uint64, c *[MaxDegree + 1]float64, degree int, damping float64) float64 {
	if degree <= 7 {
		return update7(h, u, s, signs, c, 1-damping)
	}
	return update15(h, u, s, signs, c, 1-damping)
}

// update7 is Update for polynomials of degree up to 7, whose coefficients stay in registers.
func update7(h, u, s []float64, signs []uint64, c *[MaxDegree + 1]float64, gain float64) (change float64) {
	h, u = h[:len(s)], u[:len(s)]
	c0, c1, c2, c3, c4, c5, c6, c7 := c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]
	for i, x := range s {
		p := math.FMA(c7, x, c6)
		p = math.FMA(p, x, c5)
		p = math.FMA(p, x, c4)
		p = math.FMA(p, x, c3)
		p = math.FMA(p, x, c2)
		p = math.FMA(p, x, c1)
		p = math.FMA(p, x, c0)
		d := float64(gain * (p - u[i]))
		u[i] += d
		h[i] += flip(d, signs, i)
		if d = math.Abs(d); d > change {
			change = d
		}
	}
	return change
}

// update15 is Update for polynomials of degree up to 15.
func update15(h, u, s []float64, signs []uint64, c *[MaxDegree + 1]float64, gain float64) (change float64) {
	h, u = h[:len(s)], u[:len(s)]
	for i, x := range s {
		p := math.FMA(c[15], x, c[14])
		p = math.FMA(p, x, c[13])
		p = math.FMA(p, x, c[12])
		p = math.FMA(p, x, c[11])
		p = math.FMA(p, x, c[10])
		p = math.FMA(p, x, c[9])
		p = math.FMA(p, x, c[8])
		p = math.FMA(p, x, c[7])
		p = math.FMA(p, x, c[6])
		p = math.FMA(p, x, c[5])
		p = math.FMA(p, x, c[4])
		p = math.FMA(p, x, c[3])
		p = math.FMA(p, x, c[2])
		p = math.FMA(p, x, c[1])
		p = math.FMA(p, x, c[0])
		d := float64(gain * (p - u[i]))
		u[i] += d
		h[i] += flip(d, signs, i)
		if d = math.Abs(d); d > change {
			change = d
		}
	}
	return change
}

// Apply mixes the new message of one edge in and returns |u_i' − u_i|.
func Apply(h, u []float64, signs []uint64, i int, message, damping float64) float64 {
	d := float64((1 - damping) * (message - u[i]))
	u[i] += d
	h[i] += flip(d, signs, i)
	return math.Abs(d)
}
