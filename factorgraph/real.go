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

	scales []float64 // what the inputs of each unit are multiplied with; 0: it sees zeros alone
}

// NewReal is the factor of a pattern of which each unit sees some inputs. Inputs and
// thresholds are divided by the [Scale] of the inputs, so that it does not matter in which
// units these are given: bounds made for sums of ±1, as [kern.LeastVariance], are relative
// to Σx². Units of sign have no threshold, and each has a scale of its own. One that sees
// zeros alone votes for the label, as errors are counted.
func NewReal(c Combination, units [][]float64, work *Workspace) *Real {
	f := &Real{Combination: c, Units: units, Work: work, scales: make([]float64, len(units))}
	_, signs := c.(*Signs)
	common := Scale(units...)
	for k, inputs := range units {
		scale := common
		if signs {
			scale = Scale(inputs)
		}
		if scale != 0 {
			f.scales[k] = 1 / scale
		}
	}
	if most := float64(farthest * float64(len(units)*len(units[0]))); common != 0 {
		f.Combination = c.over(func(threshold float64) float64 {
			return min(max(threshold/common, -most), most)
		})
	}
	return f
}

// farthest is how far a threshold lies at most, relative to the number of inputs: none of
// their sums comes near to it. It keeps what cannot be learned finite.
const farthest = 1e6

// Scale is the largest power of two up to the root mean square of some numbers, 1 of ±1; 0
// if all are zero.
func Scale(rows ...[]float64) float64 {
	largest, n := 0.0, 0
	for _, row := range rows {
		n += len(row)
		for _, x := range row {
			largest = max(largest, math.Abs(x))
		}
	}
	if largest == 0 {
		return 0
	}
	unit, sum := powerOfTwo(largest), 0.0 // squares of x/unit neither overflow nor vanish
	for _, row := range rows {
		for _, x := range row {
			x /= unit
			sum += float64(x * x)
		}
	}
	return max(unit*powerOfTwo(math.Sqrt(sum/float64(n))), leastScale)
}

// leastScale is the least power of two whose reciprocal is a double.
const leastScale = 0x1p-1022

// powerOfTwo is the largest power of two up to x > 0, at least leastScale.
func powerOfTwo(x float64) float64 {
	const exponent = 0x7ff << 52
	return max(math.Float64frombits(math.Float64bits(x)&exponent), leastScale)
}

// look reads mean and variance of the sums over all weights.
func (f *Real) look(m, v []float64) (logZ float64) {
	f.Work.resize(len(f.Units))
	lo := 0
	for k, inputs := range f.Units {
		omega, variance, scale := 0.0, 0.0, f.scales[k]
		if _, signs := f.Combination.(*Signs); signs && scale == 0 {
			omega = 1 // a million standard deviations
		}
		for i, x := range inputs {
			x *= scale
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
		if b.A == nil {
			f.binary(k, b.B[lo:hi], m[lo:hi], v[lo:hi])
		} else {
			f.real(k, b.Slice(lo, hi), m[lo:hi], v[lo:hi])
		}
		lo = hi
	}
}

// binary writes the messages to the binary weights of unit k.
func (f *Real) binary(k int, b, m, v []float64) {
	at, scale := f.Work.at[k], f.scales[k]
	for i, x := range f.Units[k] {
		x *= scale
		rest := at.v - float64(float64(x*x)*v[i])
		b[i] = f.message(k, at.omega, float64(x*m[i]), x, rest, f.Work)
	}
}

// real writes the messages to the real weights of unit k.
func (f *Real) real(k int, b Messages, m, v []float64) {
	at, scale := f.Work.at[k], f.scales[k]
	omega := at.omega - f.offset()
	for i, x := range f.Units[k] {
		x *= scale
		square := float64(x * x)
		precision := 1 / max(at.v-float64(square*v[i]), kern.LeastVariance)
		root := math.Sqrt(precision)
		z := float64((omega - float64(x*m[i])) * root)
		r := f.pull(k, z, f.Work)
		b.A[i] = float64(float64(square*(float64(r*(r+z))-f.power())) * precision)
		b.B[i] = float64(x * float64(r*root))
	}
}

// LogZ implements [Factor].
func (f *Real) LogZ(m, v []float64) float64 { return f.look(m, v) }
