package gauss

import "math"

// ln H is needed for every message, so it is tabulated: cells of width 1/8 on
// [logHLow, logHHigh], in each the Taylor series about the centre c. The
// coefficients follow from a Riccati equation: with M = G/H = −(ln H)',
//
//	M' = M (M − x),
//
// so that M(c), from Mills, determines all of them. The nearest zero of H is 2.8
// away from the real axis (near −1.9 ± 2.8i), which makes a series of degree 13
// exact to rounding for |x − c| ≤ 3/32.
//
// Cells with c ≥ 0 hold ln tail = ln(2H) + x²/2 instead of ln H, because
// differences of x²/2 can be factored.
const (
	logHLow    = -9.0
	logHHigh   = 8.0
	cellsUnit  = 8
	logHDegree = 13
	zeroCell   = -logHLow * cellsUnit // the cell with c = 0
)

type logHCell [logHDegree + 1]float64

var logHCells = newLogHCells()

func newLogHCells() *[(logHHigh-logHLow)*cellsUnit + 1]logHCell {
	var cells [(logHHigh-logHLow)*cellsUnit + 1]logHCell
	for j := range cells {
		cells[j] = newLogHCell(centre(j))
	}
	return &cells
}

func newLogHCell(c float64) logHCell {
	var m, n, f logHCell // the series of M, of N = M − x, and of the function
	m[0] = Mills(c)
	n[0] = m[0] - c
	for j := range logHDegree {
		sum := 0.0
		for i := 0; i <= j; i++ {
			sum = math.FMA(m[i], n[j-i], sum)
		}
		m[j+1] = sum / float64(j+1)
		n[j+1] = m[j+1]
		if j == 0 {
			n[1]--
		}
	}
	slope := m
	f[0] = Log1p(-upperTail(-c))
	if c >= 0 {
		slope = n
		f[0] = Log(tail(c))
	}
	for j := 1; j <= logHDegree; j++ {
		f[j] = -slope[j-1] / float64(j)
	}
	return f
}

func centre(j int) float64 { return float64(float64(j)*(1.0/cellsUnit)) + logHLow }

// cellOf returns the cell of x, logHLow ≤ x ≤ logHHigh.
func cellOf(x float64) int { return int(float64(cellsUnit*x) + (zeroCell + 0.5)) }

// at sums the series at distance h from the centre.
func (p *logHCell) at(h float64) float64 {
	z := float64(h * h)
	even := float64(p[12]*z) + p[10]
	odd := float64(p[13]*z) + p[11]
	even = float64(even*z) + p[8]
	odd = float64(odd*z) + p[9]
	even = float64(even*z) + p[6]
	odd = float64(odd*z) + p[7]
	even = float64(even*z) + p[4]
	odd = float64(odd*z) + p[5]
	even = float64(even*z) + p[2]
	odd = float64(odd*z) + p[3]
	odd = float64(odd*z) + p[1]
	return float64(float64(even*z)+float64(odd*h)) + p[0]
}

// slope returns [p(h) − p(g)]/(h − g) without the difference: the quotient of
// the polynomial by its linear factor h, by Horner's rule, evaluated at g as its
// coefficients appear.
func (p *logHCell) slope(h, g float64) float64 {
	q := p[13]
	s := q
	q = float64(q*h) + p[12]
	s = float64(s*g) + q
	q = float64(q*h) + p[11]
	s = float64(s*g) + q
	q = float64(q*h) + p[10]
	s = float64(s*g) + q
	q = float64(q*h) + p[9]
	s = float64(s*g) + q
	q = float64(q*h) + p[8]
	s = float64(s*g) + q
	q = float64(q*h) + p[7]
	s = float64(s*g) + q
	q = float64(q*h) + p[6]
	s = float64(s*g) + q
	q = float64(q*h) + p[5]
	s = float64(s*g) + q
	q = float64(q*h) + p[4]
	s = float64(s*g) + q
	q = float64(q*h) + p[3]
	s = float64(s*g) + q
	q = float64(q*h) + p[2]
	s = float64(s*g) + q
	q = float64(q*h) + p[1]
	return float64(s*g) + q
}

// LogH returns ln H(x), the logarithm of the normal tail: −x²/2 − ln(x√(2π)) for
// large x, −H(−x) on the far left. Relative error below 2e-15 until it leaves
// the normal doubles at -37.5. LogH(+Inf) = -Inf, LogH(-Inf) = 0.
func LogH(x float64) float64 {
	if x >= logHLow && x <= logHHigh {
		j := cellOf(x)
		v := logHCells[j].at(x - centre(j))
		if j < zeroCell {
			return v
		}
		return v - (Ln2 + float64(0.5*float64(x*x)))
	}
	if x > 0 {
		return Log(float64(0.5*tail(x))) - float64(0.5*float64(x*x))
	}
	return -upperTail(-x) // also NaN; the square of 1e-19 is negligible
}

const (
	closePair = 1.0 / 16
	slopeLow  = -4.5     // further left the series converges too slowly, and the difference is steep
	steepPair = 1.0 / 32 // there, the |x|(b−a) below which the difference cancels
	allOrNone = -12.0    // H(12) = 2e-33
)

// LogRatioH returns ln[H(a)/H(b)], twice the message of a pattern to a weight
// when a, b = (κ√N − ω ∓ 1)/√V.
//
// It is the difference of two large or of two nearly equal logarithms, computed
// without cancellation: arguments within 1/16 of each other use the mean slope of
// ln H between them; arguments on the right the ratio of the scaled tails and the
// factored (b−a)(b+a)/2; arguments far on the left the small H(−x) themselves.
// Relative error below 1e-14 while the smaller argument is above -9, 3e-14 above
// -12; when both are below -12, where 1 − H < 2e-33, the result is zero.
// LogRatioH(a, +Inf) = +Inf, LogRatioH(+Inf, b) = -Inf; both +Inf, or a NaN, give
// NaN.
func LogRatioH(a, b float64) float64 {
	d := b - a
	m := float64(0.5*a) + float64(0.5*b)
	if math.Abs(d) <= closePair && m >= slopeLow && m <= logHHigh {
		j := cellOf(m)
		c := centre(j)
		s := logHCells[j].slope(a-c, b-c)
		if j < zeroCell {
			return -float64(d * s)
		}
		return float64(d * (m - s))
	}
	return logRatioFar(a, b)
}

// sharedCell is the distance from its centre up to which the series of one cell
// is used for several arguments: its error there is 3e-13.
const sharedCell = 0.375

// LogRatiosH writes ln[H(a_k)/H(b_k)] to r_k for a few pairs that lie close
// together, as those of a row polynomial do: if one cell is good for all of them,
// the cell is looked up only once. The absolute error is then below 1e-12,
// otherwise that of [LogRatioH].
func LogRatiosH(r, a, b []float64) {
	a, b = a[:len(r)], b[:len(r)]
	lo, hi, numbers := extremes(a, b)
	m := float64(0.5 * (lo + hi))
	if !(numbers && m >= logHLow && m <= logHHigh && hi-m <= sharedCell-0.5/cellsUnit) {
		for k, x := range a {
			r[k] = LogRatioH(x, b[k])
		}
		return
	}
	j := cellOf(m)
	c, p := centre(j), &logHCells[j]
	for k, x := range a {
		y := b[k]
		r[k] = p.at(x-c) - p.at(y-c)
		if j >= zeroCell {
			r[k] += float64(0.5 * float64((y-x)*(y+x)))
		}
	}
}

// extremes are the least and the largest of all, and whether all are numbers. With the
// built-in min and max, which mind the sign of zeros, all of [LogRatiosH] took 1.3 times as long.
func extremes(a, b []float64) (lo, hi float64, numbers bool) {
	lo, hi, numbers = math.Inf(1), math.Inf(-1), true
	for k, x := range a {
		y := b[k]
		if x < lo {
			lo = x
		}
		if y < lo {
			lo = y
		}
		if x > hi {
			hi = x
		}
		if y > hi {
			hi = y
		}
		numbers = numbers && !math.IsNaN(x) && !math.IsNaN(y)
	}
	return lo, hi, numbers
}

// logRatioFar is LogRatioH outside the table of slopes.
func logRatioFar(a, b float64) float64 {
	d := b - a
	m := float64(0.5*a) + float64(0.5*b)
	switch {
	case d == 0:
		return 0
	case m > logHHigh && math.Abs(d) <= closePair, m < slopeLow && m > allOrNone && math.Abs(float64(d*m)) <= steepPair:
		return float64(d * meanMills(m, d))
	case a >= 0 && b >= 0:
		return logTail(a) - logTail(b) + float64(d*m)
	case a < allOrNone && b < allOrNone:
		return 0
	case a < logHLow && b < logHLow:
		return upperTail(-b) - upperTail(-a)
	}
	return LogH(a) - LogH(b)
}

// meanMills is the mean of the Mills ratio over [m − d/2, m + d/2], by the
// Gauss-Legendre rule with three points, for pairs so close that differences
// cancel.
func meanMills(m, d float64) float64 {
	const point = 0x1.8c97ef43f7248p-2 // ½√(3/5)
	side := Mills(m-float64(point*d)) + Mills(m+float64(point*d))
	return (float64(5*side) + float64(8*Mills(m))) / 18
}

// logTail is ln tail(x) for x ≥ 0.
func logTail(x float64) float64 {
	if x > logHHigh {
		return Log(tail(x))
	}
	j := cellOf(x)
	return logHCells[j].at(x - centre(j))
}
