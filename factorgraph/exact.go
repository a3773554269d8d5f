package factorgraph

import (
	"fbp/gauss"
	"fbp/internal/kern"
)

// ExactPerceptron is the constraint Σ_i ξ_i w_i ≥ least with nothing approximated:
// the distribution of the sum of the other weights comes from dynamic
// programming over prefixes and suffixes, O(N²) time and memory a pattern.
// It is for small N and for tests; wrap it in [Edgewise] to sweep it.
//
// Counts k = 0 … N of weights with ξ_i w_i = +1 stand for the sum 2k − N.
type ExactPerceptron struct {
	Signs []uint64 // the pattern: bit i set means ξ_i = −1
	Least int      // smallest sum Σ_i ξ_i w_i that is allowed, of the parity of N
	Table *SumTable
}

// SumTable is the scratch of an [ExactPerceptron]; the factors of one goroutine
// share it. prefix[i][k] is the probability that k of the first i weights point
// along the pattern, suffix[i][k] that k of the weights from i on do, and
// beyond[i][k] that at least k of them do.
type SumTable struct{ prefix, suffix, beyond [][]float64 }

// NewSumTable makes scratch for n weights.
func NewSumTable(n int) *SumTable {
	square := func() [][]float64 {
		rows := make([][]float64, n+1)
		for i := range rows {
			rows[i] = make([]float64, n+2)
		}
		return rows
	}
	return &SumTable{square(), square(), square()}
}

// fill computes the tables for magnetisations m.
func (f *ExactPerceptron) fill(m []float64) {
	n, t := len(m), f.Table
	t.prefix[0][0], t.suffix[n][0] = 1, 1
	for i := range n {
		convolve(t.prefix[i+1], t.prefix[i], i, f.up(m, i))
		j := n - 1 - i
		convolve(t.suffix[j], t.suffix[j+1], i, f.up(m, j))
	}
	for i := range t.beyond {
		sum := 0.0
		for k := n - i; k >= 0; k-- {
			sum += t.suffix[i][k]
			t.beyond[i][k] = sum
		}
	}
}

// up is the probability (1 + ξ_i m_i)/2 that weight i points along the pattern.
func (f *ExactPerceptron) up(m []float64, i int) float64 {
	return 0.5 * (1 + kern.Sign(f.Signs, i)*m[i])
}

// convolve adds a weight to a distribution over 0 … k counts.
func convolve(to, from []float64, k int, up float64) {
	to[0] = (1 - up) * from[0]
	for c := 1; c <= k; c++ {
		to[c] = float64((1-up)*from[c]) + float64(up*from[c-1])
	}
	to[k+1] = up * from[k]
}

// leastProbability keeps the message of a weight that alone decides finite.
const leastProbability = 1e-300

// Update implements [Factor]: u_i = ½ ξ_i ln [P(S_i + 1 ≥ least)/P(S_i − 1 ≥ least)]
// with S_i the gauged sum of the others.
func (f *ExactPerceptron) Update(_, b, m, _ []float64) {
	f.fill(m)
	n := len(m)
	for i := range b {
		above, at := f.tail(i, n)
		b[i] = kern.Sign(f.Signs, i) * 0.5 * gauss.Log1p(at/max(above, leastProbability))
	}
}

// tail is the probability that the others satisfy the constraint whatever
// weight i does, and that they do only if it points along the pattern.
func (f *ExactPerceptron) tail(i, n int) (above, at float64) {
	need := f.least(n) // satisfied when k ≥ need of all n weights point along
	prefix, suffix, beyond := f.Table.prefix[i], f.Table.suffix[i+1], f.Table.beyond[i+1]
	others := n - 1 - i
	for a := range i + 1 {
		k := max(0, need-a)
		if k <= others {
			above += float64(prefix[a] * beyond[k])
		}
		if k--; k >= 0 && k <= others {
			at += float64(prefix[a] * suffix[k])
		}
	}
	return above, at
}

// least is the smallest count k with 2k − n ≥ Least.
func (f *ExactPerceptron) least(n int) int { return max(0, (f.Least+n)/2) }

// LogZ implements [Factor]: ln P(S ≥ least).
func (f *ExactPerceptron) LogZ(m, _ []float64) float64 {
	f.fill(m)
	n := len(m)
	z := 0.0
	for k := n; k >= f.least(n); k-- {
		z += f.Table.prefix[n][k]
	}
	return gauss.Log(z)
}
