package factorgraph

import (
	"math"

	"fbp/gauss"
	"fbp/internal/kern"
)

// Perceptron is the constraint Σ_i ξ_i w_i > θ of one pattern on binary
// weights, the sum over the other weights taken as Gaussian:
//
//	u_i = ½ ln [H((θ − ω_i − ξ_i)/√V_i) / H((θ − ω_i + ξ_i)/√V_i)],
//	ω_i = Σ_{j≠i} ξ_j m_j,   V_i = Σ_{j≠i} (1 − m_j²).
//
// As a [Row] it keeps messages gauged by the pattern and evaluates them as one
// polynomial a row, in single precision too; as a [Factor] it evaluates the formula above edge by edge;
// as a [Node] it serves approximate message passing.
type Perceptron struct {
	Signs []uint64 // the pattern: bit i set means ξ_i = −1
	N     int      // weights
	Theta float64  // θ = κ√N
}

// Sweep implements [Row].
func (f *Perceptron) Sweep(from, to, u []float64, damping float64, work *Workspace) {
	s := work.a[:f.N]
	omega, v := kern.Cavity(s, from, u, f.Signs)
	degree := kern.Degree(v)
	if degree == 0 {
		kern.Direct(to, u, s, f.Signs, f.Theta, omega, v, damping)
		return
	}
	var c [kern.MaxDegree + 1]float64
	kern.Coefficients(&c, degree, f.Theta, omega, v)
	kern.Update(to, u, s, f.Signs, &c, degree, damping)
}

// SweepNarrow implements [NarrowRow]. Rows whose variance is too small for a
// polynomial are swept in double precision, and what they say is rounded.
func (f *Perceptron) SweepNarrow(from, to, u []float32, damping float64, work *Workspace) {
	s := work.narrow[:f.N]
	omega, v := kern.CavityNarrow(s, from, u, f.Signs)
	degree := kern.Degree(v)
	if degree == 0 {
		f.sweepWide(from, to, u, damping, work)
		return
	}
	var c [kern.MaxDegree + 1]float64
	kern.Coefficients(&c, degree, f.Theta, omega, v)
	kern.UpdateNarrow(to, u, s, f.Signs, &c, degree, damping)
}

// AddToNarrow implements [NarrowRow].
func (f *Perceptron) AddToNarrow(h []float64, u []float32) { kern.AddNarrow(h[:f.N], u, f.Signs) }

// FreeEntropyNarrow implements [NarrowRow].
func (f *Perceptron) FreeEntropyNarrow(h []float64, u []float32, work *Workspace) float64 {
	kern.Widen(work.b[:f.N], u)
	return f.FreeEntropy(h, work.b, work)
}

func (f *Perceptron) sweepWide(from, to, u []float32, damping float64, work *Workspace) {
	wide, h := work.b[:f.N], work.c[:f.N]
	kern.Widen(wide, u)
	kern.Widen(h, from)
	f.Sweep(h, h, wide, damping, work)
	for i, old := range u {
		u[i] = float32(wide[i])
		to[i] += float32(f.sign(i)) * (u[i] - old)
	}
}

// AddTo implements [Row].
func (f *Perceptron) AddTo(h, u []float64) { kern.Add(h[:f.N], u, f.Signs) }

// FreeEntropy implements [Row]. The factor's own term is ln H((θ − ω)/√V) with
// the full row sums, no weight removed.
func (f *Perceptron) FreeEntropy(h, u []float64, work *Workspace) float64 {
	s := work.a[:f.N]
	omega, v := kern.Cavity(s, h, u, f.Signs)
	return f.logZ(omega, v) + kern.LogCosh(s, h, u, f.Signs)
}

// Update implements [Factor].
func (f *Perceptron) Update(_, b, m, v []float64) {
	omega, variance := f.sums(m, v)
	for i := range b {
		xi := f.sign(i)
		b[i] = xi * kern.Message(xi*m[i], f.Theta, omega, variance)
	}
}

// LogZ implements [Factor].
func (f *Perceptron) LogZ(m, v []float64) float64 { return f.logZ(f.sums(m, v)) }

func (f *Perceptron) logZ(omega, v float64) float64 {
	return gauss.LogH((f.Theta - omega) / math.Sqrt(max(v, kern.LeastVariance)))
}

func (f *Perceptron) sums(m, v []float64) (omega, variance float64) {
	for i, mi := range m {
		omega += f.sign(i) * mi
		variance += v[i]
	}
	return omega, variance
}

func (f *Perceptron) sign(i int) float64 { return kern.Sign(f.Signs, i) }
