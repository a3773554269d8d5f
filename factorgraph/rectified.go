package factorgraph

import (
	"math"

	"fbp/gauss"
	"fbp/internal/kern"
)

// Rectified is one pattern as a factor on the binary weights of a committee of ReLU
// units: with S_k the sum of unit k and c_k = ±1 its weight in the second layer,
//
//	D = Σ_k c_k max(0, S_k)
//
// has to exceed Threshold, and D = Threshold counts half. The weights of unit k are
// those from k Inputs on, and the sums of different units are independent.
//
// Where D has many values the S_k are Gaussian, and so is D, whose mean and variance
// are the sums of those of the units: Z = H((θ − M)/S). That is a central limit over
// K units. Where it has few, the distributions of all sums are computed (see
// [lattice]); in between the messages of both are mixed.
type Rectified struct {
	Units     [][]uint64 // the inputs of each unit: bit i set means x_i = −1
	Inputs    int        // of one unit
	Second    []int      // c_k
	Threshold float64    // θ
}

// rectified is scratch for a row of ReLU units.
type rectified struct {
	sums    []moments // of the units
	outputs []moments // of max(0, S_k)
	row     moments   // of D
	unit    rectifiedUnit
	lattice lattice

	gaussian float64 // weight of the Gaussian form
	idle     bool    // whatever one weight does, D exceeds the threshold
}

// resize makes room for so many units.
func (r *rectified) resize(units int) {
	if len(r.sums) != units {
		*r = rectified{sums: make([]moments, units), outputs: make([]moments, units)}
	}
}

// Between these variances of D its distribution changes smoothly from that of sums on
// a lattice to a Gaussian. Its lattice has half the spacing of that of a [Dense] row.
const (
	rectifiedLatticeBelow  = 4.0
	rectifiedGaussianAbove = 8.0
)

// gaussianity is the weight of the Gaussian form in messages and free entropy.
func (r *rectified) gaussianity() float64 {
	return kern.Smooth((r.row.v - rectifiedLatticeBelow) * (1.0 / (rectifiedGaussianAbove - rectifiedLatticeBelow)))
}

// rectify is mean and variance of max(0, λ), λ being Gaussian. With t = |ω|/√V,
//
//	m = √V [G(t) − t H(t)],   s² = V [(1 + t²) H(t) − t G(t)] − m²
//
// are those for ω < 0; for ω > 0 the mean is ω + m and the variance V [1 − 2H(t)] + s²,
// since max(0, λ) = λ + max(0, −λ).
func rectify(at moments) moments {
	root := math.Sqrt(at.v)
	t := math.Abs(at.omega) / root
	h, g := gauss.H(t), gauss.G(t)
	m := float64(root * (g - float64(t*h)))
	s := float64(at.v*(float64((1+float64(t*t))*h)-float64(t*g))) - float64(m*m)
	s = max(s, 0)
	if at.omega < 0 {
		return moments{m, s}
	}
	return moments{at.omega + m, float64(at.v*(1-float64(2*h))) + s}
}

// rectifiedUnit is the channel of one unit: Z(ω, V) = H((above − c m)/√(rest + s²)),
// m and s² being those of [rectify].
type rectifiedUnit struct{ c, above, rest float64 }

// x is the argument of H.
func (c *rectifiedUnit) x(at moments) float64 {
	out := rectify(at)
	return (c.above - float64(c.c*out.omega)) / math.Sqrt(max(c.rest+out.v, kern.LeastVariance))
}

// Messages is as in [Channel].
func (c *rectifiedUnit) Messages(f, s []float64, omega, v float64) {
	for k, m := range s {
		rest := max(math.FMA(m, m, v-1), kern.LeastVariance)
		up, down := c.x(moments{omega - m + 1, rest}), c.x(moments{omega - m - 1, rest})
		f[k] = 0.5 * gauss.LogRatioH(up, down)
	}
}

// part is what of a row belongs to unit k.
func (f *Rectified) part(k int, x []float64) []float64 {
	return x[k*f.Inputs : (k+1)*f.Inputs : (k+1)*f.Inputs]
}

// read reads the cavity fields of a row.
func (f *Rectified) read(h, u []float64, work *Workspace) *rectified {
	r := &work.rectified
	r.resize(len(f.Units))
	r.row = moments{}
	for k, signs := range f.Units {
		omega, v := kern.Cavity(f.part(k, work.a), f.part(k, h), f.part(k, u), signs)
		r.sums[k] = moments{omega, max(v, kern.LeastVariance)}
		r.outputs[k] = rectify(r.sums[k])
		r.row.omega += float64(float64(f.Second[k]) * r.outputs[k].omega)
		r.row.v += r.outputs[k].v
	}
	return r
}

// among is the channel of unit k among the others.
func (f *Rectified) among(k int, r *rectified) *rectifiedUnit {
	c := float64(f.Second[k])
	r.unit = rectifiedUnit{c, f.Threshold - r.row.omega + float64(c*r.outputs[k].omega), max(0, r.row.v-r.outputs[k].v)}
	return &r.unit
}

// idle tells that D exceeds the threshold but for a probability of 1e-18, whatever one
// weight does. In a Gaussian row that weight moves D by less than one standard deviation;
// on the lattice the mean of a unit's output errs by less than 1.
func (f *Rectified) idle(r *rectified) bool {
	distance := r.row.omega - f.Threshold
	if r.gaussian == 1 {
		return distance > float64(10*math.Sqrt(r.row.v))
	}
	free := 0.0
	for _, s := range r.sums {
		free += s.v
	}
	return kern.Idle(distance-2-float64(len(r.sums)), free)
}

// Sweep implements [Row].
func (f *Rectified) Sweep(from, to, u Messages, damping float64, work *Workspace) {
	r := f.read(from.B, u.B, work)
	r.gaussian = r.gaussianity()
	r.idle = f.idle(r)
	if r.gaussian < 1 && !r.idle {
		f.load(from.B, u.B, r)
	}
	for k := range f.Units {
		f.sweepUnit(k, to.B, u.B, damping, work)
	}
}

// sweepUnit sweeps the weights of unit k: one polynomial for the messages of a Gaussian D
// where there is a good one, and messages one by one.
func (f *Rectified) sweepUnit(k int, to, u []float64, damping float64, work *Workspace) {
	r, at, signs, degree := &work.rectified, work.rectified.sums[k], f.Units[k], 5
	s, to, old := f.part(k, work.a), f.part(k, to), f.part(k, u)
	direct, few := f.part(k, work.d), f.part(k, work.b)
	work.c = [kern.MaxDegree + 1]float64{}
	gaussian := r.gaussian > 0 && !r.idle
	polynomial := gaussian && at.v >= rectifiedDirectBelow
	switch {
	case polynomial:
		degree = kern.Degree(at.v)
		work.interpolate(f.among(k, r), degree, at.omega, at.v)
		for j := range work.c {
			work.c[j] = float64(r.gaussian * work.c[j])
		}
	case gaussian:
		f.among(k, r).Messages(direct, s, at.omega, at.v)
	}
	kern.Update(to, old, s, signs, &work.c, degree, damping)
	if gaussian && !polynomial {
		kern.AddMessages(to, old, direct, signs, float64((1-damping)*r.gaussian))
	}
	if r.gaussian < 1 && !r.idle {
		r.lattice.messages(few, k, f)
		kern.AddMessages(to, old, few, signs, float64((1-damping)*(1-r.gaussian)))
	}
}

// rectifiedDirectBelow is the variance of a unit's sum below which each message is
// computed for itself. From there on the polynomial errs by 3e-9 at most and as a rule by
// 1e-10.
const rectifiedDirectBelow = 3.0

// AddTo implements [Row].
func (f *Rectified) AddTo(h, u Messages) {
	for k, signs := range f.Units {
		kern.Add(f.part(k, h.B), f.part(k, u.B), signs)
	}
}

// FreeEntropy implements [Row].
func (f *Rectified) FreeEntropy(h, u Messages, work *Workspace) float64 {
	r, few, sum := f.read(h.B, u.B, work), 0.0, 0.0
	if r.gaussian = r.gaussianity(); r.gaussian < 1 && !f.idle(r) {
		few = f.load(h.B, u.B, r)
	}
	for k, signs := range f.Units {
		sum += kern.LogCosh(f.part(k, work.a), f.part(k, h.B), f.part(k, u.B), signs)
	}
	x := float64((f.Threshold - r.row.omega) / math.Sqrt(max(r.row.v, kern.LeastVariance)))
	return sum + mix(r.gaussian, gauss.LogH(x), few)
}
