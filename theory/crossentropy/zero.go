package crossentropy

import (
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/loss"
	"fbp/theory"
	"fbp/theory/saddle"
)

// Zero returns the replica-symmetric point at zero temperature, the limit β → ∞ at which
// q → 1 with δq = β(1−q), q̂ = β² Q̃,
//
//	Q̃ = α ∫Du f'(x*)² = 2/(π δq²),   x* = argmin f(x) + (x−u)²/2δq,
//
// that is u = x* + δq f'(x*) where f has a slope (PNAS 117, 161 (2020), appendix B.1, where
// the argmin lacks 1/2γ before the logarithm). A pattern is an error for u < δq f'(0): the
// error rate is H(δq/2) for the cross-entropy. At a kink there, γ = ∞, patterns with −δq < u < 0
// have x* = 0, and x < 0 with probability −u/δq. The entropy,
//
//	(α/2) ∫Du [δq f''/(1 + δq f'') − ln(1 + δq f'')] at x*,
//
// is negative, and replica symmetry is unstable, at any α: see Star. It is −Inf for a loss
// with a kink.
//
// Where some configurations have no loss at all, q stays below 1: γ = ∞, and the hinge, for
// α < theory.RSEnd(κ). That is theory.RS. DQ is relatively accurate to 1e-11 (+Inf above 1e308, as for a steep cross-entropy of few patterns),
// all else to 1e-10.
//
// The error wraps theory.ErrDomain or theory.ErrNoConvergence.
func Zero(l loss.Loss, alpha float64) (Point, error) {
	fail := func(err error) (Point, error) {
		return Point{}, fmt.Errorf("crossentropy: Zero(alpha = %v): %w", alpha, err)
	}
	if !(alpha > 0) || math.IsInf(alpha, 0) {
		return fail(fmt.Errorf("want finite alpha > 0: %w", theory.ErrDomain))
	}
	if kappa, is := lossless(l); is && alpha < theory.RSEnd(kappa) {
		return solutions(l, alpha, kappa)
	}
	z := frozen{l: l, alpha: alpha}
	mismatch := func(y float64) float64 { // in ln δq; rises where a larger δq lowers the slopes less than 1/δq²
		z.set(y)
		return math.Log(z.sum(func(m minimum) float64 { return m.pull * m.pull }) * alpha * math.Pi / 2)
	}
	last := float64(wall)
	if _, is := l.(loss.CrossEntropy); is {
		last = 1e300
	}
	step, f := 1.0, mismatch(0)
	if f > 0 {
		step, last = -1, -60
	}
	y, ok := saddle.Bracket(mismatch, 0, f, step, 1.5, last).Root(mismatch, 1e-14)
	if !ok || !(math.Abs(mismatch(y)) < 1e-11) {
		return fail(theory.ErrNoConvergence)
	}
	return z.point(y), nil
}

// lossless tells whether configurations of margin κ have no loss at all, and no others.
func lossless(l loss.Loss) (kappa float64, is bool) {
	switch l := l.(type) {
	case loss.CrossEntropy:
		return 0, math.IsInf(l.Gamma, 1)
	case loss.Hinge:
		return l.Kappa, true
	case loss.Quadratic:
		return l.Kappa, true
	case loss.Errors:
		return l.Kappa, true
	}
	return 0, false
}

// solutions is theory.RS as a point: without errors.
func solutions(_ loss.Loss, alpha, kappa float64) (Point, error) {
	r, err := theory.RS(alpha, kappa)
	stable := math.NaN()
	if err == nil {
		stable = theory.Committee{}.Replicon(r)
	}
	return Point{Alpha: alpha, Beta: math.Inf(1), Q: r.Q, V: 2 * r.D, QHat: r.QHat, DQ: math.Inf(1), Entropy: r.Entropy, Stability: stable}, err
}

// wall is the ln δq beyond which the cross-entropy is a wall at x = ln δq/2γ, and δq and losses may be out of
// the range of numbers.
const wall = 600

// frozen is a pattern at zero temperature.
type frozen struct {
	l     loss.Loss
	alpha float64
	y     float64 // ln δq
	delta float64
	rule  gauss.Rule
}

// minimum is the most likely stability of a pattern: f, the pull δq |f'| = x* − u and δq f”.
type minimum struct{ f, pull, curvature float64 }

// set makes the rule over fields: the slope bends where x* passes the bend of the loss.
func (z *frozen) set(y float64) {
	z.y, z.delta = y, math.Exp(y)
	if y > wall {
		gamma := z.l.(loss.CrossEntropy).Gamma
		z.rule = saddle.Mesh(z.rule, -12, 12, 1.5, saddle.Feature{At: y / (2 * gamma), Width: 1 / (2 * gamma)})
		return
	}
	c := channel{l: z.l, beta: z.delta * 1e14, v: 1e-14} // only the product and a small v matter
	z.rule = c.fieldRule(-12, 12)
}

// at is the minimum in a field u. That of the cross-entropy is found in logarithms, of v = x* − u:
// ln v = ln δq − ln(1 + e^{2γ(u+v)}); δq f' itself may be out of range.
func (z *frozen) at(u float64) minimum {
	l, is := z.l.(loss.CrossEntropy)
	if !is || math.IsInf(l.Gamma, 1) {
		x := proximal(z.l, u, z.delta)
		f, _, curvature := z.l.At(x)
		return minimum{f, x - u, z.delta * curvature}
	}
	twice := 2 * l.Gamma
	soft := func(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }
	excess := func(w float64) float64 { return w + soft(twice*(u+math.Exp(w))) - z.y }
	w := math.Log(max(1, z.y/twice-u)) + 1
	for excess(w) < 0 {
		w++
	}
	for range 100 { // the excess is convex: Newton's steps from above stay there
		step := excess(w) / (1 + twice*math.Exp(w)/(1+math.Exp(-twice*(u+math.Exp(w)))))
		if w -= step; math.Abs(step) < 1e-15*(1+math.Abs(w)) {
			break
		}
	}
	v := math.Exp(w)
	return minimum{soft(-twice*(u+v)) / twice, v, twice * v / (1 + math.Exp(-twice*(u+v)))}
}

func (z *frozen) sum(f func(minimum) float64) (sum float64) {
	for i, u := range z.rule.X {
		sum += z.rule.W[i] * gauss.G(u) * f(z.at(u))
	}
	return sum
}

// point evaluates everything at ln δq.
func (z *frozen) point(y float64) Point {
	z.set(y)
	_, width := z.l.Bend()
	entropy := math.Inf(-1)
	if width > 0 {
		entropy = z.alpha / 2 * z.sum(func(m minimum) float64 { return m.curvature/(1+m.curvature) - math.Log1p(m.curvature) })
	}
	return Point{
		Alpha: z.alpha, Beta: math.Inf(1), Q: 1, QHat: math.Inf(1), DQ: z.delta, Entropy: entropy, Stability: math.Inf(1),
		Energy:    z.alpha * z.sum(func(m minimum) float64 { return m.f }),
		ErrorRate: z.errors(),
	}
}

// errors is the fraction of patterns with x < 0. Between its slopes s at a kink at 0 the
// exponent falls at the rates β(u/δq − s) away from it: x is below with a probability linear in u.
func (z *frozen) errors() float64 {
	_, below, _ := z.l.At(math.Copysign(1e-300, -1))
	_, above, _ := z.l.At(1e-300)
	far, near := -z.delta*below, -z.delta*above
	rate := gauss.H(far)
	if far-near > 1e-9*far {
		rate += (gauss.G(near) - gauss.G(far) - near*(gauss.H(near)-gauss.H(far))) / (far - near)
	}
	return rate
}
