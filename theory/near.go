package theory

import (
	"fmt"
	"math"

	"fbp/gauss"
	"fbp/theory/rs"
	"fbp/theory/saddle"
)

// RSPlantedTypical returns the saddle point of [RSPlanted] of largest entropy, that of
// typical solutions, and whether it is the one near the teacher. At κ < 0 the equations
// have up to two stable solutions: the branch of RSPlanted, of smallest R, and one near the
// teacher, of largest R̂. At κ ≥ 0 it is RSPlanted. Entropy is accurate to 1e-9 near the
// teacher.
//
// The error is that of RSPlanted, or wraps ErrNoConvergence where the branch near the teacher
// is not resolved, as very close to κ = 0, and the other has an entropy below 1e-6.
func RSPlantedTypical(alpha, kappa float64) (p PlantedPoint, near bool, err error) {
	far, err := RSPlanted(alpha, kappa)
	if !(alpha > 0 && kappa < 0) || math.IsInf(alpha, 0) || math.IsInf(kappa, 0) {
		return far, false, err
	}
	least := -3.0
	if err == nil {
		least = math.Log(far.RHat)
	}
	second, state := planted{alpha, kappa}.nearTeacher(least)
	switch {
	case state == found && (err != nil || second.Entropy > far.Entropy):
		return second, true, nil
	case state == unresolved && err == nil && far.Entropy < leastTold:
		return PlantedPoint{}, false, fmt.Errorf("theory: RSPlantedTypical(alpha = %v, kappa = %v): near the teacher: %w", alpha, kappa, ErrNoConvergence)
	}
	return far, false, err
}

// leastTold is far above the entropy near the teacher wherever it is not resolved: that of the
// next point resolved, at a κ further from 0 and so with no fewer solutions, was at most 3e-8
// (TestNearTeacherResolved on 15 values of α from 0.3 to 30, with 80 of κ from −1 to −1e-6).
const leastTold = 1e-6

// What is known of the branch near the teacher.
const (
	absent = iota
	found
	unresolved
)

// nearTeacher finds the largest root in ln R̂ of the equation for R̂, with q̂ solved at every
// R̂, above least. Near the teacher 1 − q and q − R² are small: the second is computed as the
// variance of tanh.
func (p planted) nearTeacher(least float64) (PlantedPoint, int) {
	const first, step, faint = 4.4, -0.04, -23.0 // of ln R̂, and the smallest ln q̂ resolved
	lnQHat := faint
	excess := func(x, start float64) float64 {
		lnQHat = start
		for range 3000 {
			qHat, rHat := p.nearFields(nearOverlaps(math.Exp(lnQHat), math.Exp(x)))
			next := max(math.Log(qHat), faint)
			if !(next < 30) {
				break
			}
			if math.Abs(next-lnQHat) < 1e-12 {
				return max(math.Log(rHat)-x, -50)
			}
			lnQHat = next
		}
		return math.NaN()
	}
	start, next := faint, faint // ln q̂ of larger R̂, from which the iteration rises to the solution
	walk := func(x float64) float64 {
		f := excess(x, next)
		if !math.IsNaN(f) {
			start, next = next, lnQHat
		}
		return f
	}
	last := max(least, -3) + 1e-4
	i := saddle.Bracket(walk, first, walk(first), step, 1, last)
	if i.Changes() && i.FA > 0 { // the largest root is beyond the first
		i = saddle.Bracket(walk, i.B, i.FB, step, 1, last)
	}
	switch {
	case math.IsNaN(i.FB):
		return PlantedPoint{}, unresolved
	case !i.Changes():
		return PlantedPoint{}, absent
	}
	root, ok := i.Root(func(x float64) float64 { return excess(x, start) }, 1e-13)
	if !ok || !(math.Abs(excess(root, start)) < 1e-9) || lnQHat <= faint {
		return PlantedPoint{}, unresolved
	}
	if n := p.nearPoint(math.Exp(lnQHat), math.Exp(root)); n.Entropy > 0 {
		return n, found
	}
	return PlantedPoint{}, unresolved
}

// near are the overlaps with their differences from 1 and from each other.
type near struct {
	v, away, spread float64 // 1 − q, 1 − R, q − R²
}

func nearOverlaps(qHat, rHat float64) near {
	s := math.Sqrt(qHat)
	breaks := nearBreaks(qHat, rHat)
	delta := func(x float64) float64 { return 2 / (1 + math.Exp(2*(s*x+rHat))) } // 1 − tanh
	var n near
	n.v = gauss.Average(func(x float64) float64 { return gauss.Sech2(s*x + rHat) }, breaks...)
	n.away = gauss.Average(delta, breaks...)
	n.spread = gauss.Average(func(x float64) float64 { d := delta(x) - n.away; return d * d }, breaks...)
	return n
}

// nearBreaks resolve the sign of the field, and where e^{−2h} has its weight, from −2√q̂ on.
func nearBreaks(qHat, rHat float64) []float64 {
	s := math.Sqrt(qHat)
	return append(gauss.Around(-rHat/s, 1/s), gauss.Around(-2*s, 1)...)
}

// nearField is the patterns, with panels for where labels and channel turn at once.
func (p planted) nearField(n near) (rs.Field, Overlap) {
	f := p.field(1-n.away, n.spread)
	f.Breaks = gauss.Around(p.kappa*n.spread/(n.spread+n.v), min(math.Sqrt(n.spread), math.Sqrt(n.v)))
	return f, Overlap{Q: 1 - n.v, V: n.v}
}

func (p planted) nearFields(n near) (qHat, rHat float64) {
	sd, spread := math.Sqrt(n.v), math.Sqrt(n.spread)
	if !(sd > 0 && spread > 0) {
		return math.NaN(), math.NaN()
	}
	f, o := p.nearField(n)
	rHat = gauss.Sqrt2OverPi * p.alpha * gauss.Average(func(y float64) float64 { return gauss.Mills((p.kappa-spread*y)/sd) / sd },
		append(gauss.Around(p.kappa/spread, sd/spread), gauss.Around(p.kappa*spread/(n.spread+n.v), 1)...)...)
	return p.alpha * f.Force(o), rHat
}

// nearPoint is the point of given conjugates. In its entropy the terms that grow with R̂
// cancel: ln 2cosh h = h + ln(1 + e^{−2h}), and ⟨h⟩ = R̂.
func (p planted) nearPoint(qHat, rHat float64) PlantedPoint {
	n := nearOverlaps(qHat, rHat)
	s := math.Sqrt(qHat)
	weights := gauss.Average(func(x float64) float64 {
		h := s*x + rHat
		return max(-2*h, 0) + math.Log1p(math.Exp(-2*math.Abs(h)))
	}, nearBreaks(qHat, rHat)...)
	f, o := p.nearField(n)
	return PlantedPoint{
		RSPoint: RSPoint{Alpha: p.alpha, Kappa: p.kappa, Q: 1 - n.v, QHat: qHat, D: n.v / 2,
			Entropy: weights + rHat*n.away - qHat*n.v/2 + p.alpha*f.Log(o)},
		R: 1 - n.away, RHat: rHat, away: n.away, spread: n.spread,
	}
}
