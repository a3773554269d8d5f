package bp

import (
	"math"

	"fbp/factorgraph"
	"fbp/gauss"
)

// nodes is approximate message passing: instead of a message an edge it keeps
// the slope g_μ and the curvature g'_μ of every factor's ln Z. To leading order
//
//	u_{μ→i} = ξ_i g_μ − g'_μ m_i,   ω_μ = Σ_i ξ_i m_i − V g_μ,   V = Σ_i (1 − m_i²),
//
// so that the fields are h_i = h_i^ext + Σ_μ ξ_i g_μ + R m_i with one reaction
// R = −Σ_μ g'_μ. Memory is N + P numbers beside the patterns' bits. Within a
// block of rows m and V stand still.
type nodes struct {
	factors          []factorgraph.Node
	m                []float64 // magnetisations when a factor last spoke
	pull             []float64 // Σ_μ ξ_i g_μ
	slope, curvature []float64 // g_μ, g'_μ, damped
}

func newNodes(g *factorgraph.Graph) *nodes {
	p := len(g.Nodes)
	return &nodes{g.Nodes, make([]float64, g.N), make([]float64, g.N), make([]float64, p), make([]float64, p)}
}

func (a *nodes) reset() {
	clear(a.m)
	clear(a.pull)
	clear(a.slope)
	clear(a.curvature)
}

// reaction is R, summed afresh: P terms are little beside a block of rows.
func (a *nodes) reaction() float64 {
	r := 0.0
	for _, c := range a.curvature {
		r -= c
	}
	return r
}

func (a *nodes) addTo(h []float64) {
	clear(a.pull)
	for mu, f := range a.factors {
		f.Push(a.pull, a.slope[mu])
	}
	r := a.reaction()
	for i := range h {
		h[i] += a.pull[i] + float64(r*a.m[i])
	}
}

func (a *nodes) update(s *State, from []float64, rows []int, damping float64) (change float64) {
	v := a.magnetize(from)
	for _, mu := range rows {
		f, old := a.factors[mu], a.slope[mu]
		out := f.Output(f.Dot(a.m)-float64(v*old), v)
		d := float64((1 - damping) * (out.Slope - old))
		f.Push(a.pull, d)
		a.slope[mu] += d
		a.curvature[mu] += float64((1 - damping) * (out.Curvature - a.curvature[mu]))
		change = max(change, math.Abs(d))
	}
	r := a.reaction()
	for i := range s.H {
		s.H[i] = s.Ext[i] + a.pull[i] + float64(r*a.m[i])
	}
	return change
}

// magnetize takes m = tanh h and returns V.
func (a *nodes) magnetize(h []float64) (v float64) {
	for i, hi := range h {
		a.m[i] = gauss.Tanh(hi)
		v += gauss.Sech2(hi)
	}
	return v
}

// freeEntropy expands the Bethe free entropy to the same order: with
// E = Σ_μ g_μ², N φ = Σ_i [ln 2cosh h_i − m_i (h_i − h_i^ext) + ½ (1 − m_i²) E] + Σ_μ ln Z_μ.
func (a *nodes) freeEntropy(s *State) float64 {
	v := a.magnetize(s.H)
	sum, energy := 0.0, 0.0
	for mu, f := range a.factors {
		sum += f.Output(f.Dot(a.m)-float64(v*a.slope[mu]), v).LogZ
		energy += float64(a.slope[mu] * a.slope[mu])
	}
	for i, h := range s.H {
		sum += gauss.Log2Cosh(h) - float64(a.m[i]*(h-s.Ext[i])) + float64(0.5*gauss.Sech2(h)*energy)
	}
	return sum
}
