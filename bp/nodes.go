package bp

import (
	"fbp/factorgraph"
	"fbp/gauss"
)

// nodes is approximate message passing: a message an edge is replaced by the
// slope g_μ of its factor's ln Z and a reaction. To leading order
//
//	u_{μ→i} = ξ_i g_μ − g'_μ m_i,   ω_μ = Σ_i ξ_i m_i − V g_μ,   V = Σ_i (1 − m_i²),
//
// with m and V as they stood when factor μ spoke; they stand still within a
// block of rows. The fields are h_i = h_i^ext + Σ_μ ξ_i g_μ + Σ_b R_b,i, where
// block b reacts with R_b,i = −m_i Σ_{μ∈b} g'_μ. Keeping each block's reaction
// until the block speaks again matters: with today's m in every block's place,
// sequential sweeps diverge. Memory is at most 20 N + 2 P numbers beside the
// patterns' bits.
type nodes struct {
	factors  []factorgraph.Node
	m        []float64   // magnetisations that the present block sees
	pull     []float64   // Σ_μ ξ_i g_μ
	slope    []float64   // g_μ, damped
	row      []float64   // a number a row of the present block
	reaction [][]float64 // R_b, damped, made when block b first speaks
}

// tile is the number of weights that a block of rows goes through at a time, so
// that their m or their pull stays in the processor's first cache.
const tile = 2048

// mostBlocks bounds the number of reactions that are kept.
const mostBlocks = 20

func newNodes(g *factorgraph.Graph) *nodes {
	return &nodes{g.Nodes, make([]float64, g.N), make([]float64, g.N), make([]float64, len(g.Nodes)), make([]float64, len(g.Nodes)), make([][]float64, mostBlocks)}
}

func (a *nodes) reset() {
	clear(a.pull)
	clear(a.slope)
	clear(a.reaction)
}

func (a *nodes) block(refresh int) int {
	return max(refresh, (len(a.factors)+mostBlocks-1)/mostBlocks)
}

func (a *nodes) addTo(h []float64) {
	clear(a.pull)
	a.push(nil, a.slope)
	for i := range h {
		h[i] += a.pull[i]
		for _, r := range a.reaction {
			if r != nil {
				h[i] += r[i]
			}
		}
	}
}

// push adds c_k ξ_i of row k of rows to the pull; nil stands for all rows.
func (a *nodes) push(rows []int, c []float64) {
	for lo := 0; lo < len(a.pull); lo += tile {
		run := a.pull[lo:min(lo+tile, len(a.pull))]
		for k, ck := range c {
			a.factor(rows, k).Push(run, lo, ck)
		}
	}
}

// dot writes Σ_i ξ_i m_i of row k of rows to sum_k; nil stands for all rows.
func (a *nodes) dot(rows []int, sum []float64) {
	clear(sum)
	for lo := 0; lo < len(a.m); lo += tile {
		run := a.m[lo:min(lo+tile, len(a.m))]
		for k := range sum {
			sum[k] += a.factor(rows, k).Dot(run, lo)
		}
	}
}

func (a *nodes) factor(rows []int, k int) factorgraph.Node {
	if rows != nil {
		k = rows[k]
	}
	return a.factors[k]
}

func (a *nodes) update(s *State, from []float64, rows []int, block int, damping float64) {
	v := factorgraph.Magnetize(a.m, from)
	for i := range s.H {
		s.H[i] -= a.pull[i]
	}
	row, stiffness := a.row[:len(rows)], 0.0
	a.dot(rows, row)
	for k, mu := range rows {
		old := a.slope[mu]
		out := a.factors[mu].Output(row[k]-float64(v*old), v)
		row[k] = float64((1 - damping) * (out.Slope - old))
		a.slope[mu] += row[k]
		stiffness -= out.Curvature
	}
	a.push(rows, row)
	if a.reaction[block] == nil {
		a.reaction[block] = make([]float64, len(a.m))
	}
	for i, old := range a.reaction[block] {
		d := float64((1 - damping) * (float64(stiffness*a.m[i]) - old))
		a.reaction[block][i] += d
		s.H[i] += a.pull[i] + d
	}
}

// freeEntropy expands the Bethe free entropy to the same order: with
// E = Σ_μ g_μ², N φ = Σ_i [ln 2cosh h_i − m_i (h_i − h_i^ext) + ½ (1 − m_i²) E] + Σ_μ ln Z_μ.
func (a *nodes) freeEntropy(s *State) float64 {
	v := factorgraph.Magnetize(a.m, s.H)
	sum, energy := 0.0, 0.0
	a.dot(nil, a.row)
	for mu, f := range a.factors {
		sum += f.Output(a.row[mu]-float64(v*a.slope[mu]), v).LogZ
		energy += float64(a.slope[mu] * a.slope[mu])
	}
	for i, h := range s.H {
		sum += gauss.Log2Cosh(h) - float64(a.m[i]*(h-s.Ext[i])) + float64(0.5*gauss.Sech2(h)*energy)
	}
	return sum
}
