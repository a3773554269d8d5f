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
//
// A factor of several units has a slope by the mean of each of their sums, and g_μ, g'_μ,
// ω_μ and V are those of the unit of weight i: 2 K P numbers.
type nodes struct {
	factors  *factorgraph.Nodes
	m        []float64   // magnetisations that the present block sees
	pull     []float64   // Σ_μ ξ_i g_μ
	slope    []float64   // g_μ, damped, unit by unit
	row      []float64   // one number per row of the present block and unit
	reaction [][]float64 // R_b, damped, made when block b is first updated

	v, omega, stiffness []float64 // of each unit
	out                 []factorgraph.Output
}

// mostBlocks bounds the number of reactions that are kept.
const mostBlocks = 20

func newNodes(g *factorgraph.Graph) *nodes {
	k := g.Nodes.Units()
	p := k * g.Nodes.Len()
	return &nodes{
		factors: g.Nodes, m: make([]float64, g.N), pull: make([]float64, g.N), slope: make([]float64, p), row: make([]float64, p),
		reaction: make([][]float64, mostBlocks),
		v:        make([]float64, k), omega: make([]float64, k), stiffness: make([]float64, k), out: make([]factorgraph.Output, k),
	}
}

// perUnit is the number of weights of a unit.
func (a *nodes) perUnit() int { return len(a.m) / len(a.v) }

// moments reads the magnetisations under fields h, and the variances of the sums.
func (a *nodes) moments(s *State, h factorgraph.Messages) {
	n := a.perUnit()
	for k := range a.v {
		a.v[k] = s.prior.Moments(a.m[k*n:(k+1)*n], nil, h.Slice(k*n, (k+1)*n))
	}
}

// output computes the outputs of factor mu, number j of so many whose sums are in row.
func (a *nodes) output(mu, j, rows int) {
	for k, v := range a.v {
		a.omega[k] = a.row[k*rows+j] - float64(v*a.slope[k*a.factors.Len()+mu])
	}
	a.factors.At(a.out, mu, a.omega, a.v)
}

func (a *nodes) reset() {
	clear(a.pull)
	clear(a.slope)
	clear(a.reaction)
}

func (a *nodes) carry(c *Carrier) {
	floats(c, a.pull)
	floats(c, a.slope)
	for b, r := range a.reaction {
		updated := r != nil
		if c.Bool(&updated); updated {
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
	a.moments(s, from)
	a.leave(s.H.B)
	row := a.row[:len(a.v)*len(rows)]
	clear(a.stiffness)
	a.factors.Dots(row, a.m, rows[0])
	for j, mu := range rows {
		a.output(mu, j, len(rows))
		for k, out := range a.out {
			slope := &a.slope[k*a.factors.Len()+mu]
			d := float64((1 - damping) * (out.Slope - *slope))
			row[k*len(rows)+j] = d
			*slope += d
			a.stiffness[k] -= out.Curvature
		}
	}
	a.factors.Push(a.pull, row, rows[0])
	if a.reaction[block] == nil {
		a.reaction[block] = make([]float64, len(a.m))
	}
	n := a.perUnit()
	for k, stiffness := range a.stiffness {
		lo, hi := k*n, (k+1)*n
		a.react(s.H.B[lo:hi], a.m[lo:hi], a.pull[lo:hi], a.reaction[block][lo:hi], stiffness, 1-damping)
	}
}

// leastWeights is the number of weights that are worth a goroutine.
const leastWeights = 8192

// leave takes the pull of the patterns from the fields.
func (a *nodes) leave(h []float64) {
	if parts := a.factors.Cores.Parts(len(h), leastWeights); parts > 1 {
		factorgraph.Divide(parts, len(h), 1, func(lo, hi int) { subtract(h[lo:hi], a.pull[lo:hi]) })
		return
	}
	subtract(h, a.pull)
}

func subtract(h, pull []float64) {
	for i, x := range pull[:len(h)] {
		h[i] -= x
	}
}

// react gives fields the pull of the patterns and what changed of the reaction of a block.
func (a *nodes) react(h, m, pull, reaction []float64, stiffness, gain float64) {
	if parts := a.factors.Cores.Parts(len(h), leastWeights); parts > 1 {
		factorgraph.Divide(parts, len(h), 1, func(lo, hi int) {
			react(h[lo:hi], m[lo:hi], pull[lo:hi], reaction[lo:hi], stiffness, gain)
		})
		return
	}
	react(h, m, pull, reaction, stiffness, gain)
}

func react(h, m, pull, reaction []float64, stiffness, gain float64) {
	for i, x := range m {
		d := float64(gain * (float64(stiffness*x) - reaction[i]))
		reaction[i] += d
		h[i] += pull[i] + d
	}
}

// freeEntropy expands the Bethe free entropy to the same order: with
// E = Σ_μ g_μ², N φ = Σ_i [ln 2cosh h_i − m_i (h_i − h_i^ext) + ½ (1 − m_i²) E] + Σ_μ ln Z_μ.
func (a *nodes) freeEntropy(s *State) float64 {
	a.moments(s, s.H)
	p, n, sum := a.factors.Len(), a.perUnit(), 0.0
	energy := a.stiffness
	clear(energy)
	a.factors.Dots(a.row, a.m, 0)
	for mu := range p {
		a.output(mu, mu, p)
		sum += a.out[0].LogZ
		for k := range energy {
			g := a.slope[k*p+mu]
			energy[k] += float64(g * g)
		}
	}
	for i, h := range s.H.B {
		sum += gauss.Log2Cosh(h) - float64(a.m[i]*(h-s.Ext.B[i])) + float64(0.5*gauss.Sech2(h)*energy[i/n])
	}
	return sum
}
