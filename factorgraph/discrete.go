package factorgraph

import "fbp/internal/kern"

// Discrete is one pattern of inputs ±1 as a factor on binary weights. It sees them
// through the sums S_k = Σ_i ξ_i w_i of its units, the weights of unit k being those
// from k Inputs on; the sums of different units are independent, whether or not they
// see the same inputs. A weight's own unit without it is Gaussian where many of the
// others are free, of
//
//	ω_i = Σ_{j≠i} ξ_j m_j,   V_i = Σ_{j≠i} (1 − m_j²),
//
// and as it is, on its lattice, where few are (see [kern.Gaussianity]). With Z(ω, V)
// what the pattern makes of such a sum, given the other units, the message is
//
//	u_i = ½ ln [Z(ω_i + ξ_i, V_i) / Z(ω_i − ξ_i, V_i)].
//
// Messages are kept gauged by the pattern, ξ_i u_i, and evaluated as one polynomial per unit.
type Discrete struct {
	Combination
	Units  [][]uint64 // the inputs of each unit: bit i set means ξ_i = −1
	Inputs int        // of one unit
}

// part is what of a row belongs to unit k.
func (f *Discrete) part(k int, x []float64) []float64 {
	return x[k*f.Inputs : (k+1)*f.Inputs : (k+1)*f.Inputs]
}

// read reads the cavity fields of a row.
func (f *Discrete) read(h, u []float64, work *Workspace) {
	work.resize(len(f.Units))
	f.load(f, h, u, work)
}

// Sweep implements [Row].
func (f *Discrete) Sweep(from, to, u Messages, damping float64, work *Workspace) {
	f.read(from.B, u.B, work)
	work.exchange = exchange{from.B, to.B, u.B, damping}
	f.sweepUnits(work)
}

// sweepUnits sweeps the units of the row that was read, one after the other.
func (f *Discrete) sweepUnits(work *Workspace) {
	for k := range f.Units {
		f.sweepUnit(k, f.demand(k, work), &work.exchange, work)
		work.slopes[k] = work.c[1]
	}
}

// sweepUnit sweeps the weights of unit k: the messages of a Gaussian sum and those
// of few flips, mixed.
func (f *Discrete) sweepUnit(k int, want demand, e *exchange, work *Workspace) {
	at, signs, degree := &work.at[k], f.Units[k], 5
	s, to, u, damping := f.part(k, work.a), f.part(k, e.to), f.part(k, e.u), e.damping
	counted := !want.idle && want.gaussian < 1
	gaussian := !want.idle && !(want.gaussian <= 0)
	if gaussian && want.degree > 0 {
		degree = want.degree
		f.interpolate(k, degree, at.omega, at.v, work)
		if counted {
			for j := range work.c {
				work.c[j] = float64(want.gaussian * work.c[j])
			}
		}
	} else {
		work.c = [kern.MaxDegree + 1]float64{}
	}
	few := f.part(k, work.d)
	if counted {
		f.counted(few, k, f, f.part(k, e.from), u, work)
		if !gaussian && want.settles {
			kern.Settle(to, u, few, signs, 1-damping)
			return
		}
	}
	direct := gaussian && want.degree == 0
	if direct {
		f.messages(k, f.part(k, work.b), s, at.omega, at.v, work)
	}
	kern.Update(to, u, s, signs, &work.c, degree, damping)
	if direct {
		kern.AddMessages(to, u, f.part(k, work.b), signs, float64((1-damping)*want.gaussian))
	}
	if counted {
		kern.AddMessages(to, u, few, signs, float64((1-damping)*(1-want.gaussian)))
	}
}

// interpolate writes the coefficients of the messages to unit k.
func (f *Discrete) interpolate(k, degree int, omega, v float64, work *Workspace) {
	nodes := kern.Nodes(degree)
	f.messages(k, work.values[:len(nodes)], nodes, omega, v, work)
	kern.Interpolate(&work.c, degree, &work.values)
}

// AddTo implements [Row].
func (f *Discrete) AddTo(h, u Messages) {
	for k, signs := range f.Units {
		kern.Add(f.part(k, h.B), f.part(k, u.B), signs)
	}
}

// FreeEntropy implements [Row].
func (f *Discrete) FreeEntropy(h, u Messages, work *Workspace) float64 {
	f.read(h.B, u.B, work)
	sum, last := f.logZ(f, h.B, u.B, work), 0.0
	if _, ok := f.Combination.(*Rectified); ok { // the bits of ReLU units are those of this order
		sum, last = last, sum
	}
	for k, signs := range f.Units {
		sum += kern.LogCosh(f.part(k, work.a), f.part(k, h.B), f.part(k, u.B), signs)
	}
	return sum + last
}
