package bp

import (
	"math/rand/v2"

	"fbp/factorgraph"
	"fbp/internal/cores"
	"fbp/model"
)

// amp is approximate message passing: the message u_{μ→i} is expanded in ξ_i about the sum of all weights. With
//
//	g_μ = ∂_ω ln Z_μ(ω_μ, V),   g'_μ = ∂_ω g_μ,   V = Σ_i (1 − m_i²),
//
// the slope of the factor's ln Z and its derivative, to leading order
//
//	u_{μ→i} = ξ_i g_μ − g'_μ m_i,   ω_μ = Σ_i ξ_i m_i − V g_μ.
//
// The terms −g'_μ m_i and −V g_μ are Onsager's reaction: they take away what a weight has added to the message that it receives,
// and a pattern to its own sum. g_μ is that of the sweep before in ω_μ, and m and V are as they stood when factor μ was last
// updated. They stand still within a block of rows, so that the fields are, with block b's reaction R_b,
//
//	h_i = h_i^ext + Σ_μ ξ_i g_μ + Σ_b R_b,i,   R_b,i = −m_i Σ_{μ∈b} g'_μ.
//
// Keeping each block's reaction until the block is updated again matters: with today's m in every
// block's place, sequential sweeps diverge. Memory is at most 20 N + 5 P numbers beside the
// patterns' bits. A factor of several units has a slope for the sum of each of them, and g_μ, g'_μ, ω_μ and V are
// those of the unit of weight i: 5 K P numbers.
//
// A block b has three steps (update), the first and the last divided among the cores by weights, the second by
// patterns; at ⫽ all cores meet.
//
//	weights        h^ext of b that the field gives, then m and V of h    ⫽
//	patterns of b  ω, g and g'                                           ⫽
//	weights        h ← h + Δ(Σ_μ ξ g_μ) + ΔR_b                           ⫽
//	weights        h^ext of b+1, then m and V of h                       ⫽
//	patterns of b+1 …
//
// The last two steps of weights ask nothing of other weights, but for V, a sum over pieces that is
// added up at the end. So a core does both for a piece before it takes the next: block b+1 is read
// ahead, and the cores meet twice a block.
//
//	patterns of b  ω, g and g'                                           ⫽
//	weights        piece by piece: h, then h^ext of b+1, then m and V    ⫽
//	patterns of b+1 …
type amp struct {
	factors  *factorgraph.Nodes
	sums     []float64   // Σ_μ ξ_i g_μ of each weight
	reaction [][]float64 // R_b, damped; nil before block b is first updated
	slope    []float64   // g_μ, damped, unit by unit
	change   []float64   // Δg_μ of the block, likewise

	m, v      []float64            // m_i of the weights, and V of each unit, as the block sees them
	current   bool                 // m and v are those of the fields h
	stiffness []float64            // −Σ_{μ∈b} g'_μ of each unit, so that R_b,i = stiffness m_i
	out       []factorgraph.Output // ln Z, g and g' of the patterns of the block

	ahead readAhead
}

// mostBlocks bounds the number of blocks, and so of reactions R_b that are kept.
const mostBlocks = 20

func newAMP(g *factorgraph.Graph) *amp {
	units := g.Nodes.Units()
	p := units * g.Nodes.Len()
	return &amp{
		factors: g.Nodes, sums: make([]float64, g.N), reaction: make([][]float64, mostBlocks), slope: make([]float64, p), change: make([]float64, p),
		m: make([]float64, g.N), v: make([]float64, units), stiffness: make([]float64, units), out: make([]factorgraph.Output, p),
	}
}

// inputs is the number of weights of each unit.
func (a *amp) inputs() int { return len(a.m) / len(a.v) }

// unit is the range lo … hi−1 of the weights of unit k.
func (a *amp) unit(k int) (lo, hi int) { return k * a.inputs(), (k + 1) * a.inputs() }

func (a *amp) reset() {
	clear(a.sums)
	clear(a.slope)
	clear(a.reaction)
}

func (a *amp) carry(c *model.Carrier) {
	c.Numbers(a.sums)
	c.Numbers(a.slope)
	for b, r := range a.reaction {
		updated := r != nil
		if c.Bool(&updated); updated {
			if r == nil {
				a.reaction[b] = make([]float64, len(a.m))
			}
			c.Numbers(a.reaction[b])
		}
	}
}

func (a *amp) block(refresh int) int {
	return max(refresh, (a.factors.Len()+mostBlocks-1)/mostBlocks)
}

// start draws slopes: to leading order, a message is ξ_i g_μ.
func (a *amp) start(f factorgraph.Start, rng *rand.Rand) {
	f(factorgraph.Messages{B: a.slope}, rng)
}

// update is one block, see [amp]: m and V unless they are known, the slopes, and the fields unit by unit.
func (a *amp) update(s *State, from factorgraph.Messages, rows []int, block int, damping float64) {
	if !a.current {
		a.factors.Moments(a.m, a.v, from.B, nil)
	}
	change := a.change[:len(a.v)*len(rows)]
	a.updateSlopes(change, rows[0], 1-damping)
	if a.reaction[block] == nil {
		a.reaction[block] = make([]float64, len(a.m))
	}
	n := a.inputs()
	parts, piece := a.factors.Pieces(n, len(rows))
	ahead := a.ahead.begin(parts, piece, rows[len(rows)-1] == a.factors.Len()-1)
	for k, stiffness := range a.stiffness {
		lo, hi := a.unit(k)
		u := fieldUpdate{
			Push: a.factors.Push(k, change, rows[0]), h: s.H.B[lo:hi], m: a.m[lo:hi], sums: a.sums[lo:hi], reaction: a.reaction[block][lo:hi],
			stiffness: stiffness, gain: 1 - damping, ahead: ahead, unit: k,
		}
		cores.Divide(parts, n, piece, u, fieldUpdate.apply)
	}
	if a.current = ahead != nil; a.current { // or the fields have changed since m and v were computed
		ahead.Variances(a.v)
	}
}

// updateSlopes is the step of the patterns: new g_μ of a block of rows, change of them, and the stiffness of each unit.
func (a *amp) updateSlopes(change []float64, first int, gain float64) {
	units := len(a.v)
	out := a.out[:len(change)]
	a.factors.UpdateSlopes(out, change, a.m, a.v, a.slope, first, gain)
	clear(a.stiffness)
	for j, one := range out {
		a.stiffness[j%units] -= one.Curvature
	}
}

// fieldUpdate is the last step of a block, for the weights of a unit: with D_i = Σ_{μ∈b} ξ_i Δg_μ and R that of the block,
//
//	sums_i ← sums_i + D_i,   R_i ← R_i + ΔR_i,   ΔR_i = (1 − δ) (stiffness m_i − R_i),   h_i ← h_i + D_i + ΔR_i.
type fieldUpdate struct {
	factorgraph.Push // of Δg_μ
	h, m             []float64
	sums, reaction   []float64
	stiffness, gain  float64 // gain is 1 − δ

	ahead *factorgraph.WeightBlocks // nil: the next block is not read ahead
	unit  int
}

// apply updates weights lo … hi−1 of the unit, and reads them ahead for the next block.
func (u fieldUpdate) apply(_, lo, hi int) {
	h, m, sums, reaction := u.h[lo:hi], u.m[lo:hi], u.sums[lo:hi], u.reaction[lo:hi]
	for i, x := range sums {
		h[i] -= x
	}
	u.Add(sums, lo)
	for i, x := range m {
		d := float64(u.gain * (float64(u.stiffness*x) - reaction[i]))
		reaction[i] += d
		h[i] += sums[i] + d
	}
	if u.ahead != nil {
		u.ahead.Compute(u.unit, lo, hi)
	}
}

func (a *amp) addTo(h factorgraph.Messages) {
	n := a.inputs()
	parts, piece := a.factors.Pieces(n, a.factors.Len())
	for k := range a.v {
		lo, hi := a.unit(k)
		t := fieldTotal{a.factors.Push(k, a.slope, 0), a, h.B[lo:hi], lo}
		cores.Divide(parts, n, piece, t, fieldTotal.apply)
	}
}

// fieldTotal computes the fields of the weights of a unit afresh, the first of which is weight first: to h it adds the messages
// of all patterns, Σ_μ ξ_i g_μ + Σ_b R_b,i.
type fieldTotal struct {
	factorgraph.Push // of g_μ
	*amp
	h     []float64
	first int
}

// apply adds to weights lo … hi−1 of the unit.
func (t fieldTotal) apply(_, lo, hi int) {
	h, sums := t.h[lo:hi], t.sums[t.first+lo:t.first+hi]
	clear(sums)
	t.Add(sums, lo)
	for i, x := range sums {
		h[i] += x
	}
	for _, r := range t.reaction {
		if r != nil {
			for i, x := range r[t.first+lo : t.first+hi] {
				h[i] += x
			}
		}
	}
}
