package factorgraph

import (
	"sync/atomic"

	"fbp/internal/cores"
)

// Nodes are patterns of inputs ±1 on binary weights, for approximate message passing. They see the
// weights only through the sums Σ_i ξ_i w_i of the units: one number is kept for each sum, its slope
// g = ∂_ω ln Z, and one for each weight, its field h. With Ξ the matrix of the signs, a row for each
// pattern, an update of a block of patterns has three steps:
//
//	weights    m_i = tanh h_i,  V = Σ_i (1 − m_i²)                        Moments
//	patterns   ω = Ξ m − V g;  Δg = gain (∂_ω ln Z(ω, V) − g),  g ← g + Δg    UpdateSlopes
//	weights    h ← h + Ξᵀ Δg                                              Push
//
// Each is divided among Cores, the first and the last by weights, the second by patterns.
//
// Weights are ordered by unit, all units having equally many. So are the numbers of patterns: of n
// patterns, that of pattern j and unit k is element k n + j.
type Nodes struct {
	rows  []*Discrete
	units [][][]uint64 // the signs that unit k sees of pattern μ
	Cores cores.Count

	variances []float64                 // scratch of [WeightBlocks]
	scratch   []nodeScratch             // of each goroutine
	totals    atomic.Pointer[[]float64] // Σ_i m_i of each unit, once a goroutine has computed it
}

// NewNodes are the nodes of some rows, of so many units.
func NewNodes(rows []*Discrete, units int) *Nodes {
	f := &Nodes{rows: rows, units: make([][][]uint64, units)}
	for _, row := range rows {
		for k, signs := range row.Units {
			f.units[k] = append(f.units[k], signs)
		}
	}
	return f
}

// Len is the number of patterns.
func (f *Nodes) Len() int { return len(f.rows) }

// Units is the number of sums that each pattern sees.
func (f *Nodes) Units() int { return len(f.units) }

// share is the part of x that belongs to unit k.
func (f *Nodes) share(k int, x []float64) []float64 {
	n := len(x) / len(f.units)
	return x[k*n : (k+1)*n : (k+1)*n]
}

// leastOf is the number of weights or of patterns that is worth a goroutine, if each of
// them meets so many of the others: some hundred microseconds of work.
func leastOf(pairs int) int {
	const least = 1 << 20
	return max(1, least/max(1, pairs))
}
