package factorgraph

import (
	"math"

	"fbp/gauss"
)

// Majority is the output of a committee of sign units, which wants at least Need of
// their votes.
type Majority struct{ Need int }

// Weight implements [Votes].
func (o Majority) Weight(votes, _ int) float64 {
	if votes < o.Need {
		return 0
	}
	return 1
}

func (Majority) both() bool { return false }

func (o Majority) count(b *ballot) float64 { return o.tally(b.votes, b.logP, &b.table) }

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

// tally writes what each of the units is worth, and returns ln Z, given the
// logarithm of the probability p of its voting +1, for every unit:
//
//	Swing ∝ P(the others have Need − 1 votes),   Sure ∝ P(they have at least Need).
func (o Majority) tally(out []Vote, logP []float64, t *votes) (logZ float64) {
	t.resize(len(logP))
	total := 0.0
	for _, l := range logP {
		total += l
	}
	if total < leastLog {
		return o.tallyLogs(out, logP, t)
	}
	n := len(logP)
	for k, l := range logP {
		t.p[k], t.q[k] = gauss.ExpAndRest(l)
	}
	t.before[0][0] = 1
	for k := range n - 1 {
		p, q, last := t.p[k], t.q[k], 0.0
		from := t.before[k][:k+1]
		to := t.before[k+1][:len(from)+1]
		for c, x := range from {
			to[c] = float64(q*x) + float64(p*last)
			last = x
		}
		to[k+1] = p * last
	}
	enough, exactly := t.enough[n][:n+1], t.exactly[n][:n+1] // now of no units, then of those from k on
	for c := range enough {
		enough[c], exactly[c] = 0, 0
		if c >= o.Need {
			enough[c] = 1
		}
		if c == o.Need-1 {
			exactly[c] = 1
		}
	}
	for k := n - 1; k >= 0; k-- {
		p, q, sure, swing := t.p[k], t.q[k], 0.0, 0.0
		before := t.before[k][:k+1]
		nextEnough, nextExactly := enough[1:][:len(before)], exactly[1:][:len(before)]
		here, hereExactly := enough[:len(before)], exactly[:len(before)]
		x, y := here[0], hereExactly[0]
		for c, b := range before {
			sure = math.FMA(b, x, sure)
			swing = math.FMA(b, y, swing)
			nextX, nextY := nextEnough[c], nextExactly[c]
			here[c], hereExactly[c] = float64(q*x)+float64(p*nextX), float64(q*y)+float64(p*nextY)
			x, y = nextX, nextY
		}
		sum := sure + swing
		out[k] = Vote{Sure: sure / sum, Swing: swing / sum}
		if out[k].Sure < likely {
			out[k].Ratio = ratio(sure, swing)
		}
	}
	return gauss.Log(enough[0])
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

// tallyLogs is tally in logarithms, for votes that are next to impossible.
func (o Majority) tallyLogs(out []Vote, logP []float64, t *votes) (logZ float64) {
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
		out[k] = Vote{Sure: gauss.Exp(sure - sum), Swing: gauss.Exp(swing - sum), Ratio: sure - swing}
	}
	return t.enough[0][0]
}
