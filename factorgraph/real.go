package factorgraph

import (
	"math"

	"fbp/internal/kern"
)

// Real is one pattern of real inputs x as a factor on the weights of its units, binary
// or real; those of unit k are from k times the number of its inputs on. A unit's sum
// over the other weights is taken as Gaussian, with
//
//	ω_i = Σ_{j≠i} x_j m_j,   V_i = Σ_{j≠i} x_j² v_j,
//
// v being 1 − m² of binary weights, to which the message is
//
//	u_i = ½ ln [Z(ω_i + x_i, V_i) / Z(ω_i − x_i, V_i)];
//
// that to a real weight is as of a [Gaussian] row with x for ξ. Real sums lie on no
// lattice, and are Gaussian however few weights are free. Wrap it in [Edgewise] to
// sweep it.
type Real struct {
	Combination
	Units [][]float64 // the inputs of each unit
	Work  *Workspace  // the factors of one goroutine share it
}

// look reads mean and variance of the sums over all weights.
func (f *Real) look(m, v []float64) (logZ float64) {
	f.Work.resize(len(f.Units))
	lo := 0
	for k, inputs := range f.Units {
		omega, variance := 0.0, 0.0
		for i, x := range inputs {
			omega += float64(x * m[lo+i])
			variance += float64(float64(x*x) * v[lo+i])
		}
		f.Work.at[k] = moments{omega, max(variance, kern.LeastVariance)}
		lo += len(inputs)
	}
	return f.Combination.look(f.Work)
}

// Update implements [Factor].
func (f *Real) Update(b Messages, m, v []float64) {
	f.look(m, v)
	lo := 0
	for k, inputs := range f.Units {
		hi := lo + len(inputs)
		if seen := f.among(k, f.Work); b.A == nil {
			binary(b.B[lo:hi], inputs, m[lo:hi], v[lo:hi], f.Work.at[k], seen)
		} else {
			real(b.Slice(lo, hi), inputs, m[lo:hi], v[lo:hi], f.Work.at[k], seen.(pulling))
		}
		lo = hi
	}
}

// binary writes the messages to the binary weights of a unit.
func binary(b, inputs, m, v []float64, at moments, seen view) {
	for i, x := range inputs {
		rest := at.v - float64(float64(x*x)*v[i])
		b[i] = seen.message(at.omega, float64(x*m[i]), x, rest)
	}
}

// real writes the messages to the real weights of a unit.
func real(b Messages, inputs, m, v []float64, at moments, seen pulling) {
	omega := at.omega - seen.offset()
	for i, x := range inputs {
		square := float64(x * x)
		precision := 1 / max(at.v-float64(square*v[i]), kern.LeastVariance)
		scale := math.Sqrt(precision)
		z := float64((omega - float64(x*m[i])) * scale)
		r := seen.pull(z)
		b.A[i] = float64(float64(square*float64(r*(r+z))) * precision)
		b.B[i] = float64(x * float64(r*scale))
	}
}

// LogZ implements [Factor].
func (f *Real) LogZ(m, v []float64) float64 { return f.look(m, v) }

// Cost implements [Costed].
func (f *Real) Cost(Precision) Cost {
	n := len(f.Units[0])
	return Cost{Gaussian: perRealEdge * float64(n*len(f.Units)), Inputs: n}
}
