package factorgraph

import (
	"fbp/gauss"
	"fbp/internal/kern"
)

// ExactDense is a pattern seen through a channel with nothing approximated: the
// distribution of the sum of the other weights comes from dynamic programming
// forwards and backwards over the weights, O(N²) time and memory per pattern.
// It is for small N and for tests; wrap it in [Edgewise] to sweep it.
//
// Counts k = 0 … N of weights with ξ_i w_i = +1 stand for the sum 2k − N.
type ExactDense struct {
	Channel
	Signs []uint64 // the pattern: bit i set means ξ_i = −1
	Table *SumTable
}

// SumTable is the scratch of an [ExactDense] factor; the factors of one goroutine
// share it. before[i][k] is the probability that k of the first i weights point
// along the pattern, after[i][k] the average of the channel given that, over the
// weights from i on.
type SumTable struct {
	n             int // weights
	before, after [][]float64
}

// NewSumTable makes scratch for n weights. Its memory, 16 n² bytes, is taken when it
// is first used.
func NewSumTable(n int) *SumTable { return &SumTable{n: n} }

// allocate takes the memory of the table.
func (t *SumTable) allocate() {
	square := func() [][]float64 {
		rows := make([][]float64, t.n+1)
		for i := range rows {
			rows[i] = make([]float64, t.n+2)
		}
		return rows
	}
	t.before, t.after = square(), square()
}

// fill computes the tables for magnetisations m.
func (f *ExactDense) fill(m []float64) {
	n, t := len(m), f.Table
	if t.before == nil {
		t.allocate()
	}
	t.before[0][0] = 1
	for i := range n {
		up := f.up(m, i)
		from, to := t.before[i], t.before[i+1]
		to[0] = (1 - up) * from[0]
		for k := 1; k <= i; k++ {
			to[k] = float64((1-up)*from[k]) + float64(up*from[k-1])
		}
		to[i+1] = up * from[i]
	}
	for k := range n + 1 {
		t.after[n][k] = f.Weight(2*k - n)
	}
	for i := n - 1; i >= 0; i-- {
		up := f.up(m, i)
		from, to := t.after[i+1], t.after[i]
		for k := range i + 1 {
			to[k] = float64((1-up)*from[k]) + float64(up*from[k+1])
		}
	}
}

// up is the probability (1 + ξ_i m_i)/2 that weight i points along the pattern.
func (f *ExactDense) up(m []float64, i int) float64 {
	return 0.5 * (1 + kern.Sign(f.Signs, i)*m[i])
}

// leastProbability keeps the message of a weight that alone decides finite.
const leastProbability = 1e-300

// Update implements [Factor]: u_i = ½ ξ_i ln [⟨f(S_i + 1)⟩/⟨f(S_i − 1)⟩] with S_i
// the gauged sum of the others.
func (f *ExactDense) Update(b Messages, m, _ []float64) {
	f.fill(m)
	for i := range b.B {
		up, down := 0.0, 0.0
		after := f.Table.after[i+1]
		for k, p := range f.Table.before[i][:i+1] {
			up += float64(p * after[k+1])
			down += float64(p * after[k])
		}
		up, down = max(up, leastProbability), max(down, leastProbability)
		b.B[i] = kern.Sign(f.Signs, i) * 0.5 * logRatio(up, down)
	}
}

// logRatio is ln(a/b), accurate where a and b are close.
func logRatio(a, b float64) float64 {
	if x := a / b; x > 2 || x < 0.5 {
		return gauss.Log(x)
	}
	return gauss.Log1p((a - b) / b)
}

// LogZ implements [Factor]: ln ⟨f(S)⟩.
func (f *ExactDense) LogZ(m, _ []float64) float64 {
	f.fill(m)
	return gauss.Log(f.Table.after[0][0])
}
