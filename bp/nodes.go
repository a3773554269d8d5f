package bp

import (
	"math/rand/v2"

	"fbp/factorgraph"
	"fbp/gauss"
)

// nodes is approximate message passing: a message per edge is replaced by the
// slope g_μ of its factor's ln Z and a reaction. To leading order
//
//	u_{μ→i} = ξ_i g_μ − g'_μ m_i,   ω_μ = Σ_i ξ_i m_i − V g_μ,   V = Σ_i (1 − m_i²),
//
// with m and V as they stood when factor μ was last updated; they stand still within a
// block of rows. The fields are h_i = h_i^ext + Σ_μ ξ_i g_μ + Σ_b R_b,i, where
// block b reacts with R_b,i = −m_i Σ_{μ∈b} g'_μ. Keeping each block's reaction
// until the block is updated again matters: with today's m in every block's place,
// sequential sweeps diverge. Memory is at most 20 N + 2 P numbers beside the
// patterns' bits.
type nodes struct {
	factors  factorgraph.Nodes
	m        []float64   // magnetisations that the present block sees
	pull     []float64   // Σ_μ ξ_i g_μ
	slope    []float64   // g_μ, damped
	row      []float64   // one number per row of the present block
	reaction [][]float64 // R_b, damped, made when block b is first updated
}

// mostBlocks bounds the number of reactions that are kept.
const mostBlocks = 20

func newNodes(g *factorgraph.Graph) *nodes {
	p := g.Nodes.Len()
	return &nodes{g.Nodes, make([]float64, g.N), make([]float64, g.N), make([]float64, p), make([]float64, p), make([][]float64, mostBlocks)}
}

func (a *nodes) reset() {
	clear(a.pull)
	clear(a.slope)
	clear(a.reaction)
}

func (a *nodes) carry(c *carrier) {
	floats(c, a.pull)
	floats(c, a.slope)
	for b, r := range a.reaction {
		updated := 0
		if r != nil {
			updated = 1
		}
		if c.int(&updated); updated == 1 {
			if r == nil {
				a.reaction[b] = make([]float64, len(a.m))
			}
			floats(c, a.reaction[b])
		}
	}
}

func (a *nodes) block(refresh int) int {
	return max(refresh, (a.factors.Len()+mostBlocks-1)/mostBlocks)
}

// start draws slopes: to leading order, a message is ξ_i g_μ.
func (a *nodes) start(f factorgraph.Init, rng *rand.Rand) {
	f.Start(factorgraph.Messages{B: a.slope}, rng)
}

func (a *nodes) addTo(h factorgraph.Messages) {
	clear(a.pull)
	a.factors.Push(a.pull, a.slope, 0)
	for i := range h.B {
		h.B[i] += a.pull[i]
		for _, r := range a.reaction {
			if r != nil {
				h.B[i] += r[i]
			}
		}
	}
}

func (a *nodes) update(s *State, from factorgraph.Messages, rows []int, block int, damping float64) {
	v := s.prior.Moments(a.m, nil, from)
	for i := range s.H.B {
		s.H.B[i] -= a.pull[i]
	}
	row, stiffness := a.row[:len(rows)], 0.0
	a.factors.Dots(row, a.m, rows[0])
	for k, mu := range rows {
		old := a.slope[mu]
		out := a.factors.At(mu, row[k]-float64(v*old), v)
		row[k] = float64((1 - damping) * (out.Slope - old))
		a.slope[mu] += row[k]
		stiffness -= out.Curvature
	}
	a.factors.Push(a.pull, row, rows[0])
	if a.reaction[block] == nil {
		a.reaction[block] = make([]float64, len(a.m))
	}
	for i, old := range a.reaction[block] {
		d := float64((1 - damping) * (float64(stiffness*a.m[i]) - old))
		a.reaction[block][i] += d
		s.H.B[i] += a.pull[i] + d
	}
}

// freeEntropy expands the Bethe free entropy to the same order: with
// E = Σ_μ g_μ², N φ = Σ_i [ln 2cosh h_i − m_i (h_i − h_i^ext) + ½ (1 − m_i²) E] + Σ_μ ln Z_μ.
func (a *nodes) freeEntropy(s *State) float64 {
	v := s.prior.Moments(a.m, nil, s.H)
	sum, energy := 0.0, 0.0
	a.factors.Dots(a.row, a.m, 0)
	for mu, g := range a.slope {
		sum += a.factors.At(mu, a.row[mu]-float64(v*g), v).LogZ
		energy += float64(g * g)
	}
	for i, h := range s.H.B {
		sum += gauss.Log2Cosh(h) - float64(a.m[i]*(h-s.Ext.B[i])) + float64(0.5*gauss.Sech2(h)*energy)
	}
	return sum
}
