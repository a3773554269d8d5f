package theory

import (
	"fmt"
	"math"

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
// R̂, above least.
func (p planted) nearTeacher(least float64) (PlantedPoint, int) {
	const first, step, faint = 4.4, -0.04, -23.0 // of ln R̂, and the smallest ln q̂ resolved
	lnQHat := faint
	excess := func(x, start float64) float64 {
		lnQHat = start
		for range 3000 {
			qHat, rHat := p.fields(overlapsOf(math.Exp(lnQHat), math.Exp(x)))
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
	if n := p.point(math.Exp(lnQHat), math.Exp(root)); n.Entropy > 0 {
		return n, found
	}
	return PlantedPoint{}, unresolved
}
