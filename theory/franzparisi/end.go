package franzparisi

import (
	"math"

	"fbp/gauss"
	"fbp/theory/saddle"
)

// The end of the replica-symmetric branch, p → 1. With r² = 1 − p the fields
// diverge, p̂ = P/r⁴, t̂0 = T/r², c = C/r²,
//
//	P = α⟨(κ−ω)₊²⟩,  T = α⟨g (κ−ω)₊⟩,  δ = 2θ(−(√P z + C)),
//
// (for a committee P = (α/φ'(1))⟨…⟩, T = α(φ'(t0)/φ'(1))⟨…⟩; sign units have no end)
// and r² = ⟨sech² F⟩ → 2r² × (density of √P z + C at 0). So the branch ends where
// twice that density is 1; where it is smaller, no p < 1 is self-consistent.
// Spherical weights have p − t1² → P − T²(1−q)², and the branch ends where that is 1 − t1².

// toEnd is the logarithm of twice that density at distance d, or of spherical weights of
// (1 − t1²)/(P − T²(1−q)²): positive where a saddle point exists, zero at the end of the branch, negative where it
// has ended; NaN if not found.
func (c Curve) toEnd(d float64) float64 {
	f := c.problem(d)
	if math.IsInf(f.activation.SlopeAt1(), 1) {
		return math.Inf(1)
	}
	return f.toEnd()
}

// toEnd is that of a problem whose activation has a slope at 1.
func (f *problem) toEnd() float64 {
	m := math.NaN()
	x := make([]float64, 1, 2)
	if f.patterns.teacher != 0 {
		x = x[:2]
	}
	s := saddle.Problem{Warmup: 3, Next: func(x, image []float64) bool {
		var ok bool
		m, ok = f.atEnd(x, image)
		return ok
	}}
	if _, ok := s.Solve(x); !ok {
		return math.NaN()
	}
	m, _ = f.atEnd(x, make([]float64, len(x)))
	return m
}

// atEnd maps atanh(k/s) at p = 1, and atanh(j/√V) with a teacher, to their images,
// and returns toEnd.
func (f *problem) atEnd(x, image []float64) (toEnd float64, ok bool) {
	s2 := 4 * f.d * (1 - f.d)
	cosh := math.Cosh(x[0])
	o := orderParameters{t1: 1 - 2*f.d, k: math.Sqrt(s2) * math.Tanh(x[0]), v: s2 / (cosh * cosh)}
	if len(x) > 1 {
		o.j = math.Sqrt(o.v) * math.Tanh(x[1])
	}
	f.energetic.build(f.effective(o))
	square, gf, tf := f.energetic.missed()
	s1 := f.activation.SlopeAt1() // 1 − φ(p) = s1 r²
	h := conjugates{p: f.alpha * square / s1, t0: f.alpha * gf * f.slopeT0(o) / s1, r: f.alpha * tf}
	if !(h.p > 0) {
		copy(image, x)
		return math.Inf(1), true
	}
	if _, sphere := f.entropic.(*sphereSide); sphere {
		image[0] = align(h.t0 * f.v * f.v / math.Sqrt(f.q*f.v*s2))
		return math.Log(s2 / (h.p - h.t0*h.t0*f.v*f.v)), true
	}
	e := &f.weights
	density, ok := e.fraction(h, f.d)
	if !ok {
		return 0, false
	}
	tau, rho := 0.0, 0.0
	for i := range e.ref {
		tau -= 2 * (e.refT[i] - f.q*e.ref[i])
		rho -= 2 * e.ref[i] * (e.side[i] - f.patterns.teacher)
	}
	cos := tau / math.Sqrt(f.q*f.v*s2)
	image[0] = align(cos)
	if len(x) > 1 {
		image[1] = f.alignTeacher(s2, cos, rho)
	}
	return math.Log(2 * density / math.Sqrt(h.p)), true
}

// fraction finds C such that the fraction d of the weights has √P z + side r̂ + C < 0,
// leaves the rule over these, and returns the density of z at the border.
func (e *weightSide) fraction(h conjugates, d float64) (density float64, ok bool) {
	e.h = h
	s, r := math.Sqrt(h.p), e.alignment(h)
	share := 1 / float64(len(e.sides))
	var tails []fieldTail
	for _, side := range e.sides {
		tails = append(tails, e.tail(r, side))
	}
	excess := func(z float64) float64 { // z = −C/√P
		sum := -d
		for _, t := range tails {
			sum += share * t.below(z-t.side*h.r/s)
		}
		return sum
	}
	reach := zReach + math.Abs(h.r)/s
	z, ok := saddle.Root(excess, -reach, -d, reach, excess(reach), 1e-14*d)
	if !ok {
		return 0, false
	}
	e.clear()
	for _, t := range tails {
		border := max(-zReach, min(zReach, z-t.side*h.r/s))
		var rule gauss.Rule
		for k := 0; t.cuts[k] < border; k++ {
			rule = saddle.AddPanel(rule, t.cuts[k], min(border, t.cuts[k+1]))
		}
		e.use(rule, s, r, t.side)
		density += share * t.density(border)
	}
	return density, true
}

// fieldTail is the distribution of z, weighted with the reference, for one side.
type fieldTail struct {
	side    float64
	cuts    []float64 // panels
	sums    []float64 // up to each cut
	density func(z float64) float64
}

func (e *weightSide) tail(r, side float64) fieldTail {
	average := e.reference(r, side)
	t := fieldTail{side: side, cuts: saddle.Edges(-zReach, zReach, 1.5, e.features(r, side)...), sums: []float64{0}}
	e.points = nil // the average keeps them
	t.density = func(z float64) float64 { one, _ := average(z); return gauss.G(z) * one }
	for k := range len(t.cuts) - 1 {
		t.sums = append(t.sums, t.sums[k]+t.panel(t.cuts[k], t.cuts[k+1]))
	}
	return t
}

func (t fieldTail) panel(a, b float64) float64 {
	piece := saddle.AddPanel(gauss.Rule{}, a, b)
	return piece.Sum(t.density)
}

// below is the fraction with z below z0.
func (t fieldTail) below(z0 float64) float64 {
	k := 0
	for k < len(t.cuts)-1 && t.cuts[k+1] <= z0 {
		k++
	}
	if k == len(t.cuts)-1 || z0 <= t.cuts[0] {
		return t.sums[k]
	}
	return t.sums[k] + t.panel(t.cuts[k], z0)
}

// endsDigit is the relative error of the ends of a branch, with something to spare.
const endsDigit = 1e-8

// WithEnds is the curve with its Ends, between which it needs no search.
func (c Curve) WithEnds(from, to float64) Curve {
	c.ended = interval{from * (1 + endsDigit), to * (1 - endsDigit)}
	return c
}

// Ends returns the distances below 0.3 between which the curve has no saddle point
// because p → 1: from 0 to the d_c of κ̃ ≤ κ, or a window above 0 for κ̃ slightly
// above κ. ok is false if there is no such interval. Their relative accuracy is
// 1e-9. Near κ = κ̃ = κ_max the branch ends at large distances too; At reports that.
func (c Curve) Ends() (from, to float64, ok bool) {
	if c.Reference.Q == 0 || math.IsInf(c.Committee.Activation.SlopeAt1(), 1) {
		return 0, 0, false
	}
	const most, steps = 0.3, 48
	toEnd := func(lnD float64) float64 { return c.toEnd(math.Exp(lnD)) }
	for i := range saddle.Scan(toEnd, math.Log(c.felt(1e-8)), math.Log(most), steps) {
		zero, _ := i.Root(toEnd, 1e-12)
		if i.FB > 0 {
			return from, math.Exp(zero), true
		}
		from = math.Exp(zero)
	}
	return 0, most, false
}
