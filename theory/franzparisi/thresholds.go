package franzparisi

import (
	"errors"
	"fmt"
	"math"

	"fbp/theory"
	"fbp/theory/saddle"
)

// Thresholds are the margins of the reference at which the landscape around it
// changes its nature.
type Thresholds struct {
	Alpha    float64
	KappaMax float64 // the largest margin of typical references
	KappaMin float64 // above it the Franz-Parisi entropy is nowhere negative: no empty shell
	DMin     float64 // the distance where it is zero at KappaMin
	KappaU   float64 // above it the entropy grows with distance up to its one maximum: no entropic barrier
	DU       float64 // the distance where the slope is zero at KappaU
}

// ErrBeyond marks thresholds that would lie beyond κ_max.
var ErrBeyond = errors.New("no typical reference is so robust")

// FindThresholds returns κ_min and κ_u of references surrounded by solutions of
// margin κ,
//
//	κ_min:  min_d φ_FP(d; α, κ_min, κ) = 0,    κ_u:  min_{d < d*} dφ_FP/dd(d; α, κ_u, κ) = 0,
//
// d* the distance of the maximum (Baldassi et al., PRL 127, 278301 (2021), points 3
// to 5 of its list). Their structure is at small distances, d of order
// κ̃²/8. Accurate to 1e-9; a pair takes about a second.
//
// Where α is so large that κ_min or κ_u lies beyond κ_max it is NaN and the error
// wraps ErrBeyond. Other errors are ErrDomain and, as for all α below about 0.002,
// ErrNoConvergence.
func FindThresholds(alpha, kappa float64) (Thresholds, error) {
	return ThresholdsOf(theory.Labels{}, alpha, kappa)
}

// ThresholdsOf is FindThresholds for given labels. With those of a teacher a pair takes about three seconds.
func ThresholdsOf(l theory.Labels, alpha, kappa float64) (Thresholds, error) {
	nan := math.NaN()
	t := Thresholds{Alpha: alpha, KappaMax: nan, KappaMin: nan, DMin: nan, KappaU: nan, DU: nan}
	top, err := l.KappaMax(alpha)
	if err != nil {
		return t, err
	}
	t.KappaMax = top.Kappa
	if !(kappa < top.Kappa) {
		return t, fmt.Errorf("franzparisi: FindThresholds%s(alpha = %v, kappa = %v): want kappa < kappa_max = %.6g: %w", l.Name(), alpha, kappa, top.Kappa, theory.ErrDomain)
	}
	curve := func(ref float64) (Curve, error) { return Of(l, alpha, ref, kappa) }
	var minErr, uErr error
	t.KappaMin, t.DMin, minErr = touch(curve, entropyOf, kappa, top.Kappa)
	t.KappaU, t.DU, uErr = touch(curve, slopeOf, kappa, top.Kappa)
	for _, err := range []error{minErr, uErr} {
		if err != nil {
			return t, fmt.Errorf("franzparisi: FindThresholds%s(alpha = %v, kappa = %v): %w", l.Name(), alpha, kappa, err)
		}
	}
	return t, nil
}

// AlphaU returns α'_u, the largest α at which typical references of the largest
// margin are in the large-scale phase,
//
//	κ_u(α'_u) = κ_max(α'_u),
//
// 0.729 for κ = 0 (ibid., Fig. 4; Fig. 3 of arXiv version 1), with the
// reference, and the distance at which its entropy has a slope of zero. Accurate
// to 1e-8. The error wraps ErrDomain unless 0 ≤ κ ≤ 2.
func AlphaU(kappa float64) (reference theory.RSPoint, d float64, err error) {
	return AlphaUOf(theory.Labels{}, kappa)
}

// AlphaUOf is AlphaU for given labels. Those of a teacher are the model in which the paper
// checks that α'_u is close to the α_u of its large-deviation analysis.
func AlphaUOf(l theory.Labels, kappa float64) (reference theory.RSPoint, d float64, err error) {
	fail := func(err error) (theory.RSPoint, float64, error) {
		return theory.RSPoint{}, math.NaN(), fmt.Errorf("franzparisi: AlphaU%s(kappa = %v): %w", l.Name(), kappa, err)
	}
	if !(kappa >= 0 && kappa <= 2) {
		return fail(fmt.Errorf("want kappa from 0 to 2: %w", theory.ErrDomain))
	}
	end, err := l.AlphaC(kappa)
	if err != nil {
		return fail(err)
	}
	// touch wants a parameter that makes the entropy monotonic as it grows
	curve := func(minus float64) (Curve, error) {
		top, err := l.KappaMax(-minus)
		if err != nil {
			return Curve{}, err
		}
		return Of(l, -minus, top.Kappa, kappa)
	}
	minus, d, err := touch(curve, slopeOf, -0.999*end.Alpha, -0.3*end.Alpha)
	if err != nil {
		return fail(err)
	}
	reference, err = l.KappaMax(-minus)
	return reference, d, err
}

func entropyOf(p Point) float64 { return p.Entropy }
func slopeOf(p Point) float64   { return p.Slope }

const (
	touchMost = 0.12 // left of the maximum, right of the structure at small d
	touchStep = 0.4  // of ln d in the scan
)

// touch finds the parameter t between lo and hi from which on value is positive at
// all distances below touchMost, and the distance where it is zero there. The scan
// halves the bracket until Newton's method finds the double zero in (ln d, t). The scan may
// take a curve as positive whose zeros lie between its points: a double zero just above the
// bracket that was found so is taken last.
func touch(curve func(t float64) (Curve, error), value func(Point) float64, lo, hi float64) (t, d float64, err error) {
	if _, least := leastOn(curve, value, hi); !(least > 0) {
		return math.NaN(), math.NaN(), ErrBeyond
	}
	above, aboveLnD := math.NaN(), math.NaN()
	for range 24 {
		middle := (lo + hi) / 2
		lnD, least := leastOn(curve, value, middle)
		if least > 0 {
			hi = middle
		} else {
			lo = middle
		}
		if math.IsNaN(lnD) {
			continue
		}
		x := []float64{lnD, middle}
		s := saddle.Problem{Next: func(x, image []float64) bool { return touching(curve, value, x, image) }, Size: touchSize}
		_, ok := s.Solve(x)
		switch {
		case ok && x[1] > lo-1e-9 && x[1] < hi+1e-9:
			return x[1], math.Exp(x[0]), nil
		case ok && x[1] > hi && x[1]-hi < 0.01*math.Abs(hi) && math.Abs(x[0]-lnD) < touchStep:
			above, aboveLnD = x[1], x[0]
		}
	}
	if !math.IsNaN(above) {
		return above, math.Exp(aboveLnD), nil
	}
	return math.NaN(), math.NaN(), theory.ErrNoConvergence
}

// leastOn scans a curve: where value has its least inner minimum (NaN if it has none), and
// its least value, negative where the branch has ended.
func leastOn(curve func(t float64) (Curve, error), value func(Point) float64, t float64) (lnD, least float64) {
	c, err := curve(t)
	if err != nil {
		return math.NaN(), -1
	}
	from := math.Log(c.felt(1e-9))
	n := max(0, int((math.Log(touchMost)-from)/touchStep)+2) // 0: no pattern is felt left of touchMost
	values := make([]float64, n)
	lnD, least = math.NaN(), math.Inf(1)
	inner := math.Inf(1)
	for i := range values {
		p, err := c.At(math.Exp(math.Log(touchMost) - float64(i)*touchStep))
		if err != nil {
			return math.NaN(), -1
		}
		values[i] = value(p)
		least = min(least, values[i])
		if i > 1 && values[i-1] < values[i] && values[i-1] <= values[i-2] && values[i-1] < inner {
			inner, lnD = values[i-1], math.Log(touchMost)-float64(i-1)*touchStep
		}
	}
	return lnD, least
}

// touching is the pair of equations of a double zero, as a map: the value over a
// scale, and its slope along ln d.
func touching(curve func(t float64) (Curve, error), value func(Point) float64, x, image []float64) bool {
	const h = 2e-3
	c, err := curve(x[1])
	if err != nil || x[0] > math.Log(0.5)-h {
		return false
	}
	var v [3]float64
	for i := range v {
		p, err := c.At(math.Exp(x[0] + h*float64(i-1)))
		if err != nil {
			return false
		}
		v[i] = value(p)
	}
	image[0], image[1] = x[0]+(v[2]-v[0])/(2*h), x[1]+v[1]
	return true
}

// touchSize weighs the residuals so that the value ends below 1e-11; the place of a minimum
// matters little.
func touchSize(_, r []float64) float64 { return max(1e-4*math.Abs(r[0]), 0.1*math.Abs(r[1])) }
