package bp

import (
	"math"
	"math/rand/v2"

	"fbp/factorgraph"
	"fbp/gauss"
	"fbp/model"
)

// latent is approximate message passing on random features ([factorgraph.Latent]): a node for each weight, each
// pattern and each of the D latent dimensions. With m_i = tanh h_i, V_s = 1 − ⟨m²⟩, and what stands on the right of
// ω_k and ω_μ from the sweep before,
//
//	ω_k = Σ_i F_ik m_i/√N − V_s g_k,   v = 1/(1/V_s + Λ),   ŝ_k = v (ω_k/V_s + B_k),
//	ω_μ = a Σ_k x_k ŝ_k/√D + b Σ_i η_i m_i/√N − V f_μ,   V = a² v + b² V_s,
//	f_μ = ∂_ω ln Z(ω_μ, V),   Λ = −a² Σ_μ f'_μ/D,   B_k = a Σ_μ x_k f_μ/√D + Λ ŝ_k,
//
// then v and ŝ_k anew, g_k = (ŝ_k − ω_k)/V_s, and the fields
//
//	h_i = h_i^ext + b Σ_μ η_i f_μ/√N + Σ_k F_ik g_k/√N + m_i [−b² Σ_μ f'_μ/N + (D/N) (1 − v/V_s)/V_s].
//
// A sweep is all of that. Its fixed points are those of replica symmetry on features; plain messages take the variance
// of a sum to be V_s. Derived in this project; checked by enumeration and counts around solutions.
type latent struct {
	*factorgraph.Latent
	m, pull         []float64 // of the weights: m_i, and h_i − h_i^ext, damped
	f, omega        []float64 // of the patterns: f_μ and ω_μ
	g, b, s, omegaS []float64 // of the latent dimensions: g_k, B_k, ŝ_k and ω_k
	lambda          float64   // Λ
	vs, v           float64   // V_s and v

	etaM, etaF, xF, projG []float64 // scratch: Σ_i η_i m_i, Σ_μ η_i f_μ, Σ_μ x_k f_μ and Σ_k F_ik g_k
}

// leastSpread keeps the variances of frozen weights from zero.
const leastSpread = 1e-12

func newLatent(g *factorgraph.Graph) *latent {
	l := &latent{Latent: g.Latent}
	for _, x := range []*[]float64{&l.m, &l.pull, &l.etaF, &l.projG} {
		*x = make([]float64, g.N)
	}
	for _, x := range []*[]float64{&l.f, &l.omega, &l.etaM} {
		*x = make([]float64, l.Len())
	}
	for _, x := range []*[]float64{&l.g, &l.b, &l.s, &l.omegaS, &l.xF} {
		*x = make([]float64, l.Patterns.Columns)
	}
	return l
}

func (l *latent) reset() {
	clear(l.pull)
	clear(l.f)
	clear(l.g)
	clear(l.b)
	l.lambda = 0
}

func (l *latent) carry(c *model.Carrier) {
	c.Numbers(l.pull)
	c.Numbers(l.f)
	c.Numbers(l.g)
	c.Numbers(l.b)
	c.Float(&l.lambda)
}

func (l *latent) block(int) int { return max(1, l.Len()) }

func (l *latent) start(f factorgraph.Start, rng *rand.Rand) {
	f(factorgraph.Messages{B: l.f}, rng)
}

func (l *latent) addTo(h factorgraph.Messages) {
	for i, x := range l.pull {
		h.B[i] += x
	}
}

// forward computes m and V_s of some fields, and from them ω_k, v, ŝ_k and ω_μ: the first two lines of [latent].
func (l *latent) forward(fields []float64) {
	n, d := float64(len(l.m)), float64(len(l.g))
	perN, perD := 1/math.Sqrt(n), 1/math.Sqrt(d)
	sum := 0.0
	for i, h := range fields {
		l.m[i] = gauss.Tanh(h)
		sum += gauss.Sech2(h)
	}
	l.vs = max(sum/n, leastSpread)
	l.Projection.Back(l.omegaS, l.m)
	for k, g := range l.g {
		l.omegaS[k] = float64(l.omegaS[k]*perN) - float64(l.vs*g)
	}
	l.latents()
	v := float64(l.A*l.A*l.v) + float64(l.B*l.B*l.vs)
	l.Patterns.Times(l.omega, l.s)
	l.Rest.Times(l.etaM, l.m)
	for mu, f := range l.f {
		l.omega[mu] = float64(l.A*perD*l.omega[mu]) + float64(l.B*perN*l.etaM[mu]) - float64(v*f)
	}
}

// latents are mean ŝ_k and variance v of the latent weights, given ω_k, V_s, B_k and Λ.
func (l *latent) latents() {
	l.v = 1 / (1/l.vs + l.lambda)
	for k, omega := range l.omegaS {
		l.s[k] = float64(l.v * (omega/l.vs + l.b[k]))
	}
}

// output is that of the channel at a sum in units of √N.
func (l *latent) output(mu int) factorgraph.Output {
	n := float64(len(l.m))
	root := math.Sqrt(n)
	v := float64(l.A*l.A*l.v) + float64(l.B*l.B*l.vs)
	out := l.Output(float64(root*l.omega[mu]), float64(n*v))
	out.Slope, out.Curvature = float64(root*out.Slope), float64(n*out.Curvature)
	return out
}

// update is a sweep: forward, then f_μ, Λ, B_k, v, ŝ_k and g_k, and the fields.
func (l *latent) update(s *State, from factorgraph.Messages, _ []int, _ int, damping float64) {
	n, d := float64(len(l.m)), float64(len(l.g))
	l.forward(from.B)
	curvature := 0.0
	for mu := range l.f {
		out := l.output(mu)
		l.f[mu] = out.Slope
		curvature += out.Curvature
	}
	l.lambda = -float64(l.A*l.A*curvature) / d
	l.Patterns.Back(l.xF, l.f)
	perN, perD := 1/math.Sqrt(n), 1/math.Sqrt(d)
	for k, x := range l.xF {
		l.b[k] = float64(l.A*perD*x) + float64(l.lambda*l.s[k])
	}
	l.latents()
	for k, x := range l.s {
		l.g[k] = (x - l.omegaS[k]) / l.vs
	}
	stiffness := -float64(l.B*l.B*curvature)/n + float64(d/n*(1-l.v/l.vs)/l.vs)
	l.Rest.Back(l.etaF, l.f)
	l.Projection.Times(l.projG, l.g)
	for i, m := range l.m {
		pull := float64(perN*(float64(l.B*l.etaF[i])+l.projG[i])) + float64(m*stiffness)
		change := float64((1 - damping) * (pull - l.pull[i]))
		l.pull[i] += change
		s.H.B[i] += change
	}
}

// freeEntropy is
//
//	N φ = Σ_i [ln 2cosh h_i − m_i (h_i − h_i^ext)] + Σ_μ [ln Z(ω_μ, V) + ½ V f_μ²]
//	    + Σ_k [½ ln(v/V_s) + ŝ_k²/2v − ω_k²/2V_s + ½ V_s g_k² − B_k ŝ_k + ½ Λ (ŝ_k² + v)].
func (l *latent) freeEntropy(s *State) (sum float64) {
	l.forward(s.H.B)
	for i, h := range s.H.B {
		sum += gauss.Log2Cosh(h) - float64(l.m[i]*(h-s.Ext.B[i]))
	}
	v := float64(l.A*l.A*l.v) + float64(l.B*l.B*l.vs)
	for mu, f := range l.f {
		sum += l.output(mu).LogZ + float64(0.5*v*f*f)
	}
	shrunk := 0.5 * gauss.Log(l.v/l.vs)
	for k, x := range l.s {
		omega := l.omegaS[k]
		sum += shrunk + float64(0.5*x*x)/l.v - float64(0.5*omega*omega)/l.vs + float64(0.5*l.vs*l.g[k]*l.g[k]) -
			float64(l.b[k]*x) + float64(0.5*l.lambda*(float64(x*x)+l.v))
	}
	return sum
}

// curvature is asked of graphs that are [factorgraph.Graph.Curved] alone; the inputs of this one are not independent.
func (l *latent) curvature(*State) float64 { return math.NaN() }

// shares is asked of messages at a temperature or with a potential alone, which these refuse.
func (*latent) shares(*State, *factorgraph.Graph) []float64 {
	panic("bp: latent messages have no shares")
}
