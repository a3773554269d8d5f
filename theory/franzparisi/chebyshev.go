package franzparisi

import "math"

// chebyshevPoints is the number of Chebyshev's points on a panel: a function whose poles are 2.8 times
// the width of a turn from the axis is known to 1e-13 on panels of 1.5 widths.
const chebyshevPoints = 14

// coefficients are the values of a function at chebyshev, then its series.
type coefficients [chebyshevPoints]float64

// chebyshev are the zeros of the polynomial T of that chebyshevPoints, cosines those of all below at
// them.
var chebyshev, cosines = func() (x [chebyshevPoints]float64, c [chebyshevPoints][chebyshevPoints]float64) {
	for n := range x {
		angle := math.Pi * (float64(n) + 0.5) / chebyshevPoints
		x[n] = math.Cos(angle)
		for k := range c {
			c[k][n] = math.Cos(float64(k) * angle)
		}
	}
	return x, c
}()

// transform turns values into the series Σ c_k T_k.
func (v coefficients) transform() (c coefficients) {
	for k := range c {
		for n, x := range v {
			c[k] += 2. / chebyshevPoints * x * cosines[k][n]
		}
	}
	c[0] /= 2
	return c
}

// at is the series at −1 ≤ x ≤ 1, by Clenshaw's recurrence.
func (c *coefficients) at(x float64) float64 {
	b, last := 0.0, 0.0
	for k := chebyshevPoints - 1; k > 0; k-- {
		b, last = c[k]+2*x*b-last, b
	}
	return c[0] + x*b - last
}
