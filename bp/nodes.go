package bp

import (
	"math/rand/v2"

	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/internal/cores"
	"fbp/model"
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
// sequential sweeps diverge. Memory is at most 20 N + 5 P numbers beside the
// patterns' bits.
//
// A factor of several units has a slope by the mean of each of their sums, and g_μ, g'_μ,
// ω_μ and V are those of the unit of weight i: 5 K P numbers.
//
// What is done for every weight or every pattern is divided among the cores of the factors.
type nodes struct {
	factors  *factorgraph.Nodes
	m        []float64   // magnetisations that the present block sees
	known    bool        // these are there, and v, with the external field
	pull     []float64   // Σ_μ ξ_i g_μ
	slope    []float64   // g_μ, damped, unit by unit
	row      []float64   // what the slopes of the present block change by, unit by unit
	reaction [][]float64 // R_b, damped, made when block b is first updated

	next    factorgraph.Magnetized // what the next block sees, under a field that acts weight by weight
	divided bool                   // there are several cores, and next
	ahead   bool                   // next was read as the fields changed, and the field has acted

	v, stiffness []float64            // of each unit
	out          []factorgraph.Output // of the patterns of the present block
}

// mostBlocks bounds the number of reactions that are kept.
const mostBlocks = 20

func newNodes(g *factorgraph.Graph) *nodes {
	k := g.Nodes.Units()
	p := k * g.Nodes.Len()
	return &nodes{
		factors: g.Nodes, m: make([]float64, g.N), pull: make([]float64, g.N), slope: make([]float64, p), row: make([]float64, p),
		reaction: make([][]float64, mostBlocks),
		v:        make([]float64, k), stiffness: make([]float64, k), out: make([]factorgraph.Output, p),
	}
}

// unit are the weights of unit k.
func (a *nodes) unit(k int) (lo, hi int) {
	n := len(a.m) / len(a.v)
	return k * n, (k + 1) * n
}

func (a *nodes) reset() {
	clear(a.pull)
	clear(a.slope)
	clear(a.reaction)
}

func (a *nodes) carry(c *model.Carrier) {
	c.Numbers(a.pull)
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

func (a *nodes) block(refresh int) int {
	return max(refresh, (a.factors.Len()+mostBlocks-1)/mostBlocks)
}

// start draws slopes: to leading order, a message is ξ_i g_μ.
func (a *nodes) start(f factorgraph.Init, rng *rand.Rand) {
	f.Start(factorgraph.Messages{B: a.slope}, rng)
}

func (a *nodes) addTo(h factorgraph.Messages) {
	for k := range a.v {
		lo, hi := a.unit(k)
		all := everything{a.factors.Push(k, a.slope, 0), a, h.B[lo:hi], lo}
		parts, piece := all.Pieces(hi - lo)
		cores.Divide(parts, hi-lo, piece, all, everything.addTo)
	}
}

// everything is all that the patterns add to the fields h of a unit, whose weights are
// those from first on.
type everything struct {
	factorgraph.Push
	*nodes
	h     []float64
	first int
}

func (e everything) addTo(_, lo, hi int) {
	h, pull := e.h[lo:hi], e.pull[e.first+lo:e.first+hi]
	clear(pull)
	e.Add(pull, lo)
	for i, x := range pull {
		h[i] += x
	}
	for _, r := range e.reaction {
		if r != nil {
			for i, x := range r[e.first+lo : e.first+hi] {
				h[i] += x
			}
		}
	}
}

func (a *nodes) update(s *State, from factorgraph.Messages, rows []int, block int, damping float64) {
	if !a.known {
		a.factors.Moments(a.m, a.v, from.B, nil)
	}
	a.known = false // the fields change
	a.climb(rows, 1-damping)
	if a.reaction[block] == nil {
		a.reaction[block] = make([]float64, len(a.m))
	}
	var parts, piece int // of each unit
	for k, stiffness := range a.stiffness {
		lo, hi := a.unit(k)
		c := change{
			a.factors.Push(k, a.row[:len(a.v)*len(rows)], rows[0]),
			s.H.B[lo:hi], a.m[lo:hi], a.pull[lo:hi], a.reaction[block][lo:hi], stiffness, 1 - damping, nil, k,
		}
		if k == 0 {
			parts, piece = c.Pieces(hi - lo)
			a.ahead = a.divided && parts > 1 && a.next.Reads(piece) && rows[len(rows)-1] < a.factors.Len()-1
		}
		if a.ahead {
			c.next = &a.next
		}
		cores.Divide(parts, hi-lo, piece, c, change.apply)
	}
	if a.ahead {
		a.next.Variances(a.v)
		a.known = true
	}
}

// climb computes the slopes of a block of rows, and the stiffness Σ_μ −g'_μ of each unit.
func (a *nodes) climb(rows []int, gain float64) {
	units := len(a.v)
	out := a.out[:units*len(rows)]
	a.factors.Climb(out, a.row[:len(out)], a.m, a.v, a.slope, rows[0], gain)
	clear(a.stiffness)
	for j := range rows {
		for k, out := range out[j*units : (j+1)*units] {
			a.stiffness[k] -= out.Curvature
		}
	}
}

// change is what a block of rows changes of the fields h of a unit.
type change struct {
	factorgraph.Push
	h, m, pull, reaction []float64
	stiffness, gain      float64

	next *factorgraph.Magnetized // read when a piece has changed; nil: not
	unit int
}

// apply gives the fields the new pull of the patterns instead of the old one, and what
// changed of the reaction of the block. What the next block sees of these weights nobody else
// reads or changes meanwhile, so that the cores need not meet before it is computed.
func (c change) apply(_, lo, hi int) {
	h, m, pull, reaction := c.h[lo:hi], c.m[lo:hi], c.pull[lo:hi], c.reaction[lo:hi]
	for i, x := range pull {
		h[i] -= x
	}
	c.Add(pull, lo)
	for i, x := range m {
		d := float64(c.gain * (float64(c.stiffness*x) - reaction[i]))
		reaction[i] += d
		h[i] += pull[i] + d
	}
	if c.next != nil {
		c.next.Read(c.unit, lo, hi)
	}
}

// freeEntropy expands the Bethe free entropy to the same order: with
// E = Σ_μ g_μ², N φ = Σ_i [ln 2cosh h_i − m_i (h_i − h_i^ext) + ½ (1 − m_i²) E] + Σ_μ ln Z_μ.
func (a *nodes) freeEntropy(s *State) float64 {
	a.factors.Moments(a.m, a.v, s.H.B, nil)
	a.factors.Outputs(a.out, a.m, a.v, a.slope, 0)
	units, p, sum := len(a.v), a.factors.Len(), 0.0
	energy := a.stiffness
	clear(energy)
	for mu := range p {
		sum += a.out[mu*units].LogZ
		for k := range energy {
			g := a.slope[k*p+mu]
			energy[k] += float64(g * g)
		}
	}
	n := len(a.m) / units
	for i, h := range s.H.B {
		sum += gauss.Log2Cosh(h) - float64(a.m[i]*(h-s.Ext.B[i])) + float64(0.5*gauss.Sech2(h)*energy[i/n])
	}
	return sum
}

// shares implements [sharing]: a factor's ln Z, the rest being the weights'.
func (a *nodes) shares(s *State, g *factorgraph.Graph) []float64 {
	factors := a.factors
	if g != nil {
		factors = g.Nodes
	}
	a.factors.Moments(a.m, a.v, s.H.B, nil)
	factors.Outputs(a.out, a.m, a.v, a.slope, 0)
	list := make([]float64, factors.Len())
	for mu := range list {
		list[mu] = a.out[mu*len(a.v)].LogZ
	}
	return list
}
