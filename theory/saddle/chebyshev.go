package saddle

import "math"

// Chebyshev interpolates by the polynomial through the values at Points, −cos(πk/n) for k = 0 … n, in
// ascending order from −1 to 1.
type Chebyshev struct{ Points []float64 }

// NewChebyshev has the polynomials of a degree.
func NewChebyshev(degree int) Chebyshev {
	x := make([]float64, degree+1)
	for k := range x {
		x[k] = -math.Cos(math.Pi * float64(k) / float64(degree))
	}
	return Chebyshev{x}
}

// Weights writes to w, and returns, the weights of the values at x: barycentric ones, ±1/(x − x_k) with half
// of that at the ends, over their sum.
func (c Chebyshev) Weights(x float64, w []float64) []float64 {
	last := len(c.Points) - 1
	w = w[:last+1]
	sum, sign := 0.0, 1.0
	for k, at := range c.Points {
		if x == at {
			clear(w)
			w[k] = 1
			return w
		}
		w[k] = sign / (x - at)
		if k == 0 || k == last {
			w[k] /= 2
		}
		sum += w[k]
		sign = -sign
	}
	for k := range w {
		w[k] /= sum
	}
	return w
}

// Dot is Σ_k w_k f_k.
func Dot(w, f []float64) (sum float64) {
	for k, x := range w {
		sum += x * f[k]
	}
	return sum
}
