package franzparisi

import (
	"math"

	"fbp/gauss"
	"fbp/theory/clusters"
	"fbp/theory/saddle"
)

// density is that of ω, the cavity field of the solutions around a reference, for patterns that the reference has learned:
// an integral over x, where √q x is the field that references share. The reference's stability is y = √q x + √(1−q) ε,
//
//	ω = mean x + e ε + √V w,   mean = √q t1 + √(1−q) k,   e = √(1−q) t1 − √q k
//	P(ω) = ∫Dx N(ω; mean x, γ) H(A)/H(B),   γ = V + e²
//
// since y > κ̃ if ε > B(x), and of ε, given x and ω, the excess over its mean has to be A(x, ω) deviations. With a
// teacher H(A) becomes 2 P(X > A, Y > C), where X stands for ε and Y for t, the part of the teacher's stability that is
// independent of x, both given x and ω: t > −u x/√(1−u²) if Y > C(x, ω).
type density struct {
	side        *patternSide
	mean, gamma float64
	a, c        affine
	both        *gauss.Bivariate // X and Y; nil without a teacher
	norm        float64
	tilt        float64 // of e^{−tilt x²/2}, by which the measure of x differs from Dx
	atMargin    marginField

	h      float64       // the step of a trapezoid rule
	fields []sharedField // its points; none where panels take fewer points
	widest float64       // panel
}

// affine is a function of x and ω, at + x·alongX + ω·alongOmega.
type affine struct{ at, alongX, alongOmega float64 }

func (f affine) of(x, w float64) float64 { return f.at + f.alongX*x + f.alongOmega*w }

// turn is the step of H(f) as a function of x.
func (f affine) turn(w float64) saddle.Feature {
	return saddle.Feature{At: -(f.at + f.alongOmega*w) / f.alongX, Width: 1 / math.Abs(f.alongX)}
}

// over is the function divided by a number.
func (f affine) over(s float64) affine { return affine{f.at / s, f.alongX / s, f.alongOmega / s} }

// density is that of all patterns.
func (p *patternSide) density(o orderParameters) *density {
	d := p.densityOf(o, 0)
	if p.teacher != 0 {
		u, rest := p.teacherSide()
		j := o.j
		// t has the covariance j with ω, and so the mean j(ω − mean x)/γ and the variance 1 − j²/γ
		d.c = affine{0, j*d.mean/d.gamma - u/rest, -j / d.gamma}.over(math.Sqrt(1 - j*j/d.gamma))
		d.both = gauss.NewBivariate(-p.own(o) * j / math.Sqrt(o.v*(d.gamma-j*j)))
		d.norm *= 2
	}
	return d.place()
}

// densityAtBound is that of patterns whose stability is zero for the teacher: where t = −u x/√(1−u²), ω has a variance
// that is smaller by j² and a mean that is smaller by j u x/√(1−u²), and x has the variance 1 − u².
func (p *patternSide) densityAtBound(o orderParameters) *density {
	u, rest := p.teacherSide()
	o.v -= o.j * o.j
	d := p.densityOf(o, o.j*u/rest)
	d.tilt = 1/(rest*rest) - 1
	d.norm /= rest
	return d.place()
}

// own is e, the covariance of ω with the part of the reference's field that it does not share.
func (p *patternSide) own(o orderParameters) float64 { return math.Sqrt(p.v)*o.t1 - math.Sqrt(p.q)*o.k }

// densityOf is the density for a mean that is smaller by shift·x.
func (p *patternSide) densityOf(o orderParameters, shift float64) *density {
	sq, sv, e := math.Sqrt(p.q), math.Sqrt(p.v), p.own(o)
	gamma := o.v + e*e
	// ε has the mean e(ω − mean x)/γ and the variance V/γ; of A's slope in x, √q − √(1−q) e mean/γ, much cancels
	a := affine{p.kappaRef, -(sq*o.v - o.k*e + sv*e*shift) / gamma, -sv * e / gamma}.over(sv * math.Sqrt(o.v/gamma))
	return &density{
		side: p, mean: sq*o.t1 + sv*o.k - shift, gamma: gamma, a: a, norm: 1 / math.Sqrt(2*math.Pi*gamma),
		atMargin: marginField{
			mean: (o.t1 - o.k*sq/sv) * p.kappaRef, alongX: o.k/sv - shift, sd: math.Sqrt(o.v),
			reach: math.Sqrt(2*clusters.Negligible) * (math.Sqrt(o.v) + math.Abs(e)),
		},
	}
}

// place chooses the points of the sum over x: of Gaussians, of H, and of 1/H(B), which has poles. Where V → 0, solution
// and reference share their field, and every ω has points of its own.
func (d *density) place() *density {
	p := d.side
	band, poles := 1/math.Sqrt(1+d.tilt+d.mean*d.mean/d.gamma), saddle.MillsPole*math.Sqrt(p.v/p.q)
	d.h = saddle.TrapezoidStep(1/math.Sqrt(1/(band*band)+d.a.alongX*d.a.alongX+d.c.alongX*d.c.alongX), poles)
	d.widest = min(1.5*band, poles/2)
	if p.steepReference() {
		d.widest = min(1.5*band, 1)
	}
	if last := int(reachOfX / d.h); last <= 250 {
		for j := -last; j <= last; j++ {
			d.fields = append(d.fields, p.shared(float64(j)*d.h))
		}
	}
	return d
}

// at is the density of ω = w, and that density times g(x).
func (d *density) at(w float64) (sum, sumG float64) {
	if len(d.fields) == 0 {
		sum, sumG = d.panels(w)
		return d.norm * sum, d.norm * sumG
	}
	for i := range d.fields {
		term := d.integrand(&d.fields[i], w)
		sum += term
		sumG += term * d.fields[i].g
	}
	return d.norm * d.h * sum, d.norm * d.h * sumG
}

// integrand is what x adds to the density, up to the norm.
func (d *density) integrand(f *sharedField, w float64) float64 {
	away := w - d.mean*f.x
	exponent := f.log - away*away/(2*d.gamma) - d.tilt*f.x*f.x/2
	a := d.a.of(f.x, w)
	if d.both == nil {
		return gauss.ScaledH(exponent, a) * f.factor
	}
	return d.both.Above(exponent, a, d.c.of(f.x, w)) * f.factor
}

// sharedField is a point x of the field that references share: Dx/H(B) = e^log · factor and g = (G/H)(B)/√(1−q),
// B = (κ̃ − √q x)/√(1−q).
type sharedField struct{ x, log, factor, g float64 }

// shared is the point x. The square of a positive B, the size of a small 1/H, is kept in the logarithm.
func (p *patternSide) shared(x float64) sharedField {
	b := (p.kappaRef - math.Sqrt(p.q)*x) / math.Sqrt(p.v)
	f := sharedField{x: x, log: -x * x / 2, g: gauss.Mills(b) / math.Sqrt(p.v)}
	if b > 0 {
		f.log += b * b / 2
		f.factor = 2 / (math.Sqrt(2*math.Pi) * gauss.Erfcx(b/math.Sqrt2))
	} else {
		f.factor = 1 / (math.Sqrt(2*math.Pi) * gauss.H(b))
	}
	return f
}
