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
	Least int      // smallest sum Σ_i ξ_i w_i that is allowed, of the parity of N
}

// theta is the threshold θ midway between the least allowed sum and the next one
// below it: the one at which the Gaussian form is right on a lattice of spacing 2.
func (f *Perceptron) theta() float64 { return float64(f.Least - 1) }

// Sweep implements [Row].
func (f *Perceptron) Sweep(from, to, u []float64, damping float64, work *Workspace) {
	s := work.a[:f.N]
	omega, v := kern.Cavity(s, from, u, f.Signs)
	if v < kern.GaussianAbove {
		f.sweepFew(from, to, u, omega, v, damping, work)
		return
	}
	degree := kern.Degree(v)
	var c [kern.MaxDegree + 1]float64
	kern.Coefficients(&c, degree, f.theta(), omega, v)
	kern.Update(to, u, s, f.Signs, &c, degree, damping)
}

// sweepFew is Sweep for a row that has few free weights: the messages of the
// Gaussian sum and those of the flips, mixed.
func (f *Perceptron) sweepFew(from, to, u []float64, omega, v, damping float64, work *Workspace) {
	s, messages := work.a[:f.N], work.d[:f.N]
	idle, gaussian := kern.Idle(f.Least, omega, v), kern.Gaussianity(v)
	if !idle {
		work.few.Load(s, from, u, f.Signs, f.Least)
		work.few.Messages(messages)
	}
	var c [kern.MaxDegree + 1]float64
	degree := 5
	if gaussian > 0 && !idle {
		degree = kern.Degree(v)
		kern.Coefficients(&c, degree, f.theta(), omega, v)
		for k := range c {
			c[k] = float64(gaussian * c[k])
		}
	}
	kern.Update(to, u, s, f.Signs, &c, degree, damping)
	if !idle {
		kern.AddMessages(to, u, messages, f.Signs, float64((1-damping)*(1-gaussian)))
	}
}

// SweepNarrow implements [NarrowRow]. Rows whose variance is too small for a
// polynomial are swept in double precision, and what they say is rounded.
func (f *Perceptron) SweepNarrow(from, to, u []float32, damping float64, work *Workspace) {
	s := work.narrow[:f.N]
	omega, v := kern.CavityNarrow(s, from, u, f.Signs)
	if v < kern.GaussianAbove {
		f.sweepWide(from, to, u, damping, work)
		return
	}
	degree := kern.Degree(v)
	var c [kern.MaxDegree + 1]float64
	kern.Coefficients(&c, degree, f.theta(), omega, v)
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
	cosh := kern.LogCosh(s, h, u, f.Signs)
	if v < kern.GaussianAbove && !kern.Idle(f.Least, omega, v) {
		work.few.Load(s, h, u, f.Signs, f.Least)
	}
	return f.logZ(omega, v, &work.few) + cosh
}

// Update implements [Factor].
func (f *Perceptron) Update(_, b, m, v []float64) {
	omega, variance := f.sums(m, v)
	few, gaussian := new(kern.Flips), kern.Gaussianity(variance)
	few.LoadMoments(m, v, f.Signs, f.Least)
	few.Messages(b)
	for i := range b {
		xi := f.sign(i)
		b[i] = xi * mix(gaussian, kern.Message(xi*m[i], f.theta(), omega, variance), b[i])
	}
}

// LogZ implements [Factor].
func (f *Perceptron) LogZ(m, v []float64) float64 {
	omega, variance := f.sums(m, v)
	few := new(kern.Flips)
	few.LoadMoments(m, v, f.Signs, f.Least)
	return f.logZ(omega, variance, few)
}

// logZ is ln Z of the factor; few is read where the sum is not quite Gaussian.
func (f *Perceptron) logZ(omega, v float64, few *kern.Flips) float64 {
	gaussian := gauss.LogH((f.theta() - omega) / math.Sqrt(max(v, kern.LeastVariance)))
	switch {
	case v >= kern.GaussianAbove:
		return gaussian
	case kern.Idle(f.Least, omega, v):
		return 0
	}
	return mix(kern.Gaussianity(v), gaussian, few.LogZ())
}

// mix is (1−x) b + x a.
func mix(x, a, b float64) float64 { return math.FMA(x, a-b, b) }

func (f *Perceptron) sums(m, v []float64) (omega, variance float64) {
	for i, mi := range m {
		omega += f.sign(i) * mi
		variance += v[i]
	}
	return omega, variance
}

func (f *Perceptron) sign(i int) float64 { return kern.Sign(f.Signs, i) }
