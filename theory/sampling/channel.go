package sampling

import (
	"math"

	"fbp/gauss"
)

// channel is the integral of a pattern under the power b,
//
//	I_b(x) = ∫₀^∞ dy y^b G(y − x),   r = d ln I_b/dx,   r' = b − r(r + x),
//
// so that a stability of mean ω and variance V has ⟨(s − κ)₊^b⟩ = V^{b/2} I_b((ω − κ)/√V), by
// Taylor series on cells: Riccati's equation, that for r', determines the coefficients. The nearest zeros of
// I_b are more than two away from the real axis.
type channel struct {
	b     float64
	cells []cell
}

const (
	cellsLow   = -40.0
	cellsHigh  = 9.0
	cellsUnit  = 8
	cellDegree = 13
)

// cell has the coefficients of ln I_b about its centre.
type cell [cellDegree + 1]float64

func newChannel(b float64) *channel {
	c := &channel{b, make([]cell, (cellsHigh-cellsLow)*cellsUnit+1)}
	for j := range c.cells {
		x := cellsLow + float64(j)/cellsUnit
		log, r, _ := gauss.LogPower(b, x)
		c.cells[j] = newCell(b, x, r)
		c.cells[j][0] = log
	}
	return c
}

// newCell has ln I_b but for its constant.
func newCell(b, x, r float64) (f cell) {
	var s cell // the series of r
	s[0] = r
	for j := range cellDegree {
		sum := x * s[j]
		for i := range j + 1 {
			sum += s[i] * s[j-i]
		}
		switch j {
		case 0:
			sum -= b
		default:
			sum += s[j-1]
		}
		s[j+1] = -sum / float64(j+1)
		f[j+1] = s[j] / float64(j+1)
	}
	return f
}

// at is the series and its derivative.
func (f *cell) at(h float64) (value, slope float64) {
	for j := cellDegree; j > 0; j-- {
		value = value*h + f[j]
		slope = slope*h + float64(j)*f[j]
	}
	return value*h + f[0], slope
}

// shareBelow is ρ = I_{b+1}/I_b = r + x for x < 0, by ρ_k = (k+1)/(−x + ρ_{k+1}).
func shareBelow(b, x float64) float64 {
	n := 60 + int(1000/(x*x))
	rho := (math.Sqrt(x*x+4*(b+float64(n)+2)) + x) / 2
	for k := n; k >= 0; k-- {
		rho = (b + float64(k) + 1) / (rho - x)
	}
	return rho
}

// Log is ln I_b.
func (c *channel) Log(x float64) float64 {
	if x >= cellsLow && x <= cellsHigh {
		j := int((x-cellsLow)*cellsUnit + 0.5)
		f := &c.cells[j]
		h := x - (cellsLow + float64(j)/cellsUnit)
		value := f[cellDegree-4] // distances are below 1/16: the others are below rounding
		for k := cellDegree - 5; k >= 0; k-- {
			value = value*h + f[k]
		}
		return value
	}
	l, _, _ := c.all(x)
	return l
}

// Slopes are r and r'.
func (c *channel) Slopes(x float64) (r, slope float64) { _, r, slope = c.all(x); return r, slope }

// all is ln I_b, r and r'.
func (c *channel) all(x float64) (l, r, slope float64) {
	switch {
	case x > cellsHigh:
		return c.far(x)
	case x >= cellsLow:
		j := int((x-cellsLow)*cellsUnit + 0.5)
		l, r = c.cells[j].at(x - (cellsLow + float64(j)/cellsUnit))
		return l, r, c.b - r*(r+x)
	}
	// r' of I_b would cancel
	l, _, _ = gauss.LogPower(c.b, x)
	rho := shareBelow(c.b, x)
	return l, rho - x, c.b - (rho-x)*rho
}

// far is all for large x, where I_b = x^b Σ_j b(b−1) … (b−2j+1)/(j! 2^j x^{2j}); b − r(r + x) would cancel.
func (c *channel) far(x float64) (l, r, slope float64) {
	sum, first, second, term := 1.0, 0.0, 0.0, 1.0
	for j := 1.0; j < 40; j++ {
		term *= (c.b - 2*j + 2) * (c.b - 2*j + 1) / (2 * j * x * x)
		sum += term
		first -= 2 * j * term
		second += 2 * j * (2*j + 1) * term
	}
	d := first / sum
	return c.b*math.Log(x) + math.Log(sum), (c.b + d) / x, (-c.b + second/sum - d*d) / (x * x)
}
