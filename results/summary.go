package results

import "math"

// Summary is the mean of N samples with its spread.
type Summary struct {
	N    int
	Mean float64 // NaN when N = 0
	Std  float64 // standard deviation √(Σ(x−mean)²/(N−1)); NaN when N < 2
	Sem  float64 // standard error of the mean, Std/√N; NaN when N < 2
}

// SuffixOfNumber ends the name of the column that has the number of samples of a mean, where
// it may be smaller than that of the row.
const SuffixOfNumber = "_n"

// Summarize is the summary of x. The sums run from first to last, products are
// not fused and nothing but the square root comes from package math, so the
// result has the same bits on every machine.
func Summarize(x []float64) Summary {
	n := float64(len(x))
	s := Summary{N: len(x), Mean: average(x), Std: math.NaN(), Sem: math.NaN()}
	if len(x) < 2 {
		return s
	}
	s.Std = math.Sqrt(codeviation(x, x, s.Mean, s.Mean) / (n - 1))
	s.Sem = s.Std / math.Sqrt(n)
	return s
}

// ControlVariate is the mean of s with the part explained by a control c of
// known mean removed:
//
//	x = s̄ − β (c̄ − mean),  β = Σ(s−s̄)(c−c̄) / Σ(c−c̄)²
//
// β is the regression of s on c over the N samples, x the regression line at
// c = mean. Its standard error comes from the residuals with N−2 degrees of
// freedom,
//
//	sem² = Σ r²/(N−2) · [ 1/N + (c̄−mean)²/Σ(c−c̄)² ],  r = s − s̄ − β (c−c̄)
//
// where the second term accounts for the error of β; for normal c its mean is
// 1/(N(N−3)), so without it sem² is too small by (N−3)/(N−2). When every sample
// has its own known mean of the control, pass c minus that mean, and mean = 0.
//
// ok is false, and the numbers are NaN, when N < 3 or c does not vary.
// s and c must have the same length.
func ControlVariate(s, c []float64, mean float64) (x, sem, beta float64, ok bool) {
	if len(s) != len(c) {
		panic("results: ControlVariate of samples and controls of different length")
	}
	nan := math.NaN()
	if len(s) < 3 || !varies(c) {
		return nan, nan, nan, false
	}
	n := float64(len(s))
	ms, mc := average(s), average(c)
	scc := codeviation(c, c, mc, mc)
	beta = codeviation(s, c, ms, mc) / scc
	off := mc - mean
	rss := 0.0
	for i := range s {
		r := s[i] - ms - float64(beta*(c[i]-mc))
		rss += float64(r * r)
	}
	x = ms - float64(beta*off)
	sem = math.Sqrt(rss / (n - 2) * (1/n + float64(off*off)/scc))
	return x, sem, beta, true
}

// varies reports whether c varies by more than rounding: a regression on a
// constant would divide noise by noise.
func varies(c []float64) bool {
	low, high, size := c[0], c[0], 0.0
	for _, x := range c {
		low, high, size = min(low, x), max(high, x), max(size, math.Abs(x))
	}
	return high-low > 1e-12*size
}

// average is the mean of x, NaN if there is none.
func average(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// codeviation is Σ(x−mx)(y−my).
func codeviation(x, y []float64, mx, my float64) float64 {
	sum := 0.0
	for i := range x {
		sum += float64((x[i] - mx) * (y[i] - my))
	}
	return sum
}
