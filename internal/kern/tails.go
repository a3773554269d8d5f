package kern

import (
	"math"

	"fbp/gauss"
)

// A row polynomial of a hidden unit or of a band takes its values at up to
// [MaxDegree] + 1 nodes from normal tails, all at once.

// VoteMessages writes the gauged messages of a [Gaussian] sum of mean ω and variance
// V to weights of gauged cavity magnetisations s_k, the sum being wanted positive
// with probability swing and nothing being wanted with probability sure:
//
//	F(s) = ½ ln [(sure + swing H(x₋))/(sure + swing H(x₊))],   x± = (s ± 1 − ω)/√(V − 1 + s²).
//
// It reports false, and writes nothing, where the probabilities are too small for
// doubles.
func VoteMessages(f, s []float64, omega, v, sure, swing float64) bool {
	if !(sure > leastSum || 2-omega < float64(mostTail*math.Sqrt(max(v-1, LeastVariance)))) {
		return false
	}
	vote(first(len(s), f), s, omega, v, sure, swing)
	return true
}

// BandMessages is the same for a sum that is wanted between −end and end:
//
//	F(s) = ½ ln [Z(ω − s + 1)/Z(ω − s − 1)],   Z(ω) = H((|ω| − end)/σ) − H((|ω| + end)/σ),   σ² = V − 1 + s².
func BandMessages(f, s []float64, omega, v, end float64) bool {
	if !(math.Abs(omega)+2-end < float64(mostTail*math.Sqrt(max(v-1, LeastVariance)))) {
		return false
	}
	within(first(len(s), f), s, omega, v, end)
	return true
}

const (
	// mostTail is an x up to which H(x), 5e-198, is far from the least double.
	mostTail = 30
	// leastSum is a probability beside which those that [tailsH] rounds up are nothing.
	leastSum = 1e-200
	// farthest is where tailsH stops to fall: H is 6e-300.
	farthest = 37
)

// voteGo evaluates VoteMessages, the tails of all nodes at once.
func voteGo(f, s []float64, omega, v, sure, swing float64) {
	var up, down, e [MaxDegree + 1]float64
	for ; len(s) > 0; f, s = f[min(len(s), len(up)):], s[min(len(s), len(up)):] {
		up, down := up[:min(len(s), len(up))], down[:min(len(s), len(down))]
		for i := range up {
			m := s[i]
			scale := 1 / math.Sqrt(larger(math.FMA(m, m, v-1), LeastVariance))
			x := m - omega
			up[i], down[i] = float64((x-1)*scale), float64((x+1)*scale)
		}
		tailsH(up, e[:])
		tailsH(down, e[:])
		for i := range up {
			up[i], down[i] = math.FMA(swing, up[i], sure), math.FMA(swing, down[i], sure)
		}
		halfLogRatios(f[:len(up)], up, down)
	}
}

// withinGo evaluates BandMessages, the tails of all nodes at once.
func withinGo(f, s []float64, omega, v, end float64) {
	var near, far, e [2 * (MaxDegree + 1)]float64
	for nodes := MaxDegree + 1; len(s) > 0; f, s = f[min(len(s), nodes):], s[min(len(s), nodes):] {
		n := min(len(s), nodes)
		near, far := near[:2*n], far[:2*n]
		for i, m := range s[:n] {
			scale := 1 / math.Sqrt(larger(math.FMA(m, m, v-1), LeastVariance))
			x := omega - m
			up, down := math.Abs(x+1), math.Abs(x-1)
			near[i], far[i] = float64((up-end)*scale), float64((up+end)*scale)
			near[n+i], far[n+i] = float64((down-end)*scale), float64((down+end)*scale)
		}
		tailsH(near, e[:])
		tailsH(far, e[:])
		for i := range near {
			near[i] -= far[i]
		}
		halfLogRatios(f[:n], near[:n], near[n:])
	}
}

// larger is max, and x where x is NaN, as the instruction has it.
func larger(x, c float64) float64 {
	if c > x {
		return c
	}
	return x
}

// tailsH replaces numbers x by the normal tail H(x), as gauss.H, in fewer steps and stage by stage: relative
// error below 2e-15 for x < 5, growing to 2e-14 at x = 37 and no smaller beyond. e is scratch.
func tailsH(x, e []float64) {
	e = e[:len(x)]
	for i, xi := range x {
		a := math.Abs(xi)
		if farthest < a {
			a = farthest
		}
		e[i] = float64(0.25 * float64(a*a))
	}
	expsTwice(e, e)
	for i, xi := range x {
		a := math.Abs(xi)
		if farthest < a {
			a = farthest
		}
		lost := math.FMA(a, a, -float64(a*a))
		e[i] = math.FMA(float64(-0.5*lost), e[i], e[i])
	}
	for i, xi := range x {
		a := math.Abs(xi)
		if farthest < a {
			a = farthest
		}
		one, five := 1+a, a+5
		r := 1 / float64(one*five)
		t := float64(float64(e[i]*0.5) * tailPolynomial(float64(float64((a-5)*one)*r)))
		if t = float64(t * float64(five*r)); negative(xi) {
			t = 1 - t
		}
		x[i] = t
	}
}

// tailPolynomial is Σ_j TailC_j u^j.
func tailPolynomial(u float64) float64 {
	v := float64(u * u)
	w := float64(v * v)
	p0, p1 := math.FMA(gauss.TailC20, w, gauss.TailC16), math.FMA(gauss.TailC21, w, gauss.TailC17)
	p2, p3 := math.FMA(gauss.TailC22, w, gauss.TailC18), math.FMA(gauss.TailC23, w, gauss.TailC19)
	p0, p1 = math.FMA(p0, w, gauss.TailC12), math.FMA(p1, w, gauss.TailC13)
	p2, p3 = math.FMA(p2, w, gauss.TailC14), math.FMA(p3, w, gauss.TailC15)
	p0, p1 = math.FMA(p0, w, gauss.TailC8), math.FMA(p1, w, gauss.TailC9)
	p2, p3 = math.FMA(p2, w, gauss.TailC10), math.FMA(p3, w, gauss.TailC11)
	p0, p1 = math.FMA(p0, w, gauss.TailC4), math.FMA(p1, w, gauss.TailC5)
	p2, p3 = math.FMA(p2, w, gauss.TailC6), math.FMA(p3, w, gauss.TailC7)
	p0, p1 = math.FMA(p0, w, gauss.TailC0), math.FMA(p1, w, gauss.TailC1)
	p2, p3 = math.FMA(p2, w, gauss.TailC2), math.FMA(p3, w, gauss.TailC3)
	return math.FMA(math.FMA(p3, v, p1), u, math.FMA(p2, v, p0))
}

// halfLogRatio is ½ ln(n/d) of positive normal numbers, n/d from 2^−1000 to 2^1000:
// [bond] has the method.
// Here n may be the smaller one, and the power of two negative.
func halfLogRatio(n, d float64) float64 { return halfLogOf(ratio(n, d)) }

// halfLogRatios writes halfLogRatio of some numbers, stage by stage. y may be n; d is
// overwritten.
func halfLogRatios(y, n, d []float64) {
	n, d = n[:len(y)], d[:len(y)]
	for i, a := range n {
		y[i], d[i] = ratio(a, d[i])
	}
	for i, s := range y {
		y[i] = halfLogOf(s, d[i])
	}
}

// ratio splits n/d into 2^k m, and returns (m − 1)/(m + 1) and k.
func ratio(n, d float64) (s, power float64) {
	k := (math.Float64bits(n) - math.Float64bits(d) + (manyBits + half)) >> mantissaBits
	d = math.Float64frombits(math.Float64bits(d) + (k<<mantissaBits - manyBits))
	return (n - d) / (n + d), math.Float64frombits(math.Float64bits(integer)+k) - (integer + many)
}

const (
	many     = 1024 // larger than any power of two of a ratio, negative or not
	manyBits = many << mantissaBits
)
