package factorgraph

import (
	"math"

	"fbp/gauss"
	"fbp/internal/kern"
)

// Rectified is the combination of ReLU units: with S_k the sum of unit k and c_k = ±1 its
// weight in the second layer,
//
//	D = Σ_k c_k max(0, S_k)
//
// has to exceed Threshold, and D = Threshold counts half; of exact messages, it does not
// count.
//
// Where D has many values the S_k are Gaussian, and so is D, whose mean and variance
// are the sums of those of the units: Z = H((θ − M)/S). That is a central limit over
// K units. Where it has few, the distributions of all sums are computed (see
// [lattice]); in between the messages of both are mixed.
type Rectified struct {
	Second    []int   // c_k
	Threshold float64 // θ
}

// rectified is scratch for a row of ReLU units.
type rectified struct {
	outputs []moments // of max(0, S_k)
	row     moments   // of D
	lattice lattice

	gaussian float64 // weight of the Gaussian form
	idle     bool    // whatever one weight does, D exceeds the threshold
	few      float64 // ln Z of the lattice
}

// Between these variances of D its distribution changes smoothly from that of sums on
// a lattice to a Gaussian. Its lattice has half the spacing of that of a [Discrete] row of one unit.
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
func (c rectifiedUnit) x(at moments) float64 {
	out := rectify(at)
	return (c.above - float64(c.c*out.omega)) / math.Sqrt(max(c.rest+out.v, kern.LeastVariance))
}

// Messages is as in [Channel].
func (c rectifiedUnit) Messages(f, s []float64, omega, v float64) {
	for k, m := range s {
		rest := max(math.FMA(m, m, v-1), kern.LeastVariance)
		up, down := c.x(moments{omega - m + 1, rest}), c.x(moments{omega - m - 1, rest})
		f[k] = 0.5 * gauss.LogRatioH(up, down)
	}
}

// message is as in [Channel].
func (c rectifiedUnit) message(omega, xm, x, v float64) float64 {
	v = max(v, kern.LeastVariance)
	return 0.5 * gauss.LogRatioH(c.x(moments{omega - xm + x, v}), c.x(moments{omega - xm - x, v}))
}

// sum adds up the outputs of the units, whose sums have the moments in the workspace.
func (c *Rectified) sum(work *Workspace) *rectified {
	r := &work.rectified
	if len(r.outputs) != len(work.at) {
		*r = rectified{outputs: make([]moments, len(work.at))}
	}
	r.row = moments{}
	for k := range work.at {
		at := &work.at[k]
		at.v = max(at.v, kern.LeastVariance)
		r.outputs[k] = rectify(*at)
		r.row.omega += float64(float64(c.Second[k]) * r.outputs[k].omega)
		r.row.v += r.outputs[k].v
	}
	return r
}

// gaussianLogZ is ln Z of a Gaussian D.
func (c *Rectified) gaussianLogZ(r *rectified) float64 {
	return gauss.LogH(float64((c.Threshold - r.row.omega) / math.Sqrt(max(r.row.v, kern.LeastVariance))))
}

func (c *Rectified) look(work *Workspace) float64 {
	r := c.sum(work)
	r.gaussian, r.idle = 1, false
	return c.gaussianLogZ(r)
}

func (c *Rectified) load(f *Discrete, h, u []float64, work *Workspace) {
	for k, signs := range f.Units {
		work.at[k].omega, work.at[k].v = kern.Cavity(f.part(k, work.a), f.part(k, h), f.part(k, u), signs)
	}
	r := c.sum(work)
	r.gaussian, r.few = r.gaussianity(), 0
	if r.idle = c.idle(r, work.at); r.gaussian < 1 && !r.idle {
		r.few = c.fill(f, h, u, work)
	}
}

func (c *Rectified) logZ(_ *Discrete, _, _ []float64, work *Workspace) float64 {
	r := &work.rectified
	return mix(r.gaussian, c.gaussianLogZ(r), r.few)
}

// among is the channel of unit k among the others.
func (c *Rectified) among(k int, work *Workspace) rectifiedUnit {
	r, second := &work.rectified, float64(c.Second[k])
	return rectifiedUnit{second, c.Threshold - r.row.omega + float64(second*r.outputs[k].omega), max(0, r.row.v-r.outputs[k].v)}
}

func (c *Rectified) messages(k int, f, s []float64, omega, v float64, work *Workspace) {
	c.among(k, work).Messages(f, s, omega, v)
}

func (c *Rectified) message(k int, omega, xm, x, v float64, work *Workspace) float64 {
	return c.among(k, work).message(omega, xm, x, v)
}

func (c *Rectified) pull(int, float64, *Workspace) float64 { panic(onlyBinary) }

func (c *Rectified) offset() float64 { panic(onlyBinary) }

func (c *Rectified) power() float64 { panic(onlyBinary) }

// onlyBinary says what ReLU units lack.
const onlyBinary = "factorgraph: ReLU units have binary weights"

// idle tells that D exceeds the threshold but for a probability of 1e-18, whatever one
// weight does. In a Gaussian row that weight moves D by less than one standard deviation;
// on the lattice the mean of a unit's output errs by less than 1.
func (c *Rectified) idle(r *rectified, at []moments) bool {
	distance := r.row.omega - c.Threshold
	if r.gaussian == 1 {
		return distance > float64(10*math.Sqrt(r.row.v))
	}
	free := 0.0
	for _, s := range at {
		free += s.v
	}
	return kern.Idle(distance-2-float64(len(at)), free)
}

// demand is one polynomial for the messages of a Gaussian D where there is a good one.
func (c *Rectified) demand(k int, work *Workspace) demand {
	r, at := &work.rectified, work.at[k]
	return demand{gaussian: r.gaussian, idle: r.idle, degree: c.degree(at.v)}
}

func (c *Rectified) degree(v float64) int {
	if !(v >= rectifiedDirectBelow) {
		return 0
	}
	return kern.Degree(v)
}

// rectifiedDirectBelow is the variance of a unit's sum below which each message is
// computed for itself. From there on the polynomial errs by 3e-9 at most and as a rule by
// 1e-10.
const rectifiedDirectBelow = 3.0

func (c *Rectified) counted(messages []float64, k int, _ *Discrete, _, _ []float64, work *Workspace) {
	work.rectified.lattice.messages(messages, k, c)
}

// contribution and weight are those of exact messages.
func (c *Rectified) contribution(k, sum int) int { return c.Second[k] * max(0, sum) }

func (c *Rectified) weight(total, _ int) float64 {
	if float64(total) > c.Threshold {
		return 1
	}
	return 0
}

func (c *Rectified) over(scaled func(float64) float64) Combination {
	return &Rectified{c.Second, scaled(c.Threshold)}
}

// outputs is as in [Combination], D being Gaussian. With m and s² of unit k as in
// [rectify] and a = ω/√V,
//
//	m' = H(−a),   m” = G(a)/√V,   s²' = 2m H(a),   s²” = 2H(a)H(−a) − 2m G(a)/√V,
//
// and of ln H(x), x = (θ − M)/S, the derivatives are −A x' and −A (A − x) x'² − A x”.
func (c *Rectified) outputs(out []Output, work *Workspace) {
	row := c.sum(work).row
	variance := max(row.v, kern.LeastVariance)
	scale := 1 / math.Sqrt(variance)
	x := float64((c.Threshold - row.omega) * scale)
	logZ, mills := gauss.LogH(x), gauss.Mills(x)
	for k, at := range work.at {
		c, m, root := float64(c.Second[k]), rectify(at).omega, math.Sqrt(at.v)
		a := at.omega / root
		off, g := gauss.H(a), gauss.G(a)/root
		m1, m2 := float64(c*gauss.H(-a)), float64(c*g)
		t1 := float64(2*m*off) / variance
		t2 := (float64(2*off*gauss.H(-a)) - float64(2*m*g)) / variance
		x1 := -float64(m1*scale) - float64(0.5*x*t1)
		x2 := -float64(m2*scale) + float64(0.5*m1*scale*t1) - float64(0.5*x1*t1) - float64(0.5*x*t2) + float64(0.5*x*t1*t1)
		out[k] = Output{logZ, -mills * x1, -float64(mills*(mills-x)*x1*x1) - float64(mills*x2)}
	}
}
