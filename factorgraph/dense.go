package factorgraph

import "fbp/internal/kern"

// Dense is one pattern as a factor on binary weights, f(Σ_i ξ_i w_i), the sum over
// the other weights taken as Gaussian where many of them are free and as it is,
// on its lattice, where few are (see [kern.Gaussianity]):
//
//	u_i = ½ ξ_i ln [Z(ω_i + ξ_i, V_i) / Z(ω_i − ξ_i, V_i)],
//	ω_i = Σ_{j≠i} ξ_j m_j,   V_i = Σ_{j≠i} (1 − m_j²).
//
// As a [Row] it keeps messages gauged by the pattern and evaluates them as one
// polynomial per row, in single precision too; as a [Factor] it evaluates the
// formula above edge by edge.
type Dense struct {
	Channel
	Signs []uint64 // the pattern: bit i set means ξ_i = −1
	N     int      // weights
}

// Sweep implements [Row].
func (f *Dense) Sweep(from, to, u Messages, damping float64, work *Workspace) {
	s := work.a[:f.N]
	omega, v := kern.Cavity(s, from.B, u.B, f.Signs)
	if v < kern.GaussianAbove {
		f.sweepFew(from.B, to.B, u.B, omega, v, damping, work)
		return
	}
	degree := kern.Degree(v)
	work.interpolate(f.Channel, degree, omega, v)
	kern.Update(to.B, u.B, s, f.Signs, &work.c, degree, damping)
}

// messenger is the part of a [Channel] that the row polynomial needs.
type messenger interface {
	Messages(f, s []float64, omega, v float64)
}

// interpolate writes the coefficients of the messages that a channel sends.
func (work *Workspace) interpolate(c messenger, degree int, omega, v float64) {
	nodes := kern.Nodes(degree)
	c.Messages(work.values[:len(nodes)], nodes, omega, v)
	work.c = [kern.MaxDegree + 1]float64{}
	kern.Interpolate(&work.c, degree, work.values[:len(nodes)])
}

// sweepFew is Sweep for a row that has few free weights: the messages of the
// Gaussian sum and those of the flips, mixed.
func (f *Dense) sweepFew(from, to, u []float64, omega, v, damping float64, work *Workspace) {
	s, messages, degree := work.a[:f.N], work.d[:f.N], 5
	idle, gaussian := f.Idle(omega, v), kern.Gaussianity(v)
	work.c = [kern.MaxDegree + 1]float64{}
	if !idle {
		work.few.Load(from[:f.N], u, f.Signs)
		work.few.Messages(messages, f.Channel)
		if gaussian > 0 {
			degree = kern.Degree(v)
			work.interpolate(f.Channel, degree, omega, v)
			for k := range work.c {
				work.c[k] = float64(gaussian * work.c[k])
			}
		}
	}
	kern.Update(to, u, s, f.Signs, &work.c, degree, damping)
	if !idle {
		kern.AddMessages(to, u, messages, f.Signs, float64((1-damping)*(1-gaussian)))
	}
}

// SweepNarrow implements [NarrowRow]. Rows of few free weights are swept in double
// precision, and their messages rounded.
func (f *Dense) SweepNarrow(from, to, u []float32, damping float64, work *Workspace) {
	s := work.narrow[:f.N]
	omega, v := kern.CavityNarrow(s, from, u, f.Signs)
	if v < kern.GaussianAbove {
		f.sweepWide(from, to, u, damping, work)
		return
	}
	degree := kern.Degree(v)
	work.interpolate(f.Channel, degree, omega, v)
	kern.UpdateNarrow(to, u, s, f.Signs, &work.c, degree, damping)
}

// AddToNarrow implements [NarrowRow].
func (f *Dense) AddToNarrow(h []float64, u []float32) { kern.AddNarrow(h[:f.N], u, f.Signs) }

// FreeEntropyNarrow implements [NarrowRow].
func (f *Dense) FreeEntropyNarrow(h []float64, u []float32, work *Workspace) float64 {
	kern.Widen(work.b[:f.N], u)
	return f.FreeEntropy(Messages{B: h}, Messages{B: work.b}, work)
}

func (f *Dense) sweepWide(from, to, u []float32, damping float64, work *Workspace) {
	wide, h := work.b[:f.N], work.e[:f.N]
	kern.Widen(wide, u)
	kern.Widen(h, from)
	f.Sweep(Messages{B: h}, Messages{B: h}, Messages{B: wide}, damping, work)
	for i, old := range u {
		u[i] = float32(wide[i])
		to[i] += float32(f.sign(i)) * (u[i] - old)
	}
}

// AddTo implements [Row].
func (f *Dense) AddTo(h, u Messages) { kern.Add(h.B[:f.N], u.B, f.Signs) }

// FreeEntropy implements [Row]. The factor's own term is ln Z(ω, V) with the full
// row sums, no weight removed.
func (f *Dense) FreeEntropy(h, u Messages, work *Workspace) float64 {
	s := work.a[:f.N]
	omega, v := kern.Cavity(s, h.B, u.B, f.Signs)
	cosh := kern.LogCosh(s, h.B, u.B, f.Signs)
	if v < kern.GaussianAbove && !f.Idle(omega, v) {
		work.few.Load(h.B[:f.N], u.B, f.Signs)
	}
	return f.logZ(omega, v, &work.few) + cosh
}

// Update implements [Factor].
func (f *Dense) Update(b Messages, m, v []float64) {
	omega, variance := f.sums(m, v)
	few, gaussian := new(kern.Flips), kern.Gaussianity(variance)
	few.LoadMoments(m, v, f.Signs)
	few.Messages(b.B, f.Channel)
	message, s := make([]float64, 1), make([]float64, 1)
	for i := range b.B {
		xi := f.sign(i)
		s[0] = xi * m[i]
		f.Messages(message, s, omega, variance)
		b.B[i] = xi * mix(gaussian, message[0], b.B[i])
	}
}

// LogZ implements [Factor].
func (f *Dense) LogZ(m, v []float64) float64 {
	omega, variance := f.sums(m, v)
	few := new(kern.Flips)
	few.LoadMoments(m, v, f.Signs)
	return f.logZ(omega, variance, few)
}

// logZ is ln Z of the factor; few is read where the sum is not quite Gaussian.
func (f *Dense) logZ(omega, v float64, few *kern.Flips) float64 {
	switch {
	case v >= kern.GaussianAbove:
		return f.Output(omega, v).LogZ
	case f.Idle(omega, v):
		return 0
	}
	return mix(kern.Gaussianity(v), f.Output(omega, v).LogZ, few.LogZ(f.Channel))
}

// mix is (1−x) b + x a, and b at x = 0 whatever a is.
func mix(x, a, b float64) float64 {
	if x == 0 {
		return b
	}
	return float64(x*a) + float64((1-x)*b)
}

func (f *Dense) sums(m, v []float64) (omega, variance float64) {
	for i, mi := range m {
		omega += f.sign(i) * mi
		variance += v[i]
	}
	return omega, variance
}

func (f *Dense) sign(i int) float64 { return kern.Sign(f.Signs, i) }
