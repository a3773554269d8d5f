package factorgraph

import (
	"math"

	"fbp/gauss"
	"fbp/internal/kern"
)

// Vote is how a pattern sees one hidden unit of sign, given what the other units
// are likely to do: its sum S must be positive with probability Swing, and may be
// anything with probability Sure = 1 − Swing,
//
//	f(S) = Sure + Swing [S > 0],   Z(ω, V) = Sure + Swing H(−ω/√V).
//
// Every term is positive. Ratio is ln(Sure/Swing) where Sure is below [likely], down to
// units so far from what the pattern wants that Sure is no double.
type Vote struct{ Sure, Swing, Ratio float64 }

// ratio is ln(Sure/Swing). Most votes never need it.
func (c *Vote) ratio() float64 {
	if c.Sure < likely {
		return c.Ratio
	}
	return ratio(c.Sure, c.Swing)
}

// logZ is ln (Sure + Swing p), given ln p.
func (c *Vote) logZ(logP float64) float64 {
	if p := gauss.Exp(max(logP, leastLog)); c.Sure+float64(c.Swing*p) > leastProbability {
		return gauss.Log(c.Sure + float64(c.Swing*p))
	}
	return addLogs(c.ratio(), logP)
}

// leastLog is where a probability is no normal double; about ln [leastProbability].
const leastLog = -690

// addLogs is ln (e^a + e^b).
func addLogs(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if !(a-b <= 40) { // b = −∞ too, and both
		return a
	}
	return a + gauss.Log1p(gauss.Exp(b-a))
}

// Messages is as in [Channel]. Where the probabilities are no doubles it takes
// logarithms.
func (c *Vote) Messages(f, s []float64, omega, v float64) {
	if kern.VoteMessages(f, s, omega, v, c.Sure, c.Swing) {
		return
	}
	for k, m := range s {
		scale := 1 / math.Sqrt(max(math.FMA(m, m, v-1), kern.LeastVariance))
		up, down := float64((m-1-omega)*scale), float64((m+1-omega)*scale)
		f[k] = 0.5 * (c.logZ(gauss.LogH(up)) - c.logZ(gauss.LogH(down)))
	}
}

// Weight implements [kern.Lattice].
func (c *Vote) Weight(sum int) float64 {
	if sum > 0 {
		return 1
	}
	return c.Sure
}

// Step implements [kern.Stepped].
func (c *Vote) Step() (least int, below float64) { return 1, c.Sure }

// Need implements [kern.Lattice].
func (c *Vote) Need(int) int { return 0 }

// likely is the least Sure for which flips that are left out, of probability below
// 1e-18, do not matter; below, messages come from those of a unit that has to vote +1.
const likely = 1e-7

// among turns messages u of a pattern that wants S > 0 into those of this vote,
// x being the gauged cavity fields of the weights: with g± the probability of
// S > 0 given w = ±ξ, over that without condition, e^logP,
//
//	½ ln [(b + g₊)/(b + g₋)],   b = Sure/(Swing e^logP),   g₊/g₋ = e^2u.
func (c *Vote) among(u []float64, x func(i int) float64, logP float64) {
	ratio := c.ratio() - logP
	switch {
	case ratio < -40:
		return
	case ratio > 40:
		clear(u)
		return
	}
	b := gauss.Exp(ratio)
	for i, ui := range u {
		up := 1 / (1 + gauss.Exp(-2*x(i)))
		down := 1 / (1 + gauss.Exp(2*x(i)))
		rise := gauss.Exp(2 * ui)
		g := 1 / (float64(up*rise) + down)
		u[i] = 0.5 * logRatio(b+float64(rise*g), b+g)
	}
}

// degree is that of the row polynomial of a vote. Where V is small, zeros of
// Sure + Swing H lie nearer to the real axis than those of H, so that it takes more
// than [kern.Degree]. Of fields that are normal with standard deviation 2√V, one in
// 100 has an error above 4e-10.
func (c *Vote) degree(v float64) int {
	if v < 30 {
		return kern.MaxDegree
	}
	return kern.Degree(v)
}

// Majority is the output of a committee of sign units, which wants at least Need of
// their votes.
type Majority struct{ Need int }

// votes is scratch for counting votes: before[k][n] is the probability that n of
// the first k units vote +1, enough[k][n] that those from k on bring n votes up to
// Need, exactly[k][n] that they bring them up to Need − 1.
type votes struct {
	before, enough, exactly [][]float64
	p, q                    []float64 // of voting +1, and −1
}

func (t *votes) resize(units int) {
	if len(t.before) == units+1 {
		return
	}
	square := func() [][]float64 {
		rows := make([][]float64, units+1)
		for k := range rows {
			rows[k] = make([]float64, units+2)
		}
		return rows
	}
	*t = votes{square(), square(), square(), make([]float64, units), make([]float64, units)}
}

// count writes what each of the units is worth, and returns ln Z, given the
// logarithm of the probability p of its voting +1, for every unit:
//
//	Swing ∝ P(the others have Need − 1 votes),   Sure ∝ P(they have at least Need).
func (o Majority) count(out []Vote, logP []float64, t *votes) (logZ float64) {
	t.resize(len(logP))
	total := 0.0
	for _, l := range logP {
		total += l
	}
	if total < leastLog {
		return o.countLogs(out, logP, t)
	}
	n := len(logP)
	for k, l := range logP {
		t.p[k], t.q[k] = gauss.Exp(l), -gauss.Expm1(l)
	}
	t.before[0][0] = 1
	for c := range n + 1 {
		t.enough[n][c], t.exactly[n][c] = 0, 0
		if c >= o.Need {
			t.enough[n][c] = 1
		}
		if c == o.Need-1 {
			t.exactly[n][c] = 1
		}
	}
	for k := range logP {
		p, q := t.p[k], t.q[k]
		from, to := t.before[k], t.before[k+1]
		to[0] = q * from[0]
		for c := 1; c <= k; c++ {
			to[c] = float64(q*from[c]) + float64(p*from[c-1])
		}
		to[k+1] = p * from[k]
	}
	for k := n - 1; k >= 0; k-- {
		p, q := t.p[k], t.q[k]
		for c := range k + 1 {
			t.enough[k][c] = float64(q*t.enough[k+1][c]) + float64(p*t.enough[k+1][c+1])
			t.exactly[k][c] = float64(q*t.exactly[k+1][c]) + float64(p*t.exactly[k+1][c+1])
		}
	}
	for k := range out {
		sure, swing := 0.0, 0.0
		for c, p := range t.before[k][:k+1] {
			sure = math.FMA(p, t.enough[k+1][c], sure)
			swing = math.FMA(p, t.exactly[k+1][c], swing)
		}
		sum := sure + swing
		out[k] = Vote{Sure: sure / sum, Swing: swing / sum}
		if out[k].Sure < likely {
			out[k].Ratio = ratio(sure, swing)
		}
	}
	return gauss.Log(t.enough[0][0])
}

// ratio is ln(a/b) of probabilities, either of which may be 0.
func ratio(a, b float64) float64 {
	switch {
	case a == 0:
		return math.Inf(-1)
	case b == 0:
		return math.Inf(1)
	}
	return gauss.Log(a) - gauss.Log(b)
}

// countLogs is count in logarithms, for votes that are next to impossible.
func (o Majority) countLogs(out []Vote, logP []float64, t *votes) (logZ float64) {
	n, never := len(logP), math.Inf(-1)
	for c := range n + 1 {
		t.enough[n][c], t.exactly[n][c], t.before[0][c] = never, never, never
		if c >= o.Need {
			t.enough[n][c] = 0
		}
		if c == o.Need-1 {
			t.exactly[n][c] = 0
		}
	}
	t.before[0][0] = 0
	logQ := func(k int) float64 { return gauss.Log(max(-gauss.Expm1(logP[k]), leastProbability)) }
	for k := range n {
		p, q := logP[k], logQ(k)
		from, to := t.before[k], t.before[k+1]
		to[0] = q + from[0]
		for c := 1; c <= k; c++ {
			to[c] = addLogs(q+from[c], p+from[c-1])
		}
		to[k+1] = p + from[k]
	}
	for k := n - 1; k >= 0; k-- {
		p, q := logP[k], logQ(k)
		for c := range k + 1 {
			t.enough[k][c] = addLogs(q+t.enough[k+1][c], p+t.enough[k+1][c+1])
			t.exactly[k][c] = addLogs(q+t.exactly[k+1][c], p+t.exactly[k+1][c+1])
		}
	}
	for k := range out {
		sure, swing := never, never
		for c, p := range t.before[k][:k+1] {
			sure = addLogs(sure, p+t.enough[k+1][c])
			swing = addLogs(swing, p+t.exactly[k+1][c])
		}
		sum := addLogs(sure, swing)
		out[k] = Vote{gauss.Exp(sure - sum), gauss.Exp(swing - sum), sure - swing}
	}
	return t.enough[0][0]
}
