package factorgraph

import (
	"fbp/gauss"
	"fbp/internal/kern"
)

// Convolved is a pattern as a factor on the binary weights of its units, with nothing
// approximated: the distribution of a unit's sum over the other weights comes from
// dynamic programming forwards and backwards over the weights, O(N²) time and memory
// per pattern, and so does that of what the other units contribute. It is for small N
// and for tests; wrap it in [Edgewise] to sweep it.
//
// Counts k = 0 … N of weights with ξ_i w_i = +1 stand for the sum 2k − N.
type Convolved struct {
	Combination
	Units  [][]uint64 // the inputs of each unit: bit i set means ξ_i = −1
	Inputs int        // of one unit
	Table  *SumTable  // for Inputs weights
}

// single is one unit seen through a channel: worth[k] is what a sum 2k − N is worth.
type single struct {
	signs []uint64
	table *SumTable
	worth []float64
}

// SumTable is the scratch of an [Convolved] factor; the factors of one goroutine
// share it. before[i][k] is the probability that k of the first i weights point
// along the pattern, after[i][k] the average of the channel given that, over the
// weights from i on.
type SumTable struct {
	n             int // weights
	before, after [][]float64
	worth         []float64 // of the sums of a unit that is alone
	single        single
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
func (f *single) fill(m []float64) {
	n, t := len(m), f.table
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
		t.after[n][k] = f.worth[k]
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
func (f *single) up(m []float64, i int) float64 {
	return 0.5 * (1 + kern.Sign(f.signs, i)*m[i])
}

// leastProbability keeps the message of a weight that alone decides finite.
const leastProbability = 1e-300

// messages writes u_i = ½ ξ_i ln [⟨f(S_i + 1)⟩/⟨f(S_i − 1)⟩] with S_i
// the gauged sum of the others.
func (f *single) messages(b, m []float64) {
	f.fill(m)
	for i := range b {
		up, down := 0.0, 0.0
		after := f.table.after[i+1]
		for k, p := range f.table.before[i][:i+1] {
			up += float64(p * after[k+1])
			down += float64(p * after[k])
		}
		up, down = max(up, leastProbability), max(down, leastProbability)
		b[i] = kern.Sign(f.signs, i) * 0.5 * logRatio(up, down)
	}
}

// logRatio is ln(a/b), accurate where a and b are close.
func logRatio(a, b float64) float64 {
	if x := a / b; x > 2 || x < 0.5 {
		return gauss.Log(x)
	}
	return gauss.Log1p((a - b) / b)
}

// unit is unit k alone, of which sums have these worths.
func (f *Convolved) unit(k int, worth []float64) *single { return &single{f.Units[k], f.Table, worth} }
